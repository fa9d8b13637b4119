/** Turns the monitors of sites on and off. A monitor that is off keeps its history. */

import type { Clock } from '../../../core/clock.ts';
import type { Site } from '../../../core/site.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { MonitorRow, NewMonitor } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';
import { MAX_LATENESS_MS } from './apply-check-result.ts';
import { afterGap, afterResume, INITIAL_STATE, type MonitorSettings } from './monitor-state.ts';

export interface ToggleDeps {
  readonly store: UptimeStore;
  readonly scheduler: CheckScheduler;
  readonly buffer: CheckBuffer;
  readonly settings: MonitorSettings;
  readonly clock: Clock;
}

export function createToggle({ store, scheduler, buffer, settings, clock }: ToggleDeps) {
  const createMonitor = (siteId: number, now: Date): MonitorRow =>
    store.insertMonitor({
      ...newMonitor(now, settings.intervalMs),
      siteId,
      isHome: true,
    });

  function pause(monitor: MonitorRow, now: Date): void {
    scheduler.drop(monitor.id);
    buffer.flush();
    buffer.forget(monitor.id);
    store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
  }

  /** Resumes a paused monitor. The pause counts neither as up nor as down. */
  function resume(monitor: MonitorRow, now: Date): MonitorRow {
    const pausedAt = monitor.pausedAt ?? now;
    const state = afterResume(afterGap(monitor.state), now.getTime());
    const row = { ...monitor, pausedAt: null, state, nextCheckAt: now, updatedAt: now };
    store.transaction(() => {
      const open = monitor.state.isDown ? store.findLastDowntime(monitor.id) : undefined;
      if (pausedAt < now) store.insertGap({ monitorId: monitor.id, startedAt: pausedAt, endedAt: now });
      if (open && now.getTime() - pausedAt.getTime() > MAX_LATENESS_MS)
        store.changeDowntime(open.id, { isPartial: true });
      store.saveMonitor(row);
    });
    return row;
  }

  /** Checks a site that is down at once, and frequently again. */
  function checkSoon(monitor: MonitorRow, now: Date): void {
    const state = afterResume(monitor.state, now.getTime());
    const row = { ...monitor, state, nextCheckAt: now, updatedAt: now };
    store.saveMonitor(row);
    buffer.put(row);
    scheduler.add(row);
  }

  return {
    pause,
    resume,
    /** Starts or stops the checks of a site. Switching it on again makes checks of a site that is down frequent. */
    setEnabled(site: Site, isOn: boolean): void {
      const now = clock.now();
      const active = scheduler.findHome(site.id);
      if (!isOn) {
        if (active) pause(active, now);
      } else if (active) {
        if (active.state.isDown) checkSoon(active, now);
      } else {
        const stored = store.findHomeMonitor(site.id);
        scheduler.add(stored ? resume(stored, now) : createMonitor(site.id, now));
      }
    },

    /** Resumes the monitors of an earlier run. */
    resumeAll(sites: readonly Site[]): void {
      const now = clock.now();
      const [ofHomes, others] = partition(store.listMonitors());
      const stored = new Map(ofHomes.map(monitor => [monitor.siteId, monitor]));
      const active = sites.map(({ id }) => {
        const monitor = stored.get(id);
        stored.delete(id);
        if (!monitor) return createMonitor(id, now);
        return monitor.pausedAt ? resume(monitor, now) : monitor;
      });
      for (const monitor of stored.values())
        if (!monitor.pausedAt) store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
      scheduler.load([...active, ...others.filter(({ pausedAt }) => pausedAt === null)]);
    },
  };
}

/** Returns a monitor that was never checked, and is due at once. */
export const newMonitor = (now: Date, intervalMs: number): Omit<NewMonitor, 'siteId' | 'isHome'> => ({
  pausedAt: null,
  state: INITIAL_STATE,
  lastCheckAt: null,
  nextCheckAt: now,
  checkIntervalS: Math.max(1, Math.round(intervalMs / 1000)),
  lastStatusCode: null,
  lastError: null,
  lastErrorCode: null,
  lastResponseMs: null,
  certificate: null,
  domain: null,
  createdAt: now,
  updatedAt: now,
});

/** Separates the monitors of sites' own addresses from the others. */
const partition = (monitors: readonly MonitorRow[]): [MonitorRow[], MonitorRow[]] => [
  monitors.filter(({ isHome }) => isHome),
  monitors.filter(({ isHome }) => !isHome),
];
