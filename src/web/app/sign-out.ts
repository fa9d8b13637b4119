import { callPage } from '../api.ts';

/** Ends the session; from there only signing in leads on. Throws `ApiError`. */
export async function signOut(): Promise<void> {
  await callPage('DELETE', '/session');
  location.assign('/login');
}
