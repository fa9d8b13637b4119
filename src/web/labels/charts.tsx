/** Texts of the charts. */
import { pluralize } from '../../lib/english.ts';

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
export const typically = (count: string) => `, typically ${count}`;
export const eventCount = (count: number) => pluralize(count, 'event');
export const kudoCount = (count: number) => pluralize(count, 'kudo', 'kudos');
export const agentVisitCount = (count: number) => pluralize(count, 'AI crawler visit');
export const now = 'Now';
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const noTime = 'no time reported';
