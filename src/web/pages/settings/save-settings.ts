import { call } from '../../api.ts';
import { queryClient } from '../../app/query-client.ts';
import type { UserSettings } from '../../app/user.ts';

/** Changes some of the user's settings; every page that shows them shows the new ones. */
export async function saveUserSettings(change: Partial<UserSettings>): Promise<void> {
  const answer = await call<{ settings: UserSettings }>('PATCH', '/me/settings', { body: change });
  queryClient.setQueryData(['/me/settings', {}], answer);
}
