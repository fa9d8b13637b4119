/** Turns the monitors of sites on and off. A monitor that is off keeps its history. */

import type { Clock } from '../../../core/clock.ts';
import type { Site } from '../../../core/site.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { MonitorRow, UptimeStore } from '../store.ts';
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
      siteId,
      pausedAt: null,
      state: INITIAL_STATE,
      lastCheckAt: null,
      nextCheckAt: now,
      checkIntervalS: Math.max(1, Math.round(settings.intervalMs / 1000)),
      lastStatusCode: null,
      lastError: null,
      lastErrorCode: null,
      lastResponseMs: null,
      certificate: null,
      domain: null,
      createdAt: now,
      updatedAt: now,
    });

  function pause(monitor: MonitorRow, now: Date): void {
    scheduler.drop(monitor.siteId);
    buffer.flush();
    buffer.forget(monitor.id);
    store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
  }

  /** Resumes a paused monitor. The pause counts neither as up nor as down. */
  function resume(monitor: MonitorRow, pausedAt: Date, now: Date): MonitorRow {
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
    /** Starts or stops the checks of a site. Switching it on again makes checks of a site that is down frequent. */
    setEnabled(site: Site, isOn: boolean): void {
      const now = clock.now();
      const active = scheduler.find(site.id);
      if (!isOn) {
        if (active) pause(active, now);
      } else if (active) {
        if (active.state.isDown) checkSoon(active, now);
      } else {
        const stored = store.findMonitor(site.id);
        scheduler.add(stored ? resume(stored, stored.pausedAt ?? now, now) : createMonitor(site.id, now));
      }
    },

    /** Resumes the monitors of an earlier run. */
    resumeAll(sites: readonly Site[]): void {
      const now = clock.now();
      const stored = new Map(store.listMonitors().map(monitor => [monitor.siteId, monitor]));
      const active = sites.map(({ id }) => {
        const monitor = stored.get(id);
        stored.delete(id);
        if (!monitor) return createMonitor(id, now);
        return monitor.pausedAt ? resume(monitor, monitor.pausedAt, now) : monitor;
      });
      for (const monitor of stored.values())
        if (!monitor.pausedAt) store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
      scheduler.load(active);
    },
  };
}
