/**
 * Holds the conversions of goals by the hour in memory: loaded from the store once a day, and of sites with new rows from the first
 * hour that those are in, once an hour has ended.
 */
import type { GoalCondition } from '../../core/goals/condition.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { FindSiteZone } from '../../core/site.ts';
import { startOfDay, toDay } from '../../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { HISTORY_HOURS } from './detect/usual.ts';
import { toHourMs } from './hit-history.ts';

/** Sites that are counted in one round at most, and those of them whose whole history is loaded. */
const MAX_COUNTED = 100;
const MAX_LOADED = 25;

/** A goal whose conversions are counted. */
export interface WatchedGoal {
  readonly id: number;
  readonly condition: GoalCondition;
}

/** Conversions by the hour, of hours that have ended. */
export interface GoalHours {
  readonly startMs: number;
  readonly counts: readonly number[];
}

interface SiteGoals {
  /** The goals with their conditions, to notice that they were changed. */
  readonly key: string;
  readonly startMs: number;
  readonly loadedMs: number;
  /** By the id of the goal. */
  readonly counts: ReadonlyMap<number, number[]>;
  /** End of the last hour that is counted. */
  endMs: number;
}

/** Where the new rows of a site are. */
interface Changed {
  readonly fromMs: number;
  readonly toMs: number;
}

type Goals = Pick<HitStore, 'ask'>;

/** An array of the start of each hour of a span, and its end. */
const hourEdges = (startMs: number, endMs: number): Date[] =>
  Array.from({ length: (endMs - startMs) / HOUR_MS + 1 }, (_, hour) => new Date(startMs + hour * HOUR_MS));

/** Loads the conversions of goals of a site by the hour, of so many hours before an instant’s running one. */
export async function loadGoalHours(
  hits: Goals,
  { siteId, goals }: { readonly siteId: number; readonly goals: readonly WatchedGoal[] },
  { now, hours, signal }: { readonly now: Date; readonly hours: number; readonly signal: AbortSignal },
): Promise<{ readonly startMs: number; readonly counts: ReadonlyMap<number, number[]> }> {
  const endMs = toHourMs(now);
  const startMs = endMs - hours * HOUR_MS;
  const query = { siteId, goals: goals.map(({ condition }) => condition), edges: hourEdges(startMs, endMs) };
  const found = await hits.ask({ shape: 'series', of: 'goals', ...query }, { signal });
  return { startMs, counts: new Map(goals.map(({ id }, index) => [id, [...(found[index] ?? [])]])) };
}

export function createGoalHistory(hits: Goals, findZone: FindSiteZone) {
  const known = new Map<number, SiteGoals>();
  const watched = new Set<number>();
  const changed = new Map<number, Changed>();

  function addChanged(siteId: number, { fromMs, toMs }: Changed): void {
    const before = changed.get(siteId);
    changed.set(siteId, {
      fromMs: Math.min(fromMs, before?.fromMs ?? fromMs),
      toMs: Math.max(toMs, before?.toMs ?? toMs),
    });
  }

  async function load(siteId: number, goals: readonly WatchedGoal[], { now, signal }: Round): Promise<void> {
    const loaded = await loadGoalHours(hits, { siteId, goals }, { now, hours: HISTORY_HOURS, signal });
    const key = toKey(goals);
    known.set(siteId, { ...loaded, key, loadedMs: now.getTime(), endMs: toHourMs(now) });
  }

  /** Counts the hours since the last ones anew, and those before that have new rows. */
  async function extend(
    siteId: number,
    goals: readonly WatchedGoal[],
    { site, fromMs, now, signal }: Round & { readonly site: SiteGoals; readonly fromMs: number },
  ): Promise<void> {
    const endMs = toHourMs(now);
    const startMs = Math.max(site.startMs, Math.min(fromMs, site.endMs));
    const recent = await loadGoalHours(
      hits,
      { siteId, goals },
      { now, hours: (endMs - startMs) / HOUR_MS, signal },
    );
    for (const [id, counts] of recent.counts)
      site.counts.get(id)?.splice((startMs - site.startMs) / HOUR_MS, Number.POSITIVE_INFINITY, ...counts);
    site.endMs = endMs;
  }

  /** Adds hours without conversions. */
  function skip(site: SiteGoals, endMs: number): void {
    for (const counts of site.counts.values())
      for (let ms = site.endMs; ms < endMs; ms += HOUR_MS) counts.push(0);
    site.endMs = endMs;
  }

  async function count(siteId: number, goals: readonly WatchedGoal[], round: Round): Promise<void> {
    const rows = changed.get(siteId);
    const site = known.get(siteId);
    const hourMs = toHourMs(round.now);
    // What is stored from here on is counted in the next round.
    changed.delete(siteId);
    try {
      if (!site || isStale(site, goals, round.now)) await load(siteId, goals, round);
      else if (!rows) skip(site, hourMs);
      else await extend(siteId, goals, { ...round, site, fromMs: rows.fromMs });
      if (rows && rows.toMs >= hourMs) addChanged(siteId, { fromMs: hourMs, toMs: rows.toMs });
    } catch (error) {
      if (rows) addChanged(siteId, rows);
      throw error;
    }
  }

  return {
    /** Notes that a site has a new row of an instant. A report of engagement may complete any hit of its day of the site. */
    noteChanged(
      siteId: number,
      { createdAt, kind }: { readonly createdAt: Date; readonly kind: string },
    ): void {
      if (!watched.has(siteId)) return;
      const zone = findZone(siteId);
      const first = kind === 'engagement' ? startOfDay(toDay(createdAt, zone), zone) : createdAt;
      addChanged(siteId, { fromMs: toHourMs(first), toMs: createdAt.getTime() });
    },
    /** Reloads the whole history of a site. */
    forget(siteId: number): void {
      known.delete(siteId);
    },
    /** Sets which sites are watched; others are forgotten. */
    watch(siteIds: ReadonlySet<number>): void {
      for (const id of watched) {
        if (siteIds.has(id)) continue;
        known.delete(id);
        changed.delete(id);
        watched.delete(id);
      }
      for (const id of siteIds) watched.add(id);
    },
    /** Counts the hours that have ended, of as many sites as one round has time for. */
    async refresh(goalsOf: ReadonlyMap<number, readonly WatchedGoal[]>, round: Round): Promise<void> {
      let counted = 0;
      let loaded = 0;
      for (const [siteId, goals] of goalsOf) {
        const site = known.get(siteId);
        const needsLoad = !site || isStale(site, goals, round.now);
        if (!needsLoad && site.endMs === toHourMs(round.now)) continue;
        if (counted >= MAX_COUNTED || (needsLoad && loaded >= MAX_LOADED)) continue;
        if (needsLoad) loaded++;
        if (needsLoad || changed.has(siteId)) counted++;
        await count(siteId, goals, round);
      }
    },
    /** Returns the conversions of a goal up to the running hour; undefined while those are not counted. */
    find(siteId: number, goalId: number, now: Date): GoalHours | undefined {
      const site = known.get(siteId);
      const counts = site?.counts.get(goalId);
      return site && counts && site.endMs === toHourMs(now) ? { startMs: site.startMs, counts } : undefined;
    },
  };
}

interface Round {
  readonly now: Date;
  readonly signal: AbortSignal;
}

const toKey = (goals: readonly WatchedGoal[]): string =>
  JSON.stringify(goals.map(({ id, condition }) => [id, condition]));

function isStale(site: SiteGoals, goals: readonly WatchedGoal[], now: Date): boolean {
  const isOld = now.getTime() - site.loadedMs >= DAY_MS || toHourMs(now) < site.endMs;
  return isOld || site.key !== toKey(goals);
}
