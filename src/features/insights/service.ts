/** Insights of sites, day by day. Source: decisions, section 7, Insights. */

import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../lib/time.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { WINDOW_DAYS } from './detect/figures.ts';
import { createGenerate, type GenerateDeps } from './generate.ts';
import { MIN_HITS, RETENTION_DAYS, RUN_INTERVAL_MINUTES } from './limits.ts';
import { nextDueTime } from './schedule.ts';
import type { DaysBetween, InsightRow, InsightsStore } from './store.ts';

/** Whether a site gets insights, and when the next one is generated. */
export interface Schedule {
  /** Insights are on and the last 7 days have enough hits for one. */
  readonly isActive: boolean;
  /** Null while insights are off. */
  readonly nextAt: Date | null;
}

const RUN_MS = RUN_INTERVAL_MINUTES * MINUTE_MS;

const nextRun = (now: Date): Date => new Date((Math.floor(now.getTime() / RUN_MS) + 1) * RUN_MS);

export interface InsightsDeps extends GenerateDeps {
  readonly store: InsightsStore;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly listWithRetention: () => readonly Site[];
  readonly clock: Clock;
}

export function createInsightsService(deps: InsightsDeps) {
  const { store, hits, clock, listWithRetention } = deps;
  const generate = createGenerate(deps);

  return {
    ...generate,

    /** Lists a page of a site's insights about some days, newest first, with the number of all. */
    list: (siteId: number, page: Page, days: DaysBetween = {}): { rows: InsightRow[]; total: number } => ({
      rows: store.list(siteId, page, days),
      total: store.count(siteId, days),
    }),

    /** Returns the schedule of a site whose owner's plan includes insights. */
    async findSchedule(site: Site, zone: string, signal: AbortSignal): Promise<Schedule> {
      if (!site.insightsEnabled) return { isActive: false, nextAt: null };
      const now = clock.now();
      const span = { start: startOfDay(addDays(toDay(now, zone), 1 - WINDOW_DAYS), zone), end: now };
      const rows = { siteId: site.id, kind: 'hit', span, filters: [] } as const;
      const recent = await hits.ask({ shape: 'totals', ...rows, measures: ['hits'] }, { signal });
      const nextAt = generate.isUpToDate(site, zone, now) ? nextDueTime(now, zone) : nextRun(now);
      return { isActive: recent.hits >= MIN_HITS, nextAt };
    },

    /** Removes insights older than their retention period, or than that of the site's hits. */
    removeOld(now: Date): { removed: number } {
      const dayBefore = (days: number): string => toDay(new Date(now.getTime() - days * DAY_MS), 'UTC');
      let removed = store.removeBefore(dayBefore(RETENTION_DAYS));
      for (const { id, retentionDays } of listWithRetention())
        if (retentionDays !== null) removed += store.removeOfSiteBefore(id, dayBefore(retentionDays));
      return { removed };
    },
  };
}

export type InsightsService = ReturnType<typeof createInsightsService>;

/** Extends a span by a day on both sides: signals there may explain what was found in it. */
export const withMargin = ({ start, end }: Span): Span => ({
  start: new Date(start.getTime() - DAY_MS),
  end: new Date(end.getTime() + DAY_MS),
});
