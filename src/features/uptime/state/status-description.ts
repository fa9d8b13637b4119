import { formatDuration } from '../../../lib/duration.ts';
import { isExampleUrl } from '../../../lib/url.ts';
import type { MonitorRow } from '../monitors/store.ts';

/** Input of a status description beside the monitor. */
export interface StatusContext {
  readonly now: Date;
  /** Since when this server has been offline, so that the site is not checked. */
  readonly offlineSince: Date | null;
  /** Start of the ongoing downtime. */
  readonly downSince: Date | null;
  /** Whether it is never checked. Default: whether its URL is below `.example`. */
  readonly isExample?: boolean;
  /** Whether the monitored program calls this server. Default: this server checks. */
  readonly isHeartbeat?: boolean;
  /** Failed checks in a row before a monitor is down. */
  readonly confirmations: number;
}

/** Kinds of what is known about a site. */
export const STATUSES = [
  'not_checked',
  'server_offline',
  'first_check_due',
  'up',
  'failing',
  'recovering',
  'auto_paused',
  'down',
] as const;

/** Returns the kind of what is known about a site. */
export function classifyStatus(
  { state, lastCheckAt }: MonitorRow,
  {
    url,
    offlineSince,
    isExample = isExampleUrl(url),
  }: Pick<StatusContext, 'offlineSince' | 'isExample'> & { readonly url: string },
): (typeof STATUSES)[number] {
  // The demonstration has checks of a name that is not checked any more.
  if (isExample && lastCheckAt === null) return 'not_checked';
  if (offlineSince !== null) return 'server_offline';
  if (lastCheckAt === null) return 'first_check_due';
  if (!state.isDown) return state.failures > 0 ? 'failing' : 'up';
  if (state.firstSuccessAtMs !== null) return 'recovering';
  return state.isAutoPaused ? 'auto_paused' : 'down';
}

/** Describes the status of a site in a sentence: what is known, and how recent it is. */
export function describeStatus(
  monitor: MonitorRow,
  context: StatusContext & { readonly url: string },
): string {
  const { state, lastCheckAt, lastError } = monitor;
  const { now, offlineSince, downSince, confirmations } = context;
  const lasting = (from: Date | null): string =>
    formatDuration(Math.max(0, (now.getTime() - (from ?? now).getTime()) / 1000));
  const ago = `${lasting(lastCheckAt)} ago`;
  const down = `Down for ${lasting(downSince ?? lastCheckAt)}`;
  switch (classifyStatus(monitor, context)) {
    case 'not_checked':
      return 'Not checked: names ending in .example are for documentation only';
    case 'server_offline':
      return `Unknown: this server has been offline for ${lasting(offlineSince)}. Checks resume when it is back online`;
    case 'first_check_due':
      return context.isHeartbeat ? 'Waiting for the first heartbeat' : 'The first check is about to start';
    case 'up':
      return `Up: ${describeAnswer(monitor)}, ${ago}`;
    case 'failing':
      return `Last check failed ${ago}: ${lastError}. Counts as down after ${confirmations} failed checks in a row (${state.failures} so far)`;
    case 'recovering':
      return `${down}, but the last check succeeded ${ago}. One more success and it counts as up`;
    case 'auto_paused':
      return `${down}: ${lastError}, ${ago}. Now checked only once a day, until it responds or monitoring is turned on again`;
    case 'down':
      return `${down}: ${lastError}, ${ago}`;
  }
}

function describeAnswer({ lastStatusCode, lastResponseMs }: MonitorRow): string {
  if (lastStatusCode !== null) return `responded with status ${lastStatusCode} in ${lastResponseMs} ms`;
  return lastResponseMs === null ? 'last heartbeat' : `responded in ${lastResponseMs} ms`;
}
