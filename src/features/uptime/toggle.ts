/** Turns the monitors of sites on and off. A monitor that is off keeps its history. */

import type { Clock } from '../../core/clock.ts';
import type { Site } from '../../core/site.ts';
import type { CheckBuffer } from './check-buffer.ts';
import { MAX_LATENESS_MS } from './check-result.ts';
import { afterGap, FIRST_STATE, resumed, type WatchSettings } from './monitor-state.ts';
import type { MonitorRow, UptimeStore } from './store.ts';
import type { Watcher } from './watcher.ts';

export interface ToggleDeps {
  readonly store: UptimeStore;
  readonly watcher: Watcher;
  readonly buffer: CheckBuffer;
  readonly settings: WatchSettings;
  readonly clock: Clock;
}

export function createToggle({ store, watcher, buffer, settings, clock }: ToggleDeps) {
  const makeMonitor = (siteId: number, now: Date): MonitorRow =>
    store.insertMonitor({
      siteId,
      pausedAt: null,
      state: FIRST_STATE,
      lastCheckAt: null,
      nextCheckAt: now,
      checkIntervalS: Math.max(1, Math.round(settings.intervalMs / 1000)),
      lastStatusCode: null,
      lastError: null,
      lastResponseMs: null,
      certificate: null,
      domain: null,
      createdAt: now,
      updatedAt: now,
    });

  function pause(monitor: MonitorRow, now: Date): void {
    watcher.drop(monitor.siteId);
    buffer.flush();
    buffer.forget(monitor.id);
    store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
  }

  /** The time it was off counts neither as up nor as down. */
  function unpause(monitor: MonitorRow, pausedAt: Date, now: Date): MonitorRow {
    const state = resumed(afterGap(monitor.state), now.getTime());
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

  /** Checks a site that is down, and therefore checked rarely, at once and often again. */
  function wake(monitor: MonitorRow, now: Date): void {
    const state = resumed(monitor.state, now.getTime());
    const row = { ...monitor, state, nextCheckAt: now, updatedAt: now };
    store.saveMonitor(row);
    buffer.put(row);
    watcher.add(row);
  }

  return {
    /** Starts or stops checks of a site. Turned on again, a site that is down is checked often again. */
    setEnabled(site: Site, isOn: boolean): void {
      const now = clock.now();
      const active = watcher.find(site.id);
      if (!isOn) {
        if (active) pause(active, now);
      } else if (active) {
        if (active.state.isDown) wake(active, now);
      } else {
        const kept = store.findMonitor(site.id);
        watcher.add(kept ? unpause(kept, kept.pausedAt ?? now, now) : makeMonitor(site.id, now));
      }
    },

    /** Resumes the monitors of an earlier run. */
    resumeAll(sites: readonly Site[]): void {
      const now = clock.now();
      const kept = new Map(store.listMonitors().map(monitor => [monitor.siteId, monitor]));
      const active = sites.map(({ id }) => {
        const monitor = kept.get(id);
        kept.delete(id);
        if (!monitor) return makeMonitor(id, now);
        return monitor.pausedAt ? unpause(monitor, monitor.pausedAt, now) : monitor;
      });
      for (const monitor of kept.values())
        if (!monitor.pausedAt) store.saveMonitor({ ...monitor, pausedAt: now, updatedAt: now });
      watcher.load(active);
    },
  };
}
