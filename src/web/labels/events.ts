/** Texts of the events page. */

export const values = 'Values';
export const allEvents = 'All events';
export const is = 'is';
export const withoutAValue = 'without a value';
export const anyValue = 'Any value';
export const byVisitors = (visitors: string) => `by ${visitors}`;
export const noneInDays = 'Nothing in these days.';
export const byEvents = (title: string) => `${title} by events`;
export const pagerOf = (title: string) => `Pages of the list: ${title}`;
export const noValue = 'No value';
export const searchEvents = 'Search events';
export const eventsPager = 'Pages of the list: Events';
export const noMatch = 'No event matches.';
export const eventsByNumber = 'Events by number';
export const emptyTitle = 'No events in these days';
export const emptyHint =
  'An event is something that a visitor does beside reading: a click on a button, a form that is sent. Name it where it happens, and it is counted:';
export const exampleName = 'the example';
export const moreOnEvents = 'More on events';
