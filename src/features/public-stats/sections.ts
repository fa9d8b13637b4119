/** Loads the sections of a public page. */

import type { HitKind } from '../../core/hits/columns.ts';
import type { Dimension, HitQuery, Slice } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { PublicSection } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import type { GetSiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';
import type { UptimeService } from '../uptime/service.ts';
import type { PublicPeriod } from './period.ts';
import { MAX_ROWS, type PublicStats } from './schema.ts';
import { createVisibilityRules, type IsVisible, type VisibilityRules } from './visibility.ts';

/** Keys with their counts, sorted by count, and the number of keys. */
export interface CountedKeys {
  readonly rows: readonly { readonly key: string | null; readonly count: number }[];
  readonly total: number;
}

export interface SectionDeps {
  readonly hits: Pick<HitStore, 'totals' | 'series' | 'group'>;
  readonly kudos: {
    readonly countIn: (siteId: number, span: Span) => Promise<number>;
    readonly groupByPath: (siteId: number, span: Span, slice: Slice) => Promise<CountedKeys>;
  };
  readonly uptime: Pick<UptimeService, 'findStatus' | 'findDays'>;
  /** How a day of uptime looks on the wire. */
  readonly presentDay: (day: NonNullable<ReturnType<UptimeService['findDays']>>[number]) => object;
  readonly getSiteFacts: GetSiteFacts;
  readonly findSpam: FindSpam;
}

/** Fields of the answer that a section adds. */
type Part = Partial<Omit<PublicStats, 'site' | 'period' | 'sections' | 'updated_at'>>;
type ReadSection = (site: Site, period: PublicPeriod) => Part | Promise<Part>;

const UPTIME_DAYS = 90;
/** Rows per read until there are ten visible ones. */
const ROWS_PER_READ = 50;
const MAX_ROWS_READ = 1000;

/** Lists of the engine's groups. The key's field is named like the dimension. */
const LISTS = {
  pages: { kind: 'hit', dimension: 'path', countName: 'views' },
  referrers: { kind: 'hit', dimension: 'referrer_host', countName: 'hit_count' },
  sources: { kind: 'hit', dimension: 'source', countName: 'hit_count' },
  countries: { kind: 'hit', dimension: 'country', countName: 'hit_count' },
  browsers: { kind: 'hit', dimension: 'browser_name', countName: 'hit_count' },
  devices: { kind: 'hit', dimension: 'device', countName: 'hit_count' },
  events: { kind: 'event', dimension: 'event', countName: 'event_count' },
  agents: { kind: 'agent_visit', dimension: 'agent_name', countName: 'visit_count' },
} as const satisfies Partial<
  Record<PublicSection, { kind: HitKind; dimension: Dimension; countName: string }>
>;

export function createSections(deps: SectionDeps): Readonly<Record<PublicSection, ReadSection>> {
  const { hits, kudos, uptime } = deps;
  const getRules = (site: Site): VisibilityRules =>
    createVisibilityRules(deps.getSiteFacts(site), deps.findSpam);

  const list =
    (name: keyof typeof LISTS): ReadSection =>
    async (site, { span }) => {
      const { kind, dimension, countName } = LISTS[name];
      const rules: Partial<Record<Dimension, IsVisible>> = getRules(site);
      const shown = await listVisible(async slice => {
        const { rows, total } = await hits.group(toQuery(site, kind, span), dimension, slice);
        return { rows: rows.map(({ key, hits: count }) => ({ key, count })), total };
      }, rules[dimension]);
      return { [name]: shown.map(({ key, count }) => ({ [dimension]: key, [countName]: count })) };
    };

  return {
    pages: list('pages'),
    referrers: list('referrers'),
    sources: list('sources'),
    countries: list('countries'),
    browsers: list('browsers'),
    devices: list('devices'),
    events: list('events'),
    agents: list('agents'),

    async visitors(site, { days, edges, span }) {
      const query = toQuery(site, 'hit', span);
      const [totals, buckets] = await Promise.all([
        hits.totals(query),
        hits.series(query, edges, { countsVisitors: true }),
      ]);
      return {
        figures: { hits: totals.hits, visitors: totals.visitors },
        series: days.map((date, index) => ({
          date,
          hits: buckets[index]?.hits ?? 0,
          visitors: buckets[index]?.visitors ?? 0,
        })),
      };
    },

    async kudos(site, { span }) {
      const read = (slice: Slice) => kudos.groupByPath(site.id, span, slice);
      const shown = await listVisible(read, getRules(site).path);
      return {
        figures: { kudos: await kudos.countIn(site.id, span) },
        kudos: shown.map(({ key, count }) => ({ path: key, kudo_count: count })),
      };
    },

    uptime(site) {
      const status = site.uptimeEnabled ? uptime.findStatus(site.id) : undefined;
      if (!status) return { uptime: null };
      const days = uptime.findDays(site.id, { dayCount: UPTIME_DAYS, zone: 'UTC' }) ?? [];
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

const toQuery = (site: Site, kind: HitKind, span: Span): HitQuery => ({
  siteId: site.id,
  kind,
  span,
  filters: [],
});

/** Returns the first rows whose key is visible. */
async function listVisible(
  read: (slice: Slice) => Promise<CountedKeys>,
  mayShow: IsVisible = () => true,
): Promise<{ key: string; count: number }[]> {
  const shown: { key: string; count: number }[] = [];
  for (let offset = 0; offset < MAX_ROWS_READ; offset += ROWS_PER_READ) {
    const { rows, total } = await read({ offset, limit: ROWS_PER_READ });
    for (const { key, count } of rows)
      if (key !== null && key !== '' && mayShow(key)) shown.push({ key, count });
    if (shown.length >= MAX_ROWS || offset + ROWS_PER_READ >= total) break;
  }
  return shown.slice(0, MAX_ROWS);
}
