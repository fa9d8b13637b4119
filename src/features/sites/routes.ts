import { checkWholeAccount, mayRead } from '../../core/access.ts';
import { type Site, zoneOfSite } from '../../core/site.ts';
import { accountEndpoint, created, type Endpoint, noContent, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination } from '../../http/paging.ts';
import { presentCompared } from '../../reports/compared-period.ts';
import { presentPeriod } from '../../reports/period.ts';
import { type CountSites, NO_COUNTS, type SiteCounts } from './counts.ts';
import type { SiteList as ListOfSites, ReadStatus } from './list.ts';
import { parseIncludes } from './listed-site.ts';
import {
  CreateSite,
  FeaturesAnswer,
  ListSites,
  presentFeatures,
  presentListed,
  presentSite,
  ShowSite,
  SingleSiteAnswer,
  SiteList,
  SiteModel,
  UpdateFeatures,
  UpdateSite,
} from './schema.ts';
import type { SitesService } from './service.ts';

/** Source: api-v1, Endpoints, Sites. */
export function siteRoutes({
  sites,
  siteList,
  countSites,
  readStatus,
}: {
  readonly sites: SitesService;
  readonly siteList: ListOfSites;
  readonly countSites: CountSites;
  readonly readStatus: ReadStatus;
}): Endpoint[] {
  /** Writes of a site are answered with its counts, which are read before: what is refused has changed nothing. */
  const countSite = async (site: Site) => (await countSites([site], null)).get(site.id) ?? NO_COUNTS;

  return [
    accountEndpoint('GET', '/sites', {
      summary: 'List sites',
      description:
        'All of them, or a page of them with `page` or `per_page`: worth it with hundreds of sites.',
      operationId: 'listSites',
      access: { isForSiteMembers: true },
      query: ListSites,
      responses: { 200: SiteList },
      handle: async ({ account, query, signal }) => {
        const { period, compared, listed, page, total } = await siteList(account, query, { signal });
        return ok({
          sites: listed.map(presentListed),
          ...(period ? { filters: presentPeriod(period) } : {}),
          ...(compared ? { comparison: presentCompared(compared) } : {}),
          ...(page ? { pagination: presentPagination(page, total) } : {}),
        });
      },
    }),
    siteEndpoint('GET', '/sites/:id', {
      summary: 'Show a site',
      operationId: 'getSite',
      access: { isForSiteMembers: true },
      query: ShowSite,
      responses: { 200: SiteModel },
      handle: async ({ account, site, query: { include } }) => {
        const counts = mayRead(account, 'visitors') ? await countSite(site) : NO_COUNTS;
        const includes = parseIncludes(include);
        const hasStatus = includes.has('status') && mayRead(account, 'uptime');
        return ok(
          presentListed({
            site,
            counts,
            ...(hasStatus && { status: readStatus([site.id])(site) }),
            ...(includes.has('zone') && { zone: zoneOfSite(site, account.owner) }),
          }),
        );
      },
    }),
    accountEndpoint('POST', '/sites', {
      summary: 'Add a site',
      operationId: 'createSite',
      body: CreateSite,
      responses: { 201: SingleSiteAnswer },
      handle: ({ account, body }) => created({ site: presentSite(sites.create(account, body), NO_COUNTS) }),
    }),
    siteEndpoint('PATCH', '/sites/:id', {
      summary: 'Update a site',
      operationId: 'patchSite',
      hasPut: true,
      body: UpdateSite,
      responses: { 200: SingleSiteAnswer },
      handle: async ({ site, body }) => {
        const counts = await countSite(site);
        return ok({ site: presentSite(sites.update(site, body), counts) });
      },
    }),
    siteEndpoint('DELETE', '/sites/:id', {
      summary: 'Delete a site and its hits',
      operationId: 'deleteSite',
      access: { check: ({ account }) => checkWholeAccount(account, 'deleting') },
      responses: { 204: null },
      handle: ({ site }) => {
        sites.remove(site);
        return noContent();
      },
    }),
    ...featureRoutes(sites, countSite),
  ];
}

/** The switches of a site's monitoring. */
function featureRoutes(
  sites: Pick<SitesService, 'updateFeatures'>,
  countSite: (site: Site) => Promise<SiteCounts>,
): Endpoint[] {
  return [
    siteEndpoint('GET', '/sites/:id/features', {
      summary: 'Show which monitoring of a site is on',
      operationId: 'getSiteFeatures',
      responses: { 200: FeaturesAnswer },
      handle: async ({ site }) =>
        ok({ site: presentSite(site, await countSite(site)), features: presentFeatures(site) }),
    }),
    siteEndpoint('PATCH', '/sites/:id/features', {
      summary: 'Switch monitoring of a site on or off',
      operationId: 'patchSiteFeatures',
      hasPut: true,
      body: UpdateFeatures,
      responses: { 200: FeaturesAnswer },
      handle: async ({ account, site, body }) => {
        const counts = await countSite(site);
        const updated = await sites.updateFeatures(account, site, body);
        return ok({ site: presentSite(updated, counts), features: presentFeatures(updated) });
      },
    }),
  ];
}
