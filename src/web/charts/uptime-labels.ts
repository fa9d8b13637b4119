/** Labels of uptime. */

import type { Static } from '@sinclair/typebox';
import type { UptimeDayModel } from '../../features/uptime/history/schema.ts';
import { formatDay, formatDuration } from '../format.ts';
import { numberLocale } from '../labels/language.ts';
import * as labels from '../labels/uptime-charts.tsx';

/** Formats an uptime in percent. Only a full uptime is 100%. */
export function formatUptime(percent: number): string {
  const digits = percent >= 100 ? 0 : percent > 99.9 ? 3 : percent >= 99 ? 2 : 1;
  const shown = percent >= 100 ? 100 : Math.min(percent, 99.999);
  return new Intl.NumberFormat(numberLocale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(shown / 100);
}

/** Describes a day: `20 Nov 2026: up all day, answered in 143 ms on average`. */
export function formatUptimeDay({
  date,
  uptime,
  downtime_seconds,
  downtimes,
  average_response_ms,
}: Omit<Static<typeof UptimeDayModel>, 'watched_seconds'>): string {
  const day = formatDay(date);
  if (uptime === null) return labels.notMonitored(day);
  const answered = average_response_ms === null ? '' : labels.averageResponse(average_response_ms);
  if (downtime_seconds === 0 && downtimes === 0) return labels.noDowntime(day, answered);
  return labels.downDay({
    day,
    downtime: formatDuration(downtime_seconds),
    outages: labels.outageCount(downtimes),
    uptime: formatUptime(uptime),
    answered,
  });
}

/** Formats the days until an expiry: `63 days left`, `ran out 2 days ago`. */
export function formatDaysLeft(days: number): string {
  if (days < 0) return labels.expiredAgo(-days);
  return days === 0 ? labels.expiresToday : labels.daysLeft(days);
}
