/** Switches monitors on and off, and starts them again when what they check has changed. */
import { SECOND_MS } from '../../../lib/time-units.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { TargetSettings } from '../check/target.ts';
import type { UptimeStore } from '../store.ts';
import type { MonitorRow } from './store.ts';
import type { Targets } from './targets.ts';

export interface SwitchDeps {
  readonly store: Pick<UptimeStore, 'saveMonitor'>;
  readonly targets: Pick<Targets, 'findRow'>;
  readonly scheduler: Pick<CheckScheduler, 'add' | 'drop'>;
  readonly buffer: Pick<CheckBuffer, 'put'>;
  readonly toggle: {
    readonly pause: (monitor: MonitorRow, now: Date) => void;
    readonly resume: (monitor: MonitorRow, now: Date) => MonitorRow;
  };
}

/** Returns when a monitor is first due: at once, a heartbeat when it would be overdue. */
export const firstDue = (settings: TargetSettings, now: Date): Date =>
  settings.kind === 'heartbeat'
    ? new Date(now.getTime() + (settings.periodS + settings.graceS) * SECOND_MS)
    : now;

export const createSwitch = ({ store, targets, scheduler, buffer, toggle }: SwitchDeps) => ({
  /** Checks a changed target at once. */
  restart(monitor: MonitorRow, settings: TargetSettings, now: Date): MonitorRow {
    const row = { ...monitor, nextCheckAt: firstDue(settings, now), updatedAt: now };
    store.saveMonitor(row);
    if (row.pausedAt !== null) return row;
    buffer.put(row);
    scheduler.drop(row.id);
    scheduler.add(row);
    return row;
  },

  setEnabled(monitor: MonitorRow, isOn: boolean, now: Date): MonitorRow {
    if (isOn === (monitor.pausedAt === null)) return monitor;
    if (!isOn) {
      toggle.pause(monitor, now);
      return { ...monitor, pausedAt: now, updatedAt: now };
    }
    const settings = targets.findRow(monitor.id)?.settings;
    const resumed = toggle.resume(monitor, now);
    const row = settings ? { ...resumed, nextCheckAt: firstDue(settings, now) } : resumed;
    scheduler.add(row);
    return row;
  },
});
