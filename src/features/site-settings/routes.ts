import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import {
  IgnoreTest,
  IgnoreTestAnswer,
  OwnAddressAnswer,
  presentIgnoreTest,
  presentSiteSettings,
  SiteSettingsAnswer,
  UpdateSiteSettings,
} from './schema.ts';
import type { SiteSettingsService } from './service.ts';

/** Endpoints of a site's settings. */
export function siteSettingsRoutes({
  siteSettings,
}: {
  readonly siteSettings: SiteSettingsService;
}): Endpoint[] {
  return [
    siteEndpoint('GET', '/sites/:id/settings', {
      summary: 'Show the settings of a site',
      operationId: 'getSiteSettings',
      responses: { 200: SiteSettingsAnswer },
      handle: ({ site }) => ok({ settings: presentSiteSettings(siteSettings.get(site)) }),
    }),
    siteEndpoint('PATCH', '/sites/:id/settings', {
      summary: 'Change the settings of a site',
      operationId: 'patchSiteSettings',
      hasPut: true,
      body: UpdateSiteSettings,
      responses: { 200: SiteSettingsAnswer },
      handle: ({ site, body }) => ok({ settings: presentSiteSettings(siteSettings.update(site, body)) }),
    }),
    siteEndpoint('GET', '/sites/:id/settings/ignore_test', {
      summary: 'Try a visit against the ignore rules',
      operationId: 'testIgnoreRules',
      query: IgnoreTest,
      responses: { 200: IgnoreTestAnswer },
      handle: ({ site, query }) => ok(presentIgnoreTest(siteSettings.testIgnoreRules(site, query))),
    }),
    siteEndpoint('GET', '/sites/:id/settings/own_address', {
      summary: 'Show the caller’s address as an ignore rule',
      operationId: 'getOwnAddress',
      readsAddress: true,
      responses: { 200: OwnAddressAnswer },
      handle: ({ site, address }) => ok(siteSettings.findOwnAddress(site, address)),
    }),
  ];
}
