import type { HitStore } from '../../core/hits/store.ts';
import { toOffset } from '../../core/page.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { toPage } from '../../http/paging.ts';
import { normalizePath } from '../../lib/normalize-path.ts';
import { parseFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, presentImported } from '../../reports/imported.ts';
import type { Period, ResolvePeriod } from '../../reports/period.ts';
import { filterSections, type Sections } from '../../reports/sections.ts';
import {
  DEFAULT_PATH,
  JourneyList,
  JourneyPagesAnswer,
  JourneyPagesQuery,
  ListJourneys,
  PAGE_SIZE,
  PAGES_FILTERS,
  presentJourneyPages,
  presentJourneys,
} from './schema.ts';

/** Maximum pages of a journey in a response; `pages_truncated` is true when there are more. */
const MAX_PAGES = 200;
/** Entry and exit pages named at most. */
const MAX_PATHS = 10;
/** Pages before and after a page named at most. */
const MAX_PAGES_BESIDE = 20;
/** Hits of a site that are looked at for them, about: the newest ones. */
const MAX_HITS_BESIDE = 2_000_000;

/** They tell what single visitors did. */
const access = { sections: (query: object): Sections => ['journeys', ...filterSections(query)] };

/** Source: api-v1, Endpoints, Leaderboard and journeys; decisions, section 6. */
export const journeyRoutes = ({
  hits,
  resolvePeriod,
}: {
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => {
  /** Finds the imported days of a period: no journey has any. */
  const findLeftOut = (siteId: number, period: Period) =>
    findImported(hits, {
      query: { siteId, kind: 'hit', filters: [] },
      period,
      span: period.span,
      form: 'visits',
    });
  return [
    siteEndpoint('GET', '/sites/:id/user_journeys', {
      summary: 'List the journeys of visitors',
      operationId: 'listUserJourneys',
      description:
        'One for each visitor of the period. Filters mean visits: a journey is made of the hits of those that match all of them.',
      access,
      query: ListJourneys,
      responses: { 200: JourneyList },
      handle: async ({ account, site, query, signal }) => {
        const period = await resolvePeriod(query, { account, site, signal });
        const page = toPage(query, PAGE_SIZE);
        const selection = {
          siteId: site.id,
          span: period.span,
          filters: parseFilters(JOURNEY_FILTERS, query),
          omitsSingle: query.min_pages === 2,
          maxPages: MAX_PAGES,
          maxPaths: MAX_PATHS,
        };
        const slice = { offset: toOffset(page), limit: page.size };
        const [journeys, imported] = await Promise.all([
          hits.ask({ shape: 'flows', of: 'journeys', ...selection, ...slice }, { signal }),
          findLeftOut(site.id, period),
        ]);
        return ok({ ...presentJourneys(journeys, { page, period, query }), ...presentImported(imported) });
      },
    }),
    siteEndpoint('GET', '/sites/:id/user_journeys/pages', {
      summary: 'List what visitors opened before and after a page',
      operationId: 'listJourneyPages',
      description:
        'Counts the views of a page in visits: those that began one (`entered`) and all in `previous` add up to `views`, as do those that ended one (`left`) and all in `next`. Filters are those of journeys.',
      access,
      query: JourneyPagesQuery,
      responses: { 200: JourneyPagesAnswer },
      handle: async ({ account, site, query, signal }) => {
        const period = await resolvePeriod(query, { account, site, signal });
        const selection = {
          siteId: site.id,
          span: period.span,
          filters: parseFilters(PAGES_FILTERS, query),
          path: normalizePath(query.path ?? DEFAULT_PATH),
          maxPaths: MAX_PAGES_BESIDE,
          maxHits: MAX_HITS_BESIDE,
        };
        const [pages, imported] = await Promise.all([
          hits.ask({ shape: 'flows', of: 'pages', ...selection }, { signal }),
          findLeftOut(site.id, period),
        ]);
        return ok({ ...presentJourneyPages(pages, { query, period }), ...presentImported(imported) });
      },
    }),
  ];
};
