import { and, desc, eq, gt, gte, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { type HourOfChecks, packSamples, unpackSamples } from './check/check-samples.ts';
import { createMonitorStore } from './monitors/store.ts';
import { checkHours, downtimes, monitors, watchGaps } from './tables.ts';

/** A page of downtimes, and counts of all. */
export interface DowntimeList {
  /** Latest first. */
  readonly downtimes: DowntimeRow[];
  readonly total: number;
  readonly ongoing: number;
  /** Ongoing, or ended in the last 30 days. */
  readonly recent: number;
}

export type DowntimeRow = typeof downtimes.$inferSelect;
export type GapRow = typeof watchGaps.$inferSelect;
export type ResponsesOfHour = Pick<typeof checkHours.$inferSelect, 'hourAt' | 'answers' | 'responseMs'>;

/** Creates the store of monitors, their downtimes and their history. */
export function createUptimeStore(db: AppDb) {
  const endedAfter = (monitorId: number, since: Date) =>
    and(eq(downtimes.monitorId, monitorId), or(isNull(downtimes.endedAt), gt(downtimes.endedAt, since)));

  return {
    transaction: (work: () => void): void => db.transaction(work),
    ...createMonitorStore(db),

    openDowntime: (downtime: Omit<DowntimeRow, 'id' | 'endedAt' | 'impact'>): DowntimeRow =>
      db.insert(downtimes).values(downtime).returning().get(),
    changeDowntime: (
      id: number,
      change: Partial<Pick<DowntimeRow, 'endedAt' | 'isPartial' | 'impact'>>,
    ): DowntimeRow | undefined =>
      db.update(downtimes).set(change).where(eq(downtimes.id, id)).returning().get(),
    findDowntime: (id: number): DowntimeRow | undefined => findRow(db, downtimes, eq(downtimes.id, id)),
    /** Returns the ongoing one, else the latest. */
    findLastDowntime: (monitorId: number): DowntimeRow | undefined =>
      db
        .select()
        .from(downtimes)
        .where(eq(downtimes.monitorId, monitorId))
        .orderBy(desc(downtimes.startedAt), desc(downtimes.id))
        .get(),
    /** Latest first. */
    listDowntimes: (monitorId: number, page: Page): DowntimeRow[] =>
      listRows(db, downtimes, {
        where: eq(downtimes.monitorId, monitorId),
        orderBy: [desc(downtimes.startedAt), desc(downtimes.id)],
        page,
      }),
    countDowntimes: (monitorId: number): number =>
      countRows(db, downtimes, eq(downtimes.monitorId, monitorId)),
    /** Lists those that are ongoing, or ended after an instant. */
    listDowntimesSince: (monitorId: number, since: Date): DowntimeRow[] =>
      listRows(db, downtimes, { where: endedAfter(monitorId, since) }),

    /** Lists those of sites' own addresses that ended after an instant and have no impact, with their site. */
    listWithoutImpact: (since: Date) =>
      db
        .select({ siteId: monitors.siteId, downtime: downtimes })
        .from(downtimes)
        .innerJoin(monitors, eq(monitors.id, downtimes.monitorId))
        .where(and(gt(downtimes.endedAt, since), isNull(downtimes.impact), eq(monitors.isHome, true)))
        .all(),

    insertGap(gap: GapRow): void {
      db.insert(watchGaps)
        .values(gap)
        .onConflictDoUpdate({
          target: [watchGaps.monitorId, watchGaps.startedAt],
          set: { endedAt: gap.endedAt },
        })
        .run();
    },
    listGapsSince: (monitorId: number, since: Date): GapRow[] =>
      listRows(db, watchGaps, {
        where: and(eq(watchGaps.monitorId, monitorId), gt(watchGaps.endedAt, since)),
      }),

    findHour(monitorId: number, hourAt: Date): HourOfChecks | undefined {
      const row = findRow(
        db,
        checkHours,
        and(eq(checkHours.hourAt, hourAt), eq(checkHours.monitorId, monitorId)),
      );
      return row && toHour(row);
    },
    /** Lists the hours of a monitor since an instant, with their single checks. */
    listHoursSince: (monitorId: number, since: Date): HourOfChecks[] =>
      listRows(db, checkHours, {
        where: and(eq(checkHours.monitorId, monitorId), gte(checkHours.hourAt, since)),
      }).map(toHour),
    /** Lists the response times of a monitor by hour, since an instant. */
    listResponsesSince: (monitorId: number, since: Date): ResponsesOfHour[] =>
      db
        .select({
          hourAt: checkHours.hourAt,
          answers: checkHours.answers,
          responseMs: checkHours.responseMs,
        })
        .from(checkHours)
        .where(and(eq(checkHours.monitorId, monitorId), gte(checkHours.hourAt, since)))
        .all(),
    saveHour(monitorId: number, { hourMs, samples, ...counts }: HourOfChecks): void {
      const row = { ...counts, samples: packSamples(samples) };
      db.insert(checkHours)
        .values({ monitorId, hourAt: new Date(hourMs), ...row })
        .onConflictDoUpdate({ target: [checkHours.hourAt, checkHours.monitorId], set: row })
        .run();
    },
    /** Removes the single checks of hours before an instant; their counts stay. */
    dropSamples(before: Date): void {
      db.update(checkHours)
        .set({ samples: null })
        .where(and(lt(checkHours.hourAt, before), isNotNull(checkHours.samples)))
        .run();
    },
    /** Removes the history before an instant. */
    removeBefore(before: Date): void {
      db.delete(checkHours).where(lt(checkHours.hourAt, before)).run();
      db.delete(watchGaps).where(lt(watchGaps.endedAt, before)).run();
      db.delete(downtimes).where(lt(downtimes.endedAt, before)).run();
    },
  };
}

export type UptimeStore = ReturnType<typeof createUptimeStore>;

const EMPTY = Buffer.alloc(0);

const toHour = ({ hourAt, samples, ...counts }: typeof checkHours.$inferSelect): HourOfChecks => ({
  ...counts,
  hourMs: hourAt.getTime(),
  samples: unpackSamples(samples ?? EMPTY),
});
