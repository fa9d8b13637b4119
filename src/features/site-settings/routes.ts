import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import {
  IgnoreTest,
  IgnoreTestAnswer,
  presentIgnoreTest,
  presentSettings,
  SettingsAnswer,
  UpdateSettings,
} from './schema.ts';
import type { SettingsService } from './service.ts';

const tag = 'Settings';

/** What a site counts and keeps. */
export function settingsRoutes({ settings }: { readonly settings: SettingsService }): Endpoint[] {
  const update = (method: 'PATCH' | 'PUT') =>
    siteEndpoint(
      {
        method,
        path: '/sites/:id/settings',
        tag,
        summary: 'Change the settings of a site',
        operationId: `${method.toLowerCase()}SiteSettings`,
        body: UpdateSettings,
        responses: { 200: SettingsAnswer },
      },
      ({ site, body }) => ok({ settings: presentSettings(settings.update(site, body)) }),
    );

  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/settings',
        tag,
        summary: 'Show the settings of a site',
        operationId: 'getSiteSettings',
        responses: { 200: SettingsAnswer },
      },
      ({ site }) => ok({ settings: presentSettings(settings.of(site)) }),
    ),
    update('PATCH'),
    update('PUT'),
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/settings/ignore_test',
        tag,
        summary: 'Try a visit against the ignore rules',
        operationId: 'testIgnoreRules',
        query: IgnoreTest,
        responses: { 200: IgnoreTestAnswer },
      },
      ({ site, query }) => ok(presentIgnoreTest(settings.findIgnoreRule(site, query))),
    ),
  ];
}
