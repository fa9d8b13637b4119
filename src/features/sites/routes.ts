import { accountEndpoint, created, type Endpoint, noContent, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPeriod } from '../../http/period.ts';
import type { SiteList as ListOfSites } from './list.ts';
import {
  CreateSite,
  FeaturesAnswer,
  ListSites,
  presentFeatures,
  presentListed,
  presentSite,
  Site,
  SiteAnswer,
  SiteList,
  UpdateFeatures,
  UpdateSite,
} from './schema.ts';
import type { SitesService } from './service.ts';
import type { SiteRow } from './store.ts';

const tag = 'Sites';

/** Source: api-v1, Endpoints, Sites. */
export function siteRoutes({
  sites,
  siteList,
}: {
  readonly sites: SitesService;
  readonly siteList: ListOfSites;
}): Endpoint[] {
  async function present(site: SiteRow) {
    const counts = (await sites.countsOf([site], null)).get(site.id);
    return presentSite(
      site,
      counts ?? { lifetime: { hits: 0, uniqueHits: 0 }, lifetimeKudos: 0, period: null },
    );
  }

  const update = (method: 'PATCH' | 'PUT') =>
    siteEndpoint(
      {
        method,
        path: '/sites/:id',
        tag,
        summary: 'Update a site',
        operationId: `${method.toLowerCase()}Site`,
        body: UpdateSite,
        answers: { 200: SiteAnswer },
      },
      async ({ site, body }) => ok({ site: await present(sites.update(site, body)) }),
    );

  return [
    accountEndpoint(
      {
        method: 'GET',
        path: '/sites',
        tag,
        summary: 'List sites',
        operationId: 'listSites',
        query: ListSites,
        answers: { 200: SiteList },
      },
      async ({ account, query, request }) => {
        const { period, listed } = await siteList(account, query, { signal: request.signal });
        return ok({
          sites: listed.map(presentListed),
          ...(period ? { filters: presentPeriod(period) } : {}),
        });
      },
    ),
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id',
        tag,
        summary: 'Show a site',
        operationId: 'getSite',
        answers: { 200: Site },
      },
      async ({ site }) => ok(await present(site)),
    ),
    accountEndpoint(
      {
        method: 'POST',
        path: '/sites',
        tag,
        summary: 'Add a site',
        operationId: 'createSite',
        body: CreateSite,
        answers: { 201: SiteAnswer },
      },
      async ({ account, body }) => created({ site: await present(sites.create(account, body)) }),
    ),
    update('PATCH'),
    update('PUT'),
    siteEndpoint(
      {
        method: 'DELETE',
        path: '/sites/:id',
        tag,
        summary: 'Delete a site and its hits',
        operationId: 'deleteSite',
        answers: { 204: null },
      },
      ({ site }) => {
        sites.remove(site);
        return noContent();
      },
    ),
    ...featureRoutes(sites, present),
  ];
}

/** The switches of a site's monitoring. */
function featureRoutes(
  sites: Pick<SitesService, 'updateFeatures'>,
  present: (site: SiteRow) => Promise<ReturnType<typeof presentSite>>,
): Endpoint[] {
  const updateFeatures = (method: 'PATCH' | 'PUT') =>
    siteEndpoint(
      {
        method,
        path: '/sites/:id/features',
        tag,
        summary: 'Switch monitoring of a site on or off',
        operationId: `${method.toLowerCase()}SiteFeatures`,
        body: UpdateFeatures,
        answers: { 200: FeaturesAnswer },
      },
      async ({ account, site, body }) => {
        const updated = await sites.updateFeatures(account, site, body);
        return ok({ site: await present(updated), features: presentFeatures(updated) });
      },
    );

  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/features',
        tag,
        summary: 'Show which monitoring of a site is on',
        operationId: 'getSiteFeatures',
        answers: { 200: FeaturesAnswer },
      },
      async ({ site }) => ok({ site: await present(site), features: presentFeatures(site) }),
    ),
    updateFeatures('PATCH'),
    updateFeatures('PUT'),
  ];
}
