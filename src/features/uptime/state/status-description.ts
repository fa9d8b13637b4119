import { formatDuration } from '../../../lib/duration.ts';
import { isExampleUrl } from '../../../lib/url.ts';
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
export function describeStatus(
  monitor: MonitorRow,
  context: StatusContext & { readonly url: string },
): string {
  const { now, offlineSince, url } = context;
  const { lastCheckAt } = monitor;
  if (isExampleUrl(url)) return 'Not checked: names ending in .example are for documentation only';
  if (offlineSince !== null)
    return `Unknown: this server has been offline for ${since(offlineSince, now)}. Checks resume when it is back online`;
  if (lastCheckAt === null) return 'The first check is about to start';
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
    return `Last check failed ${ago}: ${lastError}. Counts as down after ${confirmations} failed checks in a row (${state.failures} so far)`;
  return `Up: responded with status ${lastStatusCode} in ${lastResponseMs} ms, ${ago}`;
}

function describeDown(
  { state, lastError }: MonitorRow,
  checkedAt: Date,
  { now, downSince }: StatusContext,
): string {
  const ago = `${since(checkedAt, now)} ago`;
  const long = `for ${since(downSince ?? checkedAt, now)}`;
  if (state.firstSuccessAtMs !== null)
    return `Down ${long}, but the last check succeeded ${ago}. One more success and it counts as up`;
  if (state.isAutoPaused)
    return `Down ${long}: ${lastError}, ${ago}. Now checked only once a day, until it responds or monitoring is turned on again`;
  return `Down ${long}: ${lastError}, ${ago}`;
}

const since = (from: Date, now: Date): string =>
  formatDuration(Math.max(0, (now.getTime() - from.getTime()) / 1000));
