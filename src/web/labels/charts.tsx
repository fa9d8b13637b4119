/** Texts of the charts. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import * as shared from './shared.tsx';

export const annotation = 'Annotation';
export const downtime = 'Downtime';
export const insight = 'Insight';
export const marks = (count: number) => `${count} markers: `;
export const andMore = (count: number) => `and ${count} more`;
export const overTime = (name: string) => `${name} over time`;
export const noDataYet = 'no data yet';
export const beforeValue = (value: string) => `, previously ${value}`;
export const before = 'Previous';
export const noDataYetTitle = 'No data yet';
export const mapLabel = (counted: string) => `Map of ${counted} by country`;
export const tooSmallForTheMap = 'Too small to show on the map';
export const moreInList = (left: number) => `and ${left} more in the list`;
export const byDay = (name: string) => `${name} by day`;
export const day = 'Day';
export const heatMapLabel = 'Pageviews by weekday and hour';
export const hour = 'Hour';
export const onAverage = (average: string) => `, ${average} on average`;
export const eventCount = (count: number) => pluralize(count, 'event');
export const kudoCount = (count: number) => pluralize(count, 'kudo', 'kudos');
export const agentVisitCount = (count: number) => pluralize(count, 'AI crawler visit');
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
export const now = 'Now';
export const checksEmpty = 'Checks appear here once the first one has run.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time}: up, status ${status} in ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time}: failed, status ${status} in ${ms} ms`;
export const checkUnanswered = (time: string) => `${time}: failed, no response`;
export const lastDays = (count: number) => `Last ${count} days`;
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
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const rank = 'Rank';
export const lastMinutes = (count: number) => `Visitors and pageviews of the last ${count} minutes`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time}: ${pluralize(visitors, 'visitor')}, ${pluralize(views, 'pageview')}`;
export const minutesAgo = (count: number) => `${count} minutes ago`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'World map: no visitors in the last 30 minutes'
    : `World map of visitors in the last 30 minutes, from ${pluralize(countries, 'country', 'countries')}`;
