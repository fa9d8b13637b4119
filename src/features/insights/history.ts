/** Finds the weeks before a site's first insight that have none yet, from the newest to the oldest. */
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { Day } from '../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { WINDOW_DAYS } from './detect/figures.ts';
import { RETENTION_DAYS } from './limits.ts';
import { lastDueDay } from './schedule.ts';
import type { InsightsStore } from './store.ts';

interface ZonedSite {
  readonly site: Site;
  readonly zone: string;
}

/** A site, and the last day of a week that has no insight yet. */
export interface MissingWeek extends ZonedSite {
  readonly day: Day;
}

/** How long it is remembered that a site has no earlier hits: an import may bring some. */
const COMPLETE_MS = DAY_MS;

export function createHistory({
  store,
  hits,
  clock,
}: {
  readonly store: Pick<InsightsStore, 'findFirstDay'>;
  readonly hits: Pick<HitStore, 'earliest'>;
  readonly clock: Clock;
}) {
  const completeSince = new Map<number, number>();

  /** Returns the newest week before a site's first insight; undefined where the site had no hits any more. */
  async function findMissingWeek(
    { site, zone }: ZonedSite,
    signal: AbortSignal,
  ): Promise<MissingWeek | undefined> {
    const now = clock.now();
    if (now.getTime() - (completeSince.get(site.id) ?? 0) < COMPLETE_MS) return undefined;
    const first = store.findFirstDay(site.id);
    const day = first === undefined ? lastDueDay(now, zone).day : addDays(first, -WINDOW_DAYS);
    const keptDays = Math.min(RETENTION_DAYS, site.retentionDays ?? RETENTION_DAYS);
    const earliest = await hits.earliest(site.id, { signal });
    const hasHits = earliest !== null && earliest < startOfDay(addDays(day, 1), zone);
    if (hasHits && day >= addDays(toDay(now, zone), -keptDays)) return { site, zone, day };
    completeSince.set(site.id, now.getTime());
    return undefined;
  }

  return { findMissingWeek };
}
