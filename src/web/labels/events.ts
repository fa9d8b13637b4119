/** Texts of the events page. */
import * as shared from './shared.tsx';

export const value = 'Value';
export const values = 'Values';
export const allEvents = 'All events';
export const is = 'is';
export const withoutAValue = 'without a value';
export const anyValue = 'Any value';
export const byVisitors = (count: number) => `by ${shared.visitorCount(count)}`;
export const noneInDays = 'No events in this period';
export const byEvents = (title: string) => `${title} by events`;
export const pagerOf = (title: string) => `${title} pagination`;
export const noValue = 'No value';
export const searchEvents = 'Search events';
export const eventsPager = 'Events pagination';
export const noMatch = 'No results';
export const eventsByNumber = 'Events by count';
export const emptyTitle = 'No events in this period';
export const emptyHint =
  'Track clicks, signups or purchases. Replace your tracking code with this one, which also tracks clicks:';
export const elementHint = 'Then name each element to track:';
export const exampleName = 'example';
export const moreOnEvents = 'Learn more about events';
