/** Maintenance windows: times in which a monitor that fails is not down. */
import type { Clock } from '../../../core/clock.ts';
import { invalidBody, tooMany } from '../../../core/errors.ts';
import type { Span } from '../../../core/span.ts';
import { isChange } from '../../../lib/is-change.ts';
import { withZone } from '../../../lib/time.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { listOccurrences, type Schedule } from './occurrences.ts';
import { MAX_WINDOWS, type NewWindowInput, type WindowInput } from './schema.ts';
import type { MaintenanceStore, WindowRow } from './store.ts';

export interface MaintenanceDeps {
  readonly store: MaintenanceStore;
  /** Returns whether a site has a monitor. */
  readonly hasMonitor: (siteId: number, monitorId: number) => boolean;
  readonly clock: Clock;
}

/** One that is longer is a monitor that should be switched off. */
const MAX_ONCE_MS = 31 * DAY_MS;

const FIELDS = {
  once: ['starts_at', 'ends_at'],
  weekly: ['weekdays', 'start_time', 'duration_minutes', 'time_zone'],
} as const;

/** Creates the service; all windows are kept in memory, since every failing check asks for them. */
export function createMaintenanceService({ store, hasMonitor, clock }: MaintenanceDeps) {
  const bySite = Map.groupBy(store.listAll(), ({ siteId }) => siteId);
  const listOf = (siteId: number): readonly WindowRow[] => bySite.get(siteId) ?? [];
  const set = (siteId: number, rows: WindowRow[]): void => void bySite.set(siteId, rows);

  function toMonitorIds(siteId: number, ids: readonly number[] | null): readonly number[] | null {
    const unknown = ids?.filter(id => !hasMonitor(siteId, id)) ?? [];
    if (unknown.length > 0)
      throw invalidBody(`monitor_ids must be monitors of the site, got ${unknown.join(', ')}`);
    return ids && [...new Set(ids)];
  }

  return {
    list: listOf,

    find: (siteId: number, id: number): WindowRow | undefined =>
      listOf(siteId).find(window => window.id === id),

    /** Adds a window. 422 for one too many, one that ends before it begins, and for unknown monitors. */
    create(siteId: number, input: NewWindowInput, timeZone: string): WindowRow {
      if (listOf(siteId).length >= MAX_WINDOWS) throw tooMany('a site', MAX_WINDOWS, 'maintenance windows');
      const now = clock.now();
      const row = store.insert({
        siteId,
        name: input.name.trim(),
        schedule: toSchedule(input.kind, input, { before: null, timeZone }),
        monitorIds: toMonitorIds(siteId, input.monitor_ids ?? null),
        createdAt: now,
        updatedAt: now,
      });
      set(siteId, [...listOf(siteId), row]);
      return row;
    },

    /** Changes a window; fields that were not sent and the kind stay. 422 as for a new one. */
    update(before: WindowRow, input: WindowInput): WindowRow {
      const { siteId, schedule } = before;
      const timeZone = schedule.kind === 'weekly' ? schedule.timeZone : 'UTC';
      const change = {
        name: input.name?.trim() ?? before.name,
        schedule: toSchedule(schedule.kind, input, { before: schedule, timeZone }),
        monitorIds:
          input.monitor_ids === undefined ? before.monitorIds : toMonitorIds(siteId, input.monitor_ids),
      };
      if (!isChange(before, change)) return before;
      const row: WindowRow = { ...before, ...change, updatedAt: clock.now() };
      store.save(row);
      set(
        siteId,
        listOf(siteId).map(window => (window.id === row.id ? row : window)),
      );
      return row;
    },

    remove({ id, siteId }: WindowRow): void {
      store.remove(id);
      set(
        siteId,
        listOf(siteId).filter(window => window.id !== id),
      );
    },

    removeOfSite(siteId: number): void {
      bySite.delete(siteId);
      store.removeOfSite(siteId);
    },

    /** Lists the times of a site's windows that overlap a span, since each was made or changed. */
    listTimes: (siteId: number, span: Span) =>
      listOf(siteId).flatMap(({ id, name, monitorIds, schedule, updatedAt }) => {
        const start = new Date(Math.max(span.start.getTime(), updatedAt.getTime()));
        if (start >= span.end) return [];
        return listOccurrences(schedule, { start, end: span.end }).map(time => ({
          windowId: id,
          name,
          monitorIds,
          ...time,
        }));
      }),

    /** Returns the window that a monitor is in; undefined outside of any. */
    findActive(
      { id, siteId }: { readonly id: number; readonly siteId: number },
      atMs: number,
    ): Span | undefined {
      const moment = { start: new Date(atMs), end: new Date(atMs + 1) };
      for (const { schedule, monitorIds } of listOf(siteId)) {
        if (monitorIds !== null && !monitorIds.includes(id)) continue;
        const [found] = listOccurrences(schedule, moment);
        if (found) return found;
      }
      return undefined;
    },
  };
}

export type MaintenanceService = ReturnType<typeof createMaintenanceService>;

interface ScheduleContext {
  readonly before: Schedule | null;
  readonly timeZone: string;
}

function toSchedule(
  kind: Schedule['kind'],
  input: WindowInput,
  { before, timeZone }: ScheduleContext,
): Schedule {
  const other = FIELDS[kind === 'once' ? 'weekly' : 'once'].filter(field => input[field] !== undefined);
  const missing =
    before === null ? FIELDS[kind].filter(field => field !== 'time_zone' && input[field] === undefined) : [];
  const faults = [
    ...other.map(field => `${field} is no field of the kind ${kind}, which has ${FIELDS[kind].join(', ')}`),
    ...missing.map(field => `${field} is required for the kind ${kind}`),
  ];
  if (faults.length > 0) throw invalidBody(...faults);
  return kind === 'once' ? toOnce(input, before) : toWeekly(input, before, timeZone);
}

function toOnce(input: WindowInput, before: Schedule | null): Schedule {
  const known = before?.kind === 'once' ? before : null;
  const startsAtMs = input.starts_at ? Date.parse(withZone(input.starts_at)) : (known?.startsAtMs ?? 0);
  const endsAtMs = input.ends_at ? Date.parse(withZone(input.ends_at)) : (known?.endsAtMs ?? 0);
  const ends = new Date(endsAtMs).toISOString();
  const begins = new Date(startsAtMs).toISOString();
  if (endsAtMs <= startsAtMs) throw invalidBody(`ends_at must be after starts_at, got ${ends} and ${begins}`);
  if (endsAtMs - startsAtMs > MAX_ONCE_MS)
    throw invalidBody(`ends_at must be at most 31 days after starts_at, got ${ends} and ${begins}`);
  return { kind: 'once', startsAtMs, endsAtMs };
}

function toWeekly(input: WindowInput, before: Schedule | null, timeZone: string): Schedule {
  const known = before?.kind === 'weekly' ? before : null;
  return {
    kind: 'weekly',
    weekdays: [...new Set(input.weekdays ?? known?.weekdays ?? [])],
    startTime: input.start_time ?? known?.startTime ?? '00:00',
    durationMinutes: input.duration_minutes ?? known?.durationMinutes ?? 1,
    timeZone: input.time_zone ?? known?.timeZone ?? timeZone,
  };
}
