/** Texts of the charts. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const soFar = (name: string) => `${name}, so far`;
export const signal = 'Signal';
export const downtime = 'Downtime';
export const found = 'Found';
export const marks = (count: number) => `${count} marks: `;
export const andMore = (count: number) => `and ${count} more`;
export const overTime = (name: string) => `${name} over time`;
export const notYet = 'not yet';
export const beforeValue = (value: string) => `, before: ${value}`;
export const before = 'Before';
export const notYetTitle = 'Not yet';
export const mapLabel = (counted: string) => `Map of ${counted} by country`;
export const tooSmallForTheMap = 'Too small for the map';
export const moreInList = (left: number) => `and ${left} more in the list`;
export const byDay = (name: string) => `${name} by day`;
export const day = 'Day';
export const heatMapLabel = 'Hits by weekday and hour';
export const hour = 'Hour';
export const onAverage = (average: string) => `, ${average} on average`;
export const eventCount = (count: number) => pluralize(count, 'event');
export const kudoCount = (count: number) => pluralize(count, 'kudo', 'kudos');
export const agentVisitCount = (count: number) => pluralize(count, 'agent visit');
export const responseTimeEmpty = 'Response times are shown after the first checks.';
export const responseTimeRange = (mean: number, most: number) =>
  ` on the last day; ${mean} ms on an average day, ${most} ms on the slowest`;
export const responseTime = (last: number, part: ReactNode) => (
  <>
    Answers in <b>{last} ms</b>
    {part}
  </>
);
export const lastDays = (count: number) => `The last ${count} days`;
export const notMonitored = (day: string) => `${day}: not monitored`;
export const averageResponse = (averageResponseMs: number) =>
  `, answered in ${averageResponseMs} ms on average`;
export const upAllDay = (day: string, answered: string) => `${day}: up the whole time${answered}`;
export const downtimeCount = (count: number) => pluralize(count, 'downtime');
export const downDay = ({
  day,
  downtime,
  downtimes,
  uptime,
  answered,
}: Readonly<Record<'day' | 'downtime' | 'downtimes' | 'uptime' | 'answered', string>>) =>
  `${day}: down for ${downtime} in ${downtimes}, up ${uptime}${answered}`;
export const ranOutAgo = (days: string) => `ran out ${days} ago`;
export const runsOutToday = 'runs out today';
export const daysLeft = (days: string) => `${days} left`;
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
