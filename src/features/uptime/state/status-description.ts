import { formatDuration } from '../../../lib/duration.ts';
import type { MonitorRow } from '../store.ts';

/** Input of a status description beside the monitor. */
export interface StatusContext {
  readonly now: Date;
  /** Since when this server has been offline, so that the site is not checked. */
  readonly offlineSince: Date | null;
  /** Start of the ongoing downtime. */
  readonly downSince: Date | null;
  /** Failed checks in a row before a monitor is down. */
  readonly confirmations: number;
}

/** Describes the status of a site in a sentence: what is known, and how recent it is. */
export function describeStatus(monitor: MonitorRow, context: StatusContext): string {
  const { now, offlineSince } = context;
  const { lastCheckAt } = monitor;
  if (offlineSince !== null)
    return `Unknown: this server has been offline for ${since(offlineSince, now)}, and checks wait until it is online again`;
  if (lastCheckAt === null) return 'Waiting for the first check';
  return monitor.state.isDown
    ? describeDown(monitor, lastCheckAt, context)
    : describeUp(monitor, lastCheckAt, context);
}

function describeUp(
  { state, lastStatusCode, lastResponseMs, lastError }: MonitorRow,
  checkedAt: Date,
  { now, confirmations }: StatusContext,
): string {
  const ago = `${since(checkedAt, now)} ago`;
  if (state.failures > 0)
    return `Checking again: ${lastError}; failed check ${state.failures} of the ${confirmations} that make it down, ${ago}`;
  return `Up: answered ${lastStatusCode} in ${lastResponseMs} ms, ${ago}`;
}

function describeDown(
  { state, lastError }: MonitorRow,
  checkedAt: Date,
  { now, downSince }: StatusContext,
): string {
  const ago = `${since(checkedAt, now)} ago`;
  const long = `for ${since(downSince ?? checkedAt, now)}`;
  if (state.firstSuccessAtMs !== null)
    return `Down ${long}, but the check ${ago} succeeded: the next one decides whether it is up again`;
  if (state.isAutoPaused)
    return `Down ${long}: ${lastError}, ${ago}; checked only once a day now, until it answers or uptime is switched on again`;
  return `Down ${long}: ${lastError}, ${ago}`;
}

const since = (from: Date, now: Date): string =>
  formatDuration(Math.max(0, (now.getTime() - from.getTime()) / 1000));
