import { callPage } from '../api.ts';
import { toAddress } from '../base-path.ts';

/** Ends the session; from there only signing in leads on. Throws `ApiError`. */
export async function signOut(): Promise<void> {
  await callPage('DELETE', '/session');
  location.assign(toAddress('/login'));
}
