import type { Clock } from '../../core/clock.ts';
import { REFUSAL_REASONS, type Refusal, type RefusalReason } from '../../ingest/refusal.ts';
import { createLru } from '../../lib/lru.ts';
import { HOUR_MS } from '../../lib/time-units.ts';

const KEPT_HOURS = 24;
const MAX_SITES = 2000;
/** Details are what strangers send: beyond these, a site's are counted by their reason alone. */
const MAX_DETAILS = 50;
const MAX_LENGTH = 200;

/** Views of a site that were not counted for one and the same reason. */
export interface CountedRefusal {
  readonly reason: RefusalReason;
  /** Null for all that came when there were too many different ones. */
  readonly detail: string | null;
  readonly count: number;
  readonly lastAt: Date;
}

interface Entry {
  readonly reason: RefusalReason;
  readonly detail: string | null;
  /** Counts by hours since the epoch. */
  readonly hours: Map<number, number>;
  lastAt: Date;
}

export type RefusalsService = ReturnType<typeof createRefusals>;

/** Counts refused views by site, reason and detail for 24 hours, in memory. */
export function createRefusals({ clock }: { readonly clock: Clock }) {
  const bySite = createLru<number, Map<string, Entry>>(MAX_SITES);
  const totals = new Map<RefusalReason, number>(REFUSAL_REASONS.map(reason => [reason, 0]));

  function getEntries(siteId: number): Map<string, Entry> {
    const known = bySite.get(siteId);
    if (known) return known;
    const entries = new Map<string, Entry>();
    bySite.set(siteId, entries);
    return entries;
  }

  /** Removes the entries that have no count of the last day. */
  function prune(entries: Map<string, Entry>, hour: number): void {
    for (const [key, { hours }] of entries) {
      removePast(hours, hour);
      if (hours.size === 0) entries.delete(key);
    }
  }

  function findEntry(entries: Map<string, Entry>, { reason, detail }: Refusal, now: Date): Entry {
    const short = detail.slice(0, MAX_LENGTH);
    const key = `${reason} ${short}`;
    const known = entries.get(key);
    if (known) return known;
    if (entries.size >= MAX_DETAILS) prune(entries, toEpochHour(now));
    const isFull = entries.size >= MAX_DETAILS;
    const others = isFull ? entries.get(reason) : undefined;
    if (others) return others;
    const entry = { reason, detail: isFull ? null : short, hours: new Map<number, number>(), lastAt: now };
    entries.set(isFull ? reason : key, entry);
    return entry;
  }

  return {
    record(siteId: number, refusal: Refusal): void {
      const now = clock.now();
      const entry = findEntry(getEntries(siteId), refusal, now);
      const hour = toEpochHour(now);
      // An entry may be counted for years without being read.
      if (!entry.hours.has(hour)) removePast(entry.hours, hour);
      entry.hours.set(hour, (entry.hours.get(hour) ?? 0) + 1);
      entry.lastAt = now;
      totals.set(refusal.reason, (totals.get(refusal.reason) ?? 0) + 1);
    },
    /** Refusals of a site in the last 24 hours, in steps of an hour; the latest first. */
    listBySite(siteId: number): CountedRefusal[] {
      const entries = bySite.get(siteId);
      if (!entries) return [];
      prune(entries, toEpochHour(clock.now()));
      return [...entries.values()]
        .map(({ hours, ...entry }) => ({ ...entry, count: sum(hours.values()) }))
        .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
    },
    /** Refusals of all sites since the start, by reason. */
    totals: (): ReadonlyMap<RefusalReason, number> => totals,
  };
}

/** Removes the counts of hours that are more than a day ago. */
function removePast(hours: Map<number, number>, hour: number): void {
  for (const past of hours.keys()) if (past <= hour - KEPT_HOURS) hours.delete(past);
}

const toEpochHour = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);

const sum = (counts: Iterable<number>): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};
