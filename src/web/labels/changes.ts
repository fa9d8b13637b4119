/** Texts about removing stored pageviews, and undoing that. */
import { pluralize } from '../../lib/english.ts';

export const removal = 'Remove pageviews';
export const removalHint =
  'Clean up what shouldn’t have been counted, such as your own visits, tests or spam. Choose with filters, by date or both. You can undo it for 30 days.';
export const withEvents = 'Remove matching events, too';
export const fromDay = 'From';
export const throughDay = 'To';
export const chooseFirst = 'Add a filter or a date to see what would be removed.';
export const notHere = (names: string) => `Filters by ${names} can’t be used here.`;
export const daysBackwards = 'This date is before the first one.';
export const found = (rows: string, visitors: number, days: number) =>
  `${rows} by ${pluralize(visitors, 'visitor')} on ${pluralize(days, 'day')}`;
export const eventCount = (count: number) => pluralize(count, 'event');
export const nothingFound = 'Nothing matches.';
export const remove = 'Remove';
export const removeTitle = (rows: string) => `Remove ${rows}?`;
export const removeHint =
  'Reports no longer count them. You can undo this for 30 days; after that, they are deleted.';
export const removals = 'Removed pageviews';
export const noRemovals = 'Nothing removed';
export const noRemovalsHint = 'What you remove is listed here. You can bring it back for 30 days.';
export const statuses = {
  running: 'Removing…',
  done: 'Removed',
  undoing: 'Undoing…',
  undone: 'Undone',
  permanent: 'Deleted',
};
export const undoUntil = (date: string) => `can be undone until ${date}`;
export const undoOf = (rows: string) => `Undo: ${rows}`;
export const since = (day: string) => `from ${day}`;
export const until = (day: string) => `to ${day}`;
export const pastTitle = 'Already counted';
export const pastHint =
  'Exclusions apply from now on. Pageviews counted before can be removed if they match by page, country or referrer; IP addresses and user agents aren’t stored.';
export const showPast = 'Show matching pageviews';
