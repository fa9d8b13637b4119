/**
 * Holds the hits of sites by the hour in memory: loaded from the store once a day, and of sites with new hits the running hour and the
 * one before it each minute, in one query.
 */
import type { HitStore } from '../../core/hits/store.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { HISTORY_HOURS } from './detect/usual.ts';

/** Sites whose history is loaded in one query, and queries in one round. */
const LOADED_AT_ONCE = 25;
const MAX_LOADS = 4;

interface SiteHours {
  readonly startMs: number;
  readonly counts: number[];
  readonly loadedMs: number;
}

type Hits = Pick<HitStore, 'ask'>;

export const toHourMs = (instant: Date): number => Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS;

/** Returns the edges of the hours from one instant to the end of the hour of another. */
const hourEdges = (fromMs: number, lastHourMs: number): Date[] =>
  Array.from({ length: (lastHourMs - fromMs) / HOUR_MS + 2 }, (_, hour) => new Date(fromMs + hour * HOUR_MS));

/** Loads the hits of sites by the hour, from so many hours ago to the running one. */
export async function loadHours(
  hits: Hits,
  siteIds: readonly number[],
  { now, hours, signal }: { readonly now: Date; readonly hours: number; readonly signal: AbortSignal },
): Promise<{ readonly startMs: number; readonly counts: ReadonlyMap<number, number[]> }> {
  const hourMs = toHourMs(now);
  const startMs = hourMs - hours * HOUR_MS;
  const edges = hourEdges(startMs, hourMs);
  const found = await hits.ask({ shape: 'series', siteIds, edges }, { signal });
  const counts = siteIds.map(id => {
    const buckets = found.get(id)?.map(bucket => bucket.hits);
    return [id, buckets ?? new Array<number>(edges.length - 1).fill(0)] as const;
  });
  return { startMs, counts: new Map(counts) };
}

export function createHitHistory(hits: Hits) {
  const known = new Map<number, SiteHours>();
  const changed = new Set<number>();

  async function load(siteIds: readonly number[], now: Date, signal: AbortSignal): Promise<void> {
    for (let at = 0; at < Math.min(siteIds.length, MAX_LOADS * LOADED_AT_ONCE); at += LOADED_AT_ONCE) {
      const some = siteIds.slice(at, at + LOADED_AT_ONCE);
      for (const id of some) changed.delete(id);
      const { startMs, counts } = await loadHours(hits, some, { now, hours: HISTORY_HOURS, signal });
      for (const [id, ofSite] of counts) known.set(id, { startMs, counts: ofSite, loadedMs: now.getTime() });
    }
  }

  /** Counts the running hour and the one before it again. */
  async function update(siteIds: readonly number[], now: Date, signal: AbortSignal): Promise<void> {
    const recent = await loadHours(hits, siteIds, { now, hours: 1, signal });
    for (const [id, counts] of recent.counts) {
      const site = known.get(id);
      if (!site) continue;
      const first = (recent.startMs - site.startMs) / HOUR_MS;
      for (const [hour, count] of counts.entries()) site.counts[first + hour] = count;
    }
  }

  return {
    /** Notes that a site has new hits. */
    noteChanged(siteId: number): void {
      if (known.has(siteId)) changed.add(siteId);
    },
    /** Reloads the whole history of a site. */
    forget(siteId: number): void {
      known.delete(siteId);
    },
    /** Brings the hours of sites up to date, and returns those with new hits. Others are forgotten. */
    async refresh(
      siteIds: ReadonlySet<number>,
      now: Date,
      signal: AbortSignal,
    ): Promise<ReadonlySet<number>> {
      const hourMs = toHourMs(now);
      for (const id of known.keys()) if (!siteIds.has(id)) known.delete(id);
      const isStale = (id: number): boolean => {
        const site = known.get(id);
        if (!site) return true;
        const lastMs = site.startMs + (site.counts.length - 1) * HOUR_MS;
        return now.getTime() - site.loadedMs >= DAY_MS || hourMs - lastMs > HOUR_MS || hourMs < lastMs;
      };
      const stale = [...siteIds].filter(isStale);
      await load(stale, now, signal);
      for (const site of known.values())
        while (site.startMs + site.counts.length * HOUR_MS <= hourMs) site.counts.push(0);
      const updated = [...changed].filter(id => siteIds.has(id));
      changed.clear();
      try {
        if (updated.length > 0) await update(updated, now, signal);
      } catch (error) {
        for (const id of updated) changed.add(id);
        throw error;
      }
      return new Set([...stale, ...updated]);
    },
    find: (siteId: number): Pick<SiteHours, 'startMs' | 'counts'> | undefined => known.get(siteId),
  };
}
