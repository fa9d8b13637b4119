/** Figures of the current visitors of a site. */
import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import type { Dimension, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Time that a visitor counts as present after a hit. */
const WINDOW_MS = 5 * MINUTE_MS;
/** Age of the oldest rows that are listed. */
export const RECENT_MS = DAY_MS;
/** Pages and countries at most. */
const MAX_GROUPS = 10;

/** The last minutes of a site. */
export interface LiveFigures {
  readonly since: Date;
  readonly visitors: number;
  readonly hits: number;
  /** Commonest first. */
  readonly pages: readonly { readonly path: string; readonly hits: number }[];
  readonly countries: readonly { readonly country: string; readonly hits: number }[];
}

/** From so long ago up to this millisecond, included: a hit that was just stored carries the same one. */
export const lastMs = (now: Date, lengthMs: number): Span => ({
  start: new Date(now.getTime() - lengthMs),
  end: new Date(now.getTime() + 1),
});

/** The last five minutes of a site. */
export async function readFigures(
  hits: Pick<HitStore, 'totals' | 'group'>,
  { siteId, now }: { readonly siteId: number; readonly now: Date },
  options: ReadOptions,
): Promise<LiveFigures> {
  const span = lastMs(now, WINDOW_MS);
  const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
  const group = (dimension: Dimension) =>
    hits.group(query, dimension, { ...options, offset: 0, limit: MAX_GROUPS });
  const [totals, pages, countries] = await Promise.all([
    hits.totals(query, options),
    group('path'),
    group('country'),
  ]);
  return {
    since: span.start,
    visitors: totals.visitors,
    hits: totals.hits,
    pages: pages.rows.map(row => ({ path: row.key ?? '', hits: row.hits })),
    countries: countries.rows.map(row => ({ country: row.key ?? UNKNOWN_COUNTRY, hits: row.hits })),
  };
}
