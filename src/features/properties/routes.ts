import type { PropertyUse } from '../../core/hits/answers.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { toOffset } from '../../core/page.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parseFilters, parseSupportedFilters, presentFilters } from '../../reports/filters.ts';
import { EVENT_FILTERS, EVENT_VISIT_FILTERS, HIT_FILTERS } from '../../reports/hit-filters.ts';
import { presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import { DEFAULT_ATTRIBUTION } from '../../reports/visits.ts';
import { ListProperties, MAX_NAMES, PropertyList, presentProperty, type SiteProperty } from './schema.ts';

const NAMES = { shape: 'facts', of: 'properties', maxNames: MAX_NAMES } as const;

const unused = (name: string): PropertyUse => ({ name, rows: 0, numbers: 0, booleans: 0, sum: 0 });

/** Combines the use of each property in hits and in events; the commonest first, then by name. */
function combine(hits: readonly PropertyUse[], events: readonly PropertyUse[]): SiteProperty[] {
  const ofEvents = new Map(events.map(use => [use.name, use]));
  const ofHits = new Map(hits.map(use => [use.name, use]));
  const names = new Set([...ofHits.keys(), ...ofEvents.keys()]);
  const rows = (property: SiteProperty): number => property.hits.rows + property.events.rows;
  return Array.from(names, name => ({
    hits: ofHits.get(name) ?? unused(name),
    events: ofEvents.get(name) ?? unused(name),
  })).sort((a, b) => rows(b) - rows(a) || (a.hits.name < b.hits.name ? -1 : 1));
}

/** Which properties a site has: our own addition to the API. Source: decisions, section 9. */
export const propertyRoutes = ({
  hits,
  resolvePeriod,
}: {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/properties', {
    summary: 'List the properties of hits and events',
    operationId: 'listProperties',
    description:
      'The names that are in use, for `group_by=property:NAME` and filters. Takes the filters of hits; those that events do not have leave none of them out.',
    query: ListProperties,
    responses: { 200: PropertyList },
    handle: async ({ account, site, query, signal }) => {
      const period = await resolvePeriod(query, { account, site, signal });
      const { attribution = DEFAULT_ATTRIBUTION } = query;
      const page = toPage(query);
      const eventRules =
        attribution === 'visit' ? { ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS } : EVENT_FILTERS;
      const list = (kind: HitQuery['kind'], filters: HitQuery['filters']) =>
        hits.ask({ ...NAMES, siteId: site.id, kind, span: period.span, filters, attribution }, { signal });
      const found = combine(
        ...(await Promise.all([
          list('hit', parseFilters(HIT_FILTERS, query)),
          list('event', parseSupportedFilters(eventRules, query)),
        ])),
      );
      const offset = toOffset(page);
      return ok({
        properties: found.slice(offset, offset + page.size).map(presentProperty),
        pagination: presentPagination(page, found.length),
        filters: { ...presentPeriod(period), ...presentFilters(HIT_FILTERS, query), attribution },
      });
    },
  }),
];
