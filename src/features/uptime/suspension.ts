/** The time in which this server is offline: nothing can be said of the sites, so nothing is. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Connectivity } from './connectivity.ts';

export interface Suspension {
  /** Null while the server is online. */
  since(): Date | null;
  begin(): void;
  /** Asks again whether the server is online when it is time to; resolves with whether that ended the suspension. */
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
  let askedAtMs = 0;
  let isAsking = false;

  async function ask(): Promise<boolean> {
    const isOnline = await connectivity.isOnline();
    isAsking = false;
    askedAtMs = clock.now().getTime();
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
      askedAtMs = since.getTime();
      log.warn('no connectivity probe answers: this server is offline, and uptime checks are suspended');
    },
    probe() {
      const isTime = Math.abs(clock.now().getTime() - askedAtMs) >= RETRY_MS;
      if (since === null || isAsking || !isTime) return null;
      isAsking = true;
      return ask();
    },
  };
}
