/** What checks bring that is no news: kept in memory for a while and written together. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Look } from './check.ts';
import { emptyHour, type HourOfChecks, hourOf, withCheck } from './check-samples.ts';
import type { MonitorRow, UptimeStore } from './store.ts';

export interface Ledger {
  /** Takes a check and the monitor as it is after it. */
  note(monitor: MonitorRow, look: Look, atMs: number): void;
  /** Takes over what another hand has written of a monitor. */
  put(monitor: MonitorRow): void;
  /** Writes what came since the last time, once a minute. */
  flushWhenDue(): void;
  flush(): void;
  /** The hours of a monitor that are not written yet, or not all of them. */
  hoursOf(monitorId: number): HourOfChecks[];
  /** Drops what is not written of a monitor. */
  forget(monitorId: number): void;
}

/** A kill forgets that so long it was all as before, and nothing else: news is written at once. */
const FLUSH_MS = 60_000;

interface Page {
  monitor: MonitorRow;
  hour: HourOfChecks;
  isDirty: boolean;
}

/**
 * Five hundred monitors bring eight checks a second. A transaction for each second would have the thread that answers
 * wait for the disk and write a gigabyte of log a day; one a minute is a few hundred pages.
 */
export function createLedger({
  store,
  clock,
  log,
}: {
  readonly store: Pick<UptimeStore, 'transaction' | 'saveMonitor' | 'saveHour' | 'findHour'>;
  readonly clock: Clock;
  readonly log: Log;
}): Ledger {
  const pages = new Map<number, Page>();
  let past: { readonly monitorId: number; readonly hour: HourOfChecks }[] = [];
  let flushedAtMs = clock.now().getTime();

  function open(monitor: MonitorRow, hourMs: number): Page {
    const hour = store.findHour(monitor.id, new Date(hourMs)) ?? emptyHour(hourMs);
    const page = { monitor, hour, isDirty: false };
    pages.set(monitor.id, page);
    return page;
  }

  function flush(): void {
    flushedAtMs = clock.now().getTime();
    const dirty = [...pages.values()].filter(({ isDirty }) => isDirty);
    if (dirty.length === 0 && past.length === 0) return;
    try {
      store.transaction(() => {
        for (const { monitorId, hour } of past) store.saveHour(monitorId, hour);
        for (const { monitor, hour } of dirty) {
          store.saveMonitor(monitor);
          store.saveHour(monitor.id, hour);
        }
      });
    } catch (error) {
      log.error({ err: error }, 'uptime checks could not be written; the next try is in a minute');
      return;
    }
    past = [];
    for (const page of dirty) page.isDirty = false;
  }

  return {
    note(monitor, look, atMs) {
      const hourMs = hourOf(atMs);
      const page = pages.get(monitor.id) ?? open(monitor, hourMs);
      if (page.hour.hourMs !== hourMs) {
        past.push({ monitorId: monitor.id, hour: page.hour });
        page.hour = store.findHour(monitor.id, new Date(hourMs)) ?? emptyHour(hourMs);
      }
      page.monitor = monitor;
      page.hour = withCheck(page.hour, { ...look, atMs });
      page.isDirty = true;
    },
    put(monitor) {
      const page = pages.get(monitor.id);
      if (page) page.monitor = monitor;
    },
    flushWhenDue() {
      if (Math.abs(clock.now().getTime() - flushedAtMs) >= FLUSH_MS) flush();
    },
    flush,
    hoursOf(monitorId) {
      const page = pages.get(monitorId);
      const ended = past.filter(entry => entry.monitorId === monitorId).map(({ hour }) => hour);
      return page ? [...ended, page.hour] : ended;
    },
    forget(monitorId) {
      pages.delete(monitorId);
      past = past.filter(entry => entry.monitorId !== monitorId);
    },
  };
}
