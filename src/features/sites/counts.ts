import type { SiteTotals } from '../../core/hits/answers.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import { findImported, type Imported } from '../../reports/imported.ts';
import { ALL_DAYS, type Period } from '../../reports/period.ts';

/** What is counted of a site. */
export interface SiteCounts {
  readonly lifetime: SiteTotals;
  readonly lifetimeKudos: number;
  /** Null without a date range. */
  readonly period: SiteTotals | null;
  readonly imported?: Imported | undefined;
}

const NO_HITS: SiteTotals = { hits: 0, uniqueHits: 0 };

/** Counts of a site without hits and kudos. */
export const NO_COUNTS: SiteCounts = {
  lifetime: NO_HITS,
  lifetimeKudos: 0,
  period: null,
};

/** Counts the hits and kudos of sites: over their lifetime, and in a period when one is given. Imported days are in both. */
export type CountSites = (
  sites: readonly Site[],
  period: Period | null,
  signal?: AbortSignal,
) => Promise<Map<number, SiteCounts>>;

/** Creates the counter; a site without kudos may be left out of what `countKudos` returns. */
export const createCountSites =
  ({
    hits,
    countKudos,
  }: {
    readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
    readonly countKudos: (siteIds: readonly number[]) => ReadonlyMap<number, number>;
  }): CountSites =>
  async (sites, period, signal) => {
    const ids = sites.map(site => site.id);
    const options = { signal };
    const days = period ?? ALL_DAYS;
    const findImportedOf = (siteId: number) =>
      findImported(hits, {
        query: { siteId, kind: 'hit', filters: [] },
        period: days,
        span: days.span,
      });
    const [lifetime, inPeriod, imported] = await Promise.all([
      hits.ask({ shape: 'totals', siteIds: ids, span: null, importedDays: 'all' }, options),
      period && hits.ask({ shape: 'totals', siteIds: ids, span: period.span, importedDays: period }, options),
      Promise.all(ids.map(findImportedOf)),
    ]);
    const kudos = countKudos(ids);
    const counts = ids.map((id, index): [number, SiteCounts] => [
      id,
      {
        lifetime: lifetime.get(id) ?? NO_HITS,
        lifetimeKudos: kudos.get(id) ?? 0,
        period: inPeriod && (inPeriod.get(id) ?? NO_HITS),
        imported: imported[index],
      },
    ]);
    return new Map(counts);
  };
