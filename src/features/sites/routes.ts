import type { Clock } from '../../core/clock.ts';
import { accountEndpoint, created, type Endpoint, noContent, ok, siteEndpoint } from '../../http/endpoint.ts';
import { periodOf, presentPeriod } from '../../http/period.ts';
import {
  CreateSite,
  FeaturesAnswer,
  ListSites,
  presentFeatures,
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
  clock,
}: {
  readonly sites: SitesService;
  readonly clock: Clock;
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
        const hasRange = query.start_date !== undefined || query.end_date !== undefined;
        const period = hasRange ? periodOf(query, account, clock.now()) : null;
        const rows = sites.listOf(account.owner.id);
        const counts = await sites.countsOf(rows, period?.span ?? null, request.signal);
        const presented = rows.flatMap(site => {
          const count = counts.get(site.id);
          return count ? [presentSite(site, count)] : [];
        });
        return ok({ sites: presented, ...(period ? { filters: presentPeriod(period) } : {}) });
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
    updateFeatures('PATCH'),
    updateFeatures('PUT'),
  ];
}
