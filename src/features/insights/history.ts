/** Finds the weeks before a site's first insight that have none yet, from the newest to the oldest. */
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { Day } from '../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { WINDOW_DAYS } from './detect/figures.ts';
import { RETENTION_DAYS } from './limits.ts';
import { isDue, lastDueDay } from './schedule.ts';
import type { InsightsStore } from './store.ts';

interface ZonedSite {
  readonly site: Site;
  readonly zone: string;
}

/** A site, and the last day of a week that has no insight yet. */
interface MissingWeek extends ZonedSite {
  readonly day: Day;
}

/** A site that nothing could be generated for. */
export interface SiteFailure {
  readonly siteId: number;
  readonly error: unknown;
}

/** How long it is remembered that a site has no earlier hits: an import may bring some. */
const COMPLETE_MS = DAY_MS;
/** Pause of a site whose week has failed: the weeks of the others come first. */
const RETRY_MS = HOUR_MS;

export function createHistory({
  store,
  hits,
  clock,
}: {
  readonly store: Pick<InsightsStore, 'findFirstDay' | 'findLastDay'>;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly clock: Clock;
}) {
  const pausedUntil = new Map<number, number>();
  const pause = (siteId: number, durationMs: number): void => {
    pausedUntil.set(siteId, clock.now().getTime() + durationMs);
  };

  /** Returns the newest week before a site's first insight; undefined where there is none now. */
  async function findMissingWeek(
    { site, zone }: ZonedSite,
    signal: AbortSignal,
  ): Promise<MissingWeek | undefined> {
    const now = clock.now();
    if (now.getTime() < (pausedUntil.get(site.id) ?? 0)) return undefined;
    const first = store.findFirstDay(site.id);
    const due = lastDueDay(now, zone);
    // The daily insight is not taken from the job that notifies of it.
    if (first === undefined && isDue(site, due, store.findLastDay(site.id))) return undefined;
    const day = first === undefined ? due.day : addDays(first, -WINDOW_DAYS);
    const keptDays = Math.min(RETENTION_DAYS, site.retentionDays ?? RETENTION_DAYS);
    const earliest = await hits.ask({ shape: 'facts', of: 'earliest', siteId: site.id }, { signal });
    const hasHits = earliest !== null && earliest < startOfDay(addDays(day, 1), zone);
    if (hasHits && day >= addDays(toDay(now, zone), -keptDays)) return { site, zone, day };
    pause(site.id, COMPLETE_MS);
    return undefined;
  }

  return {
    /** Finds the newest week before the first insight of each site, of those that had hits by then. */
    async findMissingWeeks(
      sites: readonly ZonedSite[],
      signal: AbortSignal,
    ): Promise<{ readonly weeks: MissingWeek[]; readonly failures: SiteFailure[] }> {
      const weeks: MissingWeek[] = [];
      const failures: SiteFailure[] = [];
      for (const each of sites) {
        try {
          const week = await findMissingWeek(each, signal);
          if (week) weeks.push(week);
        } catch (error) {
          if (!signal.aborted) failures.push({ siteId: each.site.id, error });
        }
      }
      return { weeks, failures };
    },

    /** Lets a site whose week has failed wait. */
    postpone: (siteId: number): void => pause(siteId, RETRY_MS),
  };
}
