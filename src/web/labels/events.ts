/** Texts of the events page. */
import { pluralize } from '../../lib/english.ts';

export const values = 'Values';
export const pages = 'Pages';
export const countries = 'Countries';
export const notFilteredByEventsDo = (unsupported: string) =>
  `Not filtered by ${unsupported}: events do not have it.`;
export const allEvents = 'All events';
export const is = 'is';
export const withoutAValue = 'without a value';
export const anyValue = 'Any value';
export const visitorCount = (count: number) => pluralize(count, 'visitor');
export const by = (visitors: string) => `by ${visitors}`;
export const nothingInTheseDays = 'Nothing in these days.';
export const byEvents = (title: string) => `${title} by events`;
export const pagesOfTheList = (title: string) => `Pages of the list: ${title}`;
export const noValue = 'No value';
export const events = 'Events';
export const searchEvents = 'Search events';
export const pagesOfTheListEvents = 'Pages of the list: Events';
export const noEventMatches = 'No event matches.';
export const eventsByNumber = 'Events by number';
export const noEventsInTheseDays = 'No events in these days';
export const anEventIsSomethingThat =
  'An event is something that a visitor does beside reading: a click on a button, a form that is sent. Name it where it happens, and it is counted:';
export const theExample = 'the example';
export const moreOnEvents = 'More on events';
export const showAllTime = 'Show all time';
