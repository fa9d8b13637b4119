import { formatUptime } from '../../charts/uptime-labels.ts';
import { formatDay } from '../../format.ts';
import * as labels from '../../labels/public-page.ts';
import type { Uptime } from './use-stats.ts';

/** Days that the uptime is about. */
const PERIOD_DAYS = 30;

/** Describes the uptime: since when, where the site has been monitored for less than 30 days; null before that. */
export function describeUptime({ uptime, days }: Pick<Uptime, 'uptime' | 'days'>): string | null {
  const first = days.findIndex(day => day.uptime !== null);
  const day = days[first];
  if (!day) return null;
  return first > days.length - PERIOD_DAYS
    ? labels.upSince(formatUptime(uptime), formatDay(day.date))
    : labels.upLast30Days(formatUptime(uptime));
}
