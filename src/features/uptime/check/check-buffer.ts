/** Write buffer of uptime checks that change nothing: kept in memory and written once a minute. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';
import type { CheckResult } from './check-result.ts';
import { addCheck, createHour, type HourOfChecks, startOfHour } from './check-samples.ts';

export interface CheckBuffer {
  /** Buffers a check, with the monitor as it is after it. */
  add(monitor: MonitorRow, result: CheckResult, atMs: number): void;
  /** Replaces a monitor with its changed version. */
  put(monitor: MonitorRow): void;
  /** Writes the buffer when a minute has passed. */
  flushWhenDue(): void;
  flush(): void;
  /** Returns the hours of a monitor that are not written completely. */
  listHours(monitorId: number): HourOfChecks[];
  /** Drops the buffered checks of a monitor. */
  forget(monitorId: number): void;
}

/** A kill loses unchanged checks of this time; changes are written at once. */
const FLUSH_MS = MINUTE_MS;

interface BufferedMonitor {
  monitor: MonitorRow;
  hour: HourOfChecks;
  isDirty: boolean;
}

/**
 * Creates the buffer. Five hundred monitors make eight checks a second. A transaction for each second would block the main
 * thread on the disk and write a gigabyte of log a day; one a minute is a few hundred pages.
 */
export function createCheckBuffer({
  store,
  clock,
  log,
}: {
  readonly store: Pick<UptimeStore, 'transaction' | 'saveMonitor' | 'saveHour' | 'findHour'>;
  readonly clock: Clock;
  readonly log: Log;
}): CheckBuffer {
  const monitors = new Map<number, BufferedMonitor>();
  let endedHours: { readonly monitorId: number; readonly hour: HourOfChecks }[] = [];
  let flushedAtMs = clock.now().getTime();

  function open(monitor: MonitorRow, hourMs: number): BufferedMonitor {
    const hour = store.findHour(monitor.id, new Date(hourMs)) ?? createHour(hourMs);
    const entry = { monitor, hour, isDirty: false };
    monitors.set(monitor.id, entry);
    return entry;
  }

  function flush(): void {
    flushedAtMs = clock.now().getTime();
    const dirty = [...monitors.values()].filter(({ isDirty }) => isDirty);
    if (dirty.length === 0 && endedHours.length === 0) return;
    try {
      store.transaction(() => {
        for (const { monitorId, hour } of endedHours) store.saveHour(monitorId, hour);
        for (const { monitor, hour } of dirty) {
          store.saveMonitor(monitor);
          store.saveHour(monitor.id, hour);
        }
      });
    } catch (error) {
      log.error({ err: error }, 'uptime checks could not be written; the next try is in a minute');
      return;
    }
    endedHours = [];
    for (const entry of dirty) entry.isDirty = false;
  }

  return {
    add(monitor, result, atMs) {
      const hourMs = startOfHour(atMs);
      const entry = monitors.get(monitor.id) ?? open(monitor, hourMs);
      if (entry.hour.hourMs !== hourMs) {
        endedHours.push({ monitorId: monitor.id, hour: entry.hour });
        entry.hour = store.findHour(monitor.id, new Date(hourMs)) ?? createHour(hourMs);
      }
      entry.monitor = monitor;
      entry.hour = addCheck(entry.hour, { ...result, atMs });
      entry.isDirty = true;
    },
    put(monitor) {
      const entry = monitors.get(monitor.id);
      if (entry) entry.monitor = monitor;
    },
    flushWhenDue() {
      if (Math.abs(clock.now().getTime() - flushedAtMs) >= FLUSH_MS) flush();
    },
    flush,
    listHours(monitorId) {
      const entry = monitors.get(monitorId);
      const ended = endedHours.filter(entry => entry.monitorId === monitorId).map(({ hour }) => hour);
      return entry ? [...ended, entry.hour] : ended;
    },
    forget(monitorId) {
      monitors.delete(monitorId);
      endedHours = endedHours.filter(entry => entry.monitorId !== monitorId);
    },
  };
}
