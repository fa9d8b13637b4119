/** What monitoring has seen, in words. */
import { pluralize } from '../../lib/english.ts';
import { formatDay, formatDuration } from '../format.ts';

/** A share of time in percent. Only all of it is 100%. */
export function formatUptime(percent: number): string {
  if (percent >= 100) return '100%';
  const digits = percent > 99.9 ? 3 : percent >= 99 ? 2 : 1;
  const text = percent.toFixed(digits);
  return `${Number(text) >= 100 ? '99.999' : text}%`;
}

interface UptimeDay {
  readonly date: string;
  readonly uptime: number | null;
  readonly downtime_seconds: number;
  readonly downtimes: number;
  readonly average_response_ms: number | null;
}

/** A day of a watched site: `20 Nov 2026: up all day, answered in 143 ms on average`. */
export function formatUptimeDay({
  date,
  uptime,
  downtime_seconds,
  downtimes,
  average_response_ms,
}: UptimeDay): string {
  const day = formatDay(date);
  if (uptime === null) return `${day}: not watched`;
  const answered = average_response_ms === null ? '' : `, answered in ${average_response_ms} ms on average`;
  if (downtime_seconds === 0 && downtimes === 0) return `${day}: up the whole time${answered}`;
  return `${day}: down for ${formatDuration(downtime_seconds)} in ${pluralize(downtimes, 'downtime')}, up ${formatUptime(uptime)}${answered}`;
}

/** Days until something runs out: `63 days left`, `ended 2 days ago`. */
export function formatDaysLeft(days: number): string {
  if (days < 0) return `ran out ${pluralize(-days, 'day')} ago`;
  return days === 0 ? 'runs out today' : `${pluralize(days, 'day')} left`;
}
