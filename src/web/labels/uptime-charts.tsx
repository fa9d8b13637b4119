/** Texts of the charts of uptime. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import * as shared from './shared.tsx';

export const responseTimeEmpty = 'Response times appear after the first checks.';
export const responseTimeRange = ({
  latest,
  mean,
  slowest,
  most,
}: Readonly<Record<'latest' | 'mean' | 'slowest' | 'most', string>>) =>
  ` ${latest} · average ${mean} ms · ${slowest} ${most} ms`;
export const inLatestHour = 'in the latest hour';
export const slowestHour = 'slowest hour';
export const onLatestDay = 'on the latest day';
export const slowestDay = 'slowest day';
export const responseTime = (last: string, part: ReactNode) => (
  <>
    Response time <b>{last}</b>
    {part}
  </>
);
export const responseTimeOf = (name: string, ms: number | null) =>
  ms === null ? `${name}: no response` : `${name}: average response ${ms} ms`;
export const responseTimesByHour = 'Response times by hour';
export const responseTimesByDay = 'Response times by day';
export const milliseconds = (ms: string) => `${ms} ms`;
export const checksOfLastDay = 'Checks of the last 24 hours';
export const dayAgo = '24 hours ago';
export const checksEmpty = 'Checks appear here once the first one has run.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time}: up, status ${status} in ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time}: failed, status ${status} in ${ms} ms`;
export const checkUnanswered = (time: string) => `${time}: failed, no response`;
export const lastDays = (count: number) => `Last ${count} days`;
export const withMaintenance = (day: string) => `${day}, maintenance`;
export const notMonitored = (day: string) => `${day}: not monitored`;
export const averageResponse = (averageResponseMs: number) => `, average response ${averageResponseMs} ms`;
export const noDowntime = (day: string, answered: string) => `${day}: no downtime${answered}`;
export const outageCount = (count: number) => pluralize(count, 'outage');
export const downDay = ({
  day,
  downtime,
  outages,
  uptime,
  answered,
}: Readonly<Record<'day' | 'downtime' | 'outages' | 'uptime' | 'answered', string>>) =>
  `${day}: down for ${downtime} (${outages}), uptime ${uptime}${answered}`;
export const expiredAgo = (days: number) => `expired ${shared.dayCount(days)} ago`;
export const expiresToday = 'expires today';
export const daysLeft = (days: number) => `${shared.dayCount(days)} left`;
