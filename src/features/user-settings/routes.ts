import { type Endpoint, ok, userEndpoint } from '../../http/endpoint.ts';
import {
  presentTestMail,
  presentUserSettings,
  TestMailAnswer,
  UpdateUserSettings,
  UserSettingsAnswer,
} from './schema.ts';
import type { UserSettingsService } from './service.ts';

/** Endpoints of the current user’s settings. Open to every plan. */
export function userSettingsRoutes({
  userSettings,
  baseUrl,
}: {
  readonly userSettings: UserSettingsService;
  /** Origin of this server. */
  readonly baseUrl: string;
}): Endpoint[] {
  return [
    userEndpoint('GET', '/me/settings', {
      summary: 'Show the current user’s settings',
      operationId: 'getUserSettings',
      responses: { 200: UserSettingsAnswer },
      handle: ({ user }) => ok({ settings: presentUserSettings(userSettings.get(user)) }),
    }),
    userEndpoint('PATCH', '/me/settings', {
      summary: 'Change the current user’s settings',
      operationId: 'patchUserSettings',
      hasPut: true,
      body: UpdateUserSettings,
      responses: { 200: UserSettingsAnswer },
      handle: async ({ user, body }) =>
        ok({ settings: presentUserSettings(await userSettings.update(user, body)) }),
    }),
    userEndpoint('POST', '/me/mails/test', {
      summary: 'Mail the current user a test alert at once',
      operationId: 'testMail',
      description:
        'Tried once; the answer says whether the mail relay has taken it. At most 10 an hour for each user; 422 where this server sends no mail.',
      responses: { 200: TestMailAnswer },
      handle: async ({ user }) => ok(presentTestMail(await userSettings.sendTestMail({ user, baseUrl }))),
    }),
  ];
}
