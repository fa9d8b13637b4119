import type { SiteTotals } from '../../core/hits/answers.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import type { SiteCounts } from './schema.ts';

const NO_HITS: SiteTotals = { hits: 0, uniqueHits: 0 };

/** Counts of a site without hits and kudos. */
export const NO_COUNTS: SiteCounts = {
  lifetime: NO_HITS,
  lifetimeKudos: 0,
  period: null,
};

/** Counts the hits and kudos of sites: over their lifetime, and in a span when one is given. */
export type CountSites = (
  sites: readonly Site[],
  span: Span | null,
  signal?: AbortSignal,
) => Promise<Map<number, SiteCounts>>;

/** Creates the counter; a site without kudos may be left out of what `countKudos` returns. */
export const createCountSites =
  ({
    hits,
    countKudos,
  }: {
    readonly hits: Pick<HitStore, 'totalsBySite'>;
    readonly countKudos: (siteIds: readonly number[]) => ReadonlyMap<number, number>;
  }): CountSites =>
  async (sites, span, signal) => {
    const ids = sites.map(site => site.id);
    const options = signal ? { signal } : {};
    const [lifetime, period] = await Promise.all([
      hits.totalsBySite(ids, null, options),
      span ? hits.totalsBySite(ids, span, options) : null,
    ]);
    const kudos = countKudos(ids);
    const counts = ids.map((id): [number, SiteCounts] => [
      id,
      {
        lifetime: lifetime.get(id) ?? NO_HITS,
        lifetimeKudos: kudos.get(id) ?? 0,
        period: period && (period.get(id) ?? NO_HITS),
      },
    ]);
    return new Map(counts);
  };
