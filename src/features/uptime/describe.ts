import { durationInWords } from '../../lib/duration.ts';
import type { MonitorRow } from './store.ts';

/** What a sentence on a monitor is made of beside its row. */
export interface Surroundings {
  readonly now: Date;
  /** Since when this server has been offline, and this site is not checked. */
  readonly offlineSince: Date | null;
  /** Start of the downtime that goes on. */
  readonly downSince: Date | null;
  /** Failed checks in a row before a monitor is down. */
  readonly confirmations: number;
}

/** How a site does, in a sentence: what is known, and how fresh that is. */
export function describeStatus(monitor: MonitorRow, surroundings: Surroundings): string {
  const { now, offlineSince } = surroundings;
  const { lastCheckAt } = monitor;
  if (offlineSince !== null)
    return `Unknown: this server has been offline for ${since(offlineSince, now)}, and checks wait until it is online again`;
  if (lastCheckAt === null) return 'Waiting for the first check';
  return monitor.state.isDown
    ? describeDown(monitor, lastCheckAt, surroundings)
    : describeUp(monitor, lastCheckAt, surroundings);
}

function describeUp(
  { state, lastStatusCode, lastResponseMs, lastError }: MonitorRow,
  checkedAt: Date,
  { now, confirmations }: Surroundings,
): string {
  const ago = `${since(checkedAt, now)} ago`;
  if (state.failures > 0)
    return `Checking again: ${lastError}; failed check ${state.failures} of the ${confirmations} that make it down, ${ago}`;
  return `Up: answered ${lastStatusCode} in ${lastResponseMs} ms, ${ago}`;
}

function describeDown(
  { state, lastError }: MonitorRow,
  checkedAt: Date,
  { now, downSince }: Surroundings,
): string {
  const ago = `${since(checkedAt, now)} ago`;
  const long = `for ${since(downSince ?? checkedAt, now)}`;
  if (state.firstSuccessAtMs !== null)
    return `Down ${long}, but the check ${ago} succeeded: the next one tells whether it is up again`;
  if (state.isAutoPaused)
    return `Down ${long}: ${lastError}, ${ago}; checked only once a day now, until it answers or uptime is switched on again`;
  return `Down ${long}: ${lastError}, ${ago}`;
}

const since = (from: Date, now: Date): string =>
  durationInWords(Math.max(0, (now.getTime() - from.getTime()) / 1000));
