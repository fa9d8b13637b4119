/** Loads the sections of a public page. */

import type { HitKind } from '../../core/hits/columns.ts';
import type { Dimension, HitQuery, Slice } from '../../core/hits/query.ts';
import { presentRevenue } from '../../core/hits/revenue.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type PublicSection, readPublicPage } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import { type AppliedSegment, withinView } from '../../core/view.ts';
import type { GetSiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';
import { addDays } from '../../lib/time.ts';
import { type FilterRules, parseFilters, type RowFilter } from '../../reports/filters.ts';
import { HIT_FILTERS, JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, type Imported, importedDaysOf } from '../../reports/imported.ts';
import { listSharedValues } from '../../reports/shared-properties.ts';
import { presentPageEngagement } from '../../reports/visits.ts';
import type { UptimeService } from '../uptime/service.ts';
import { type ConversionDeps, createConversionSections } from './conversion-sections.ts';
import type { PublicPeriod } from './period.ts';
import { MAX_ROWS, type PublicStats } from './schema.ts';
import { FILTERED_AGENTS, FILTERED_EVENTS, FILTERED_KUDOS } from './section-filters.ts';
import { createVisibilityRules, type IsVisible, type VisibilityRules } from './visibility.ts';

/** Keys with their counts, sorted by count, and the number of keys. */
export interface CountedKeys {
  readonly rows: readonly { readonly key: string | null; readonly count: number }[];
  readonly total: number;
}

export interface SectionDeps {
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly goals: ConversionDeps['goals'];
  readonly funnels: ConversionDeps['funnels'];
  readonly kudos: {
    readonly countIn: (query: KudoQuery) => Promise<number>;
    readonly groupByPath: (query: KudoQuery, slice: Slice) => Promise<CountedKeys>;
  };
  readonly uptime: Pick<UptimeService, 'findStatus' | 'findDays'>;
  /** Presents a day of uptime in wire format. */
  readonly presentDay: (day: NonNullable<ReturnType<UptimeService['findDays']>>[number]) => object;
  readonly getSiteFacts: GetSiteFacts;
  readonly findSpam: FindSpam;
}

interface KudoQuery {
  readonly siteId: number;
  readonly span: Span;
  readonly filters: readonly RowFilter<'path'>[];
}

/** Fields of the answer that a section adds. */
type Part = Partial<Omit<PublicStats, 'site' | 'period' | 'sections' | 'updated_at'>>;
/** A section, and whether it includes imported days. */
export interface Section extends Omit<Part, 'imported'> {
  readonly imported?: Imported | undefined;
}
/** Reads a section of a site, limited to a segment if there is one. */
type ReadSection = (
  site: Site,
  period: PublicPeriod,
  segment: AppliedSegment | null,
) => Section | Promise<Section>;

const UPTIME_DAYS = 90;
/** Rows per read until there are ten visible ones. */
const ROWS_PER_READ = 50;
const MAX_ROWS_READ = 1000;

/** Lists of the engine's groups. The key's field is named like the dimension. */
const LISTS = {
  pages: { kind: 'hit', dimension: 'path', countName: 'views' },
  events: { kind: 'event', dimension: 'event', countName: 'event_count' },
  agents: { kind: 'agent_visit', dimension: 'agent_name', countName: 'visit_count' },
} as const satisfies Partial<
  Record<PublicSection, { kind: HitKind; dimension: Dimension; countName: string }>
>;

/** Lists by values of visits, most visitors first. */
const VISITOR_LISTS = {
  channels: 'channel',
  referrers: 'referrer_host',
  sources: 'source',
  countries: 'country',
  regions: 'region',
  cities: 'city',
  languages: 'language',
  browsers: 'browser_name',
  devices: 'device',
  screens: 'screen',
} as const satisfies Partial<Record<PublicSection, Dimension>>;

export function createSections(deps: SectionDeps): Readonly<Record<PublicSection, ReadSection>> {
  const { hits, kudos, uptime } = deps;
  const getRules = (site: Site): VisibilityRules =>
    createVisibilityRules(deps.getSiteFacts(site), deps.findSpam);
  const mayShow = (site: Site, dimension: Dimension): IsVisible | undefined => {
    const rules: Partial<Record<Dimension, IsVisible>> = getRules(site);
    return rules[dimension];
  };

  const addImported = async (rows: HitQuery, period: PublicPeriod, grouping?: Dimension) => {
    const imported = await findImported(hits, {
      ...{ query: rows, period, span: period.span },
      ...(grouping && { grouping }),
    });
    return { query: { ...rows, ...importedDaysOf(imported) }, imported };
  };

  const list =
    (name: keyof typeof LISTS): ReadSection =>
    async (site, period, segment) => {
      const { kind, dimension, countName } = LISTS[name];
      const { query, imported } = await addImported(
        toQuery(site, kind, { period, segment }),
        period,
        dimension,
      );
      const groups = { shape: 'groups', ...query, dimension } as const;
      const shown = await listVisible(slice => hits.ask({ ...groups, ...slice }), mayShow(site, dimension));
      return { [name]: shown.map(row => ({ [dimension]: row.key, [countName]: row.hits })), imported };
    };

  const visitorList =
    (name: keyof typeof VISITOR_LISTS): ReadSection =>
    async (site, period, segment) => {
      const dimension = VISITOR_LISTS[name];
      const rows: HitQuery = { ...toQuery(site, 'hit', { period, segment }), attribution: 'visit' };
      const { query, imported } = await addImported(rows, period, dimension);
      // Hits of servers and imports may have no visitors.
      const { visitors } = await hits.ask({ shape: 'totals', ...query, measures: ['visitors'] });
      const orderBy = visitors > 0 ? 'visitors' : 'hits';
      const groups = { shape: 'groups', ...query, dimension, measures: ['visitors'], orderBy } as const;
      const shown = await listVisible(slice => hits.ask({ ...groups, ...slice }), mayShow(site, dimension));
      return {
        [name]: shown.map(row => ({
          [dimension]: row.key,
          hit_count: row.hits,
          unique_visitors: row.visitors,
        })),
        imported,
      };
    };

  return {
    pages: list('pages'),
    channels: visitorList('channels'),
    referrers: visitorList('referrers'),
    sources: visitorList('sources'),
    countries: visitorList('countries'),
    regions: visitorList('regions'),
    cities: visitorList('cities'),
    languages: visitorList('languages'),
    browsers: visitorList('browsers'),
    devices: visitorList('devices'),
    screens: visitorList('screens'),
    events: list('events'),
    agents: list('agents'),

    async visitors(site, period, segment) {
      const { days, edges, last } = period;
      const { query, imported } = await addImported(toQuery(site, 'hit', { period, segment }), period);
      const importedEdges = imported?.included ? [...days, addDays(last, 1)] : undefined;
      const measures = ['hits', 'visitors', 'visits'] as const;
      const [totals, buckets] = await Promise.all([
        hits.ask({ shape: 'totals', ...query, measures }),
        hits.ask({ shape: 'series', ...query, edges, importedEdges, measures }),
      ]);
      return {
        figures: { hits: totals.hits, visitors: totals.visitors, visits: totals.visits },
        series: days.map((date, index) => ({
          date,
          hits: buckets[index]?.hits ?? 0,
          visitors: buckets[index]?.visitors ?? 0,
          visits: buckets[index]?.visits ?? 0,
        })),
        imported,
      };
    },

    async engagement(site, period, segment) {
      const question = { shape: 'groups', of: 'pageEngagement', pages: 'together' } as const;
      const [all] = await hits.ask({ ...question, ...toQuery(site, 'hit', { period, segment }) });
      const { engaged_seconds, scroll_depth } = presentPageEngagement(all);
      return { figures: { engaged_seconds, scroll_depth } };
    },

    async properties(site, period, segment) {
      const shared = readPublicPage(site.publicPage).properties.map(name =>
        listSharedValues(hits, {
          name,
          limit: MAX_ROWS,
          toQuery: kind => toQuery(site, kind, { period, segment }),
        }),
      );
      const properties = (await Promise.all(shared)).map(({ values, ...property }) => ({
        ...property,
        values: values.map(({ visitors, ...value }) => ({ ...value, unique_visitors: visitors })),
      }));
      return { properties: properties.filter(({ values }) => values.length > 0) };
    },

    async revenue(site, period, segment) {
      const rows = toQuery(site, 'event', { period, segment });
      const revenue = await hits.ask({ shape: 'groups', of: 'revenue', ...rows });
      return { revenue: revenue.map(presentRevenue) };
    },

    ...createConversionSections(deps, segment => parseFilters(JOURNEY_FILTERS, ofSegment(segment))),

    async kudos(site, { span }, segment) {
      const filters = parseFilters(FILTERED_KUDOS, ofSegment(segment));
      const query = { siteId: site.id, span, filters };
      const read = (slice: Slice) => kudos.groupByPath(query, slice);
      const shown = await listVisible(read, getRules(site).path);
      return {
        figures: { kudos: await kudos.countIn(query) },
        kudos: shown.map(({ key, count }) => ({ path: key, kudo_count: count })),
      };
    },

    uptime(site, { zone }) {
      const status = site.uptimeEnabled ? uptime.findStatus(site.id) : undefined;
      if (!status) return { uptime: null };
      const days = uptime.findDays(site.id, { dayCount: UPTIME_DAYS, zone }) ?? [];
      return {
        uptime: {
          uptime: status.uptime,
          is_down: status.monitor.state.isDown,
          days: days.map(day => ({ ...deps.presentDay(day) })),
        },
      };
    },
  };
}

const ofSegment = (segment: AppliedSegment | null): object =>
  withinView({}, { segments: segment ? [segment] : [] });

const RULES: Readonly<Partial<Record<HitKind, FilterRules<Dimension>>>> = {
  event: FILTERED_EVENTS,
  agent_visit: FILTERED_AGENTS,
};

/** Filters select visits, as in the dashboard. */
const toQuery = (
  site: Site,
  kind: HitKind,
  { period, segment }: { readonly period: PublicPeriod; readonly segment: AppliedSegment | null },
): HitQuery => ({
  siteId: site.id,
  kind,
  span: period.span,
  filters: parseFilters(RULES[kind] ?? HIT_FILTERS, ofSegment(segment)),
  ...(segment && { attribution: 'visit' }),
});

interface WithKey {
  readonly key: string;
}

/** Returns the first rows whose key is visible. */
async function listVisible<Row extends { readonly key: string | null }>(
  read: (slice: Slice) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
  mayShow: IsVisible = () => true,
): Promise<(Row & WithKey)[]> {
  const shown: (Row & WithKey)[] = [];
  for (let offset = 0; offset < MAX_ROWS_READ; offset += ROWS_PER_READ) {
    const { rows, total } = await read({ offset, limit: ROWS_PER_READ });
    const isVisible = (row: Row): row is Row & WithKey =>
      row.key !== null && row.key !== '' && mayShow(row.key);
    shown.push(...rows.filter(isVisible));
    if (shown.length >= MAX_ROWS || offset + ROWS_PER_READ >= total) break;
  }
  return shown.slice(0, MAX_ROWS);
}
