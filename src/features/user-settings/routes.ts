import { type Endpoint, ok, userEndpoint } from '../../http/endpoint.ts';
import { presentUserSettings, UpdateUserSettings, UserSettingsAnswer } from './schema.ts';
import type { UserSettingsService } from './service.ts';

const tag = 'Accounts';

/** Endpoints of the current user’s settings. Open to every plan. */
export function userSettingsRoutes({
  userSettings,
}: {
  readonly userSettings: UserSettingsService;
}): Endpoint[] {
  const update = (method: 'PATCH' | 'PUT') =>
    userEndpoint(
      {
        method,
        path: '/me/settings',
        tag,
        summary: 'Change the current user’s settings',
        operationId: `${method.toLowerCase()}UserSettings`,
        body: UpdateUserSettings,
        responses: { 200: UserSettingsAnswer },
      },
      async ({ user, body }) => ok({ settings: presentUserSettings(await userSettings.update(user, body)) }),
    );

  return [
    userEndpoint(
      {
        method: 'GET',
        path: '/me/settings',
        tag,
        summary: 'Show the current user’s settings',
        operationId: 'getUserSettings',
        responses: { 200: UserSettingsAnswer },
      },
      ({ user }) => ok({ settings: presentUserSettings(userSettings.get(user)) }),
    ),
    update('PATCH'),
    update('PUT'),
  ];
}
