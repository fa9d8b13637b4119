/** Records heartbeats, which monitored programs send. */
import type { Clock } from '../../../core/clock.ts';
import { SECOND_MS } from '../../../lib/time-units.ts';
import { upResult } from '../check/check-result.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { Targets } from './targets.ts';

/** Heartbeats closer together than this are answered but not recorded. */
const MIN_INTERVAL_MS = 10 * SECOND_MS;

/** Creates the function that records a heartbeat by the token in its URL. It returns false for an unknown token. */
export const createHeartbeatRecorder =
  ({
    targets,
    scheduler,
    clock,
  }: {
    readonly targets: Pick<Targets, 'findByToken'>;
    readonly scheduler: Pick<CheckScheduler, 'find' | 'report'>;
    readonly clock: Clock;
  }) =>
  (token: string): boolean => {
    const id = targets.findByToken(token);
    if (id === undefined) return false;
    const monitor = scheduler.find(id);
    // Switched off: nothing is recorded, and the sender need not know.
    if (!monitor) return true;
    const { lastCheckAt, state } = monitor;
    const sinceMs = clock.now().getTime() - (lastCheckAt?.getTime() ?? Number.NEGATIVE_INFINITY);
    const isRepeated = !state.isDown && sinceMs >= 0 && sinceMs < MIN_INTERVAL_MS;
    if (!isRepeated) scheduler.report(id, upResult());
    return true;
  };
