/** What is known about a site, and why checks of it failed, in the language of the pages. */
import { formatDuration, formatRelativeTime } from '../../format.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as monitors from '../../labels/monitors.tsx';
import * as shared from '../../labels/shared.tsx';
import type { Monitor } from './uptime-answer.ts';

/** Names the state of a monitor that is switched on. */
export function describeState({ status, is_down: isDown }: Pick<Monitor, 'status' | 'is_down'>): {
  readonly name: string;
  readonly tone: 'good' | 'bad' | '';
} {
  if (status === 'not_checked' || status === 'server_offline') return { name: monitors.unknown, tone: '' };
  if (status === 'first_check_due') return { name: labels.notCheckedYet, tone: '' };
  return isDown ? { name: shared.down, tone: 'bad' } : { name: shared.up, tone: 'good' };
}

/** Describes the status in a sentence, without the state that is shown as the headline. */
export function toStatusSentence(monitor: Monitor, nowMs: number): string {
  const { status_since, last_check_at, last_error_message, last_status_code } = monitor;
  const english = monitor.status_description.replace(/^Up: /, '');
  return labels.status(english.slice(0, 1).toUpperCase() + english.slice(1), {
    status: monitor.status,
    duration:
      status_since === null ? '' : formatDuration(Math.max(0, nowMs - Date.parse(status_since)) / 1000),
    ago: last_check_at === null ? '' : formatRelativeTime(last_check_at, nowMs),
    reason: labels.failure(last_error_message ?? '', monitor.last_error_code, last_status_code),
    statusCode: last_status_code,
    responseMs: monitor.last_response_ms,
    failures: monitor.failures,
    failuresUntilDown: monitor.failures_until_down,
  });
}
