/** Suspends checks while this server is offline, since they say nothing about the sites then. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Connectivity } from './connectivity.ts';

export interface Suspension {
  /** Null while the server is online. */
  since(): Date | null;
  begin(): void;
  /**
   * Probes the connectivity again when it is due. Resolves with whether the server is online again; null when it is
   * not due.
   */
  probe(): Promise<boolean> | null;
}

const RETRY_MS = 15_000;

export function createSuspension({
  connectivity,
  clock,
  log,
}: {
  readonly connectivity: Connectivity;
  readonly clock: Clock;
  readonly log: Log;
}): Suspension {
  let since: Date | null = null;
  let probedAtMs = 0;
  let isProbing = false;

  async function probe(): Promise<boolean> {
    const isOnline = await connectivity.isOnline();
    isProbing = false;
    probedAtMs = clock.now().getTime();
    if (!isOnline) return false;
    since = null;
    log.info('a connectivity probe answers again: uptime checks go on');
    return true;
  }

  return {
    since: () => since,
    begin() {
      if (since !== null) return;
      since = clock.now();
      probedAtMs = since.getTime();
      log.warn('no connectivity probe answers: this server is offline, and uptime checks are suspended');
    },
    probe() {
      const isTime = Math.abs(clock.now().getTime() - probedAtMs) >= RETRY_MS;
      if (since === null || isProbing || !isTime) return null;
      isProbing = true;
      return probe();
    },
  };
}
