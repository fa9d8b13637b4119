/** Figures of the current visitors of a site. */
import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import type { GroupRow } from '../../core/hits/answers.ts';
import type { Dimension, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Time that a visitor counts as present after a hit. */
const WINDOW_MS = 5 * MINUTE_MS;
/** Minutes of the history, the current one included. */
export const HISTORY_MINUTES = 30;
/** Age of the oldest rows that are listed. */
export const RECENT_MS = DAY_MS;
/** Rows of each list at most. */
const MAX_GROUPS = 10;
/** Countries of the history at most: enough for a map. */
export const MAX_HISTORY_COUNTRIES = 50;

/** The last minutes of a site. */
export interface LiveFigures {
  readonly since: Date;
  readonly visitors: number;
  readonly hits: number;
  /** Commonest first. */
  readonly pages: readonly { readonly path: string; readonly hits: number }[];
  readonly countries: readonly { readonly country: string; readonly hits: number }[];
  readonly history: LiveHistory;
}

/** The last half hour of a site. Lists are of visitors, and referrers those that visits began with; the commonest first. */
export interface LiveHistory {
  readonly visitors: number;
  readonly hits: number;
  /** Every minute, oldest first. */
  readonly minutes: readonly { readonly start: Date; readonly visitors: number; readonly hits: number }[];
  readonly pages: readonly GroupRow[];
  readonly referrers: readonly GroupRow[];
  readonly countries: readonly GroupRow[];
}

/** From so long ago up to this millisecond, included: a hit that was just stored carries the same one. */
export const lastMs = (now: Date, lengthMs: number): Span => ({
  start: new Date(now.getTime() - lengthMs),
  end: new Date(now.getTime() + 1),
});

type LiveReads = Pick<HitStore, 'ask'>;

interface LiveRequest {
  readonly siteId: number;
  readonly now: Date;
}

/** Reads the figures of a site's current visitors. */
export async function readFigures(
  hits: LiveReads,
  { siteId, now, loadHistory }: LiveRequest & { readonly loadHistory: () => Promise<LiveHistory> },
  options: ReadOptions,
): Promise<LiveFigures> {
  const span = lastMs(now, WINDOW_MS);
  const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
  const group = (dimension: Dimension) =>
    hits.ask({ shape: 'groups', ...query, dimension, offset: 0, limit: MAX_GROUPS }, options);
  const [totals, pages, countries, history] = await Promise.all([
    hits.ask({ shape: 'totals', ...query, measures: ['hits', 'visitors'] }, options),
    group('path'),
    group('country'),
    loadHistory(),
  ]);
  return {
    since: span.start,
    visitors: totals.visitors,
    hits: totals.hits,
    pages: pages.rows.map(row => ({ path: row.key ?? '', hits: row.hits })),
    countries: countries.rows.map(row => ({ country: row.key ?? UNKNOWN_COUNTRY, hits: row.hits })),
    history,
  };
}

/** Returns the edges of the minutes up to the current one. */
function toMinutes(now: Date): Date[] {
  const currentMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return Array.from(
    { length: HISTORY_MINUTES + 1 },
    (_, index) => new Date(currentMs + (index + 1 - HISTORY_MINUTES) * MINUTE_MS),
  );
}

/** Reads the last half hour of a site. */
export async function readHistory(
  hits: LiveReads,
  { siteId, now }: LiveRequest,
  options: ReadOptions,
): Promise<LiveHistory> {
  const edges = toMinutes(now);
  const [start = now, end = now] = [edges[0], edges.at(-1)];
  const query: HitQuery = { siteId, kind: 'hit', span: { start, end }, filters: [], attribution: 'visit' };
  const measures = ['visitors'] as const;
  const group = async (dimension: Dimension, limit = MAX_GROUPS) => {
    const page = { dimension, offset: 0, limit, measures, orderBy: 'visitors' } as const;
    return (await hits.ask({ shape: 'groups', ...query, ...page }, options)).rows;
  };
  const [totals, minutes, pages, referrers, countries] = await Promise.all([
    hits.ask({ shape: 'totals', ...query, measures: ['hits', 'visitors'] }, options),
    hits.ask({ shape: 'series', ...query, edges, measures }, options),
    group('path'),
    group('referrer_host'),
    group('country', MAX_HISTORY_COUNTRIES),
  ]);
  return {
    visitors: totals.visitors,
    hits: totals.hits,
    minutes: minutes.map((minute, index) => ({
      start: edges[index] ?? start,
      visitors: minute.visitors ?? 0,
      hits: minute.hits,
    })),
    pages,
    referrers,
    countries,
  };
}
