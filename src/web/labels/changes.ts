/** Texts about changes of stored pageviews, and undoing them. */
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
/** Texts of the button of a removal. */
export const removing = {
  action: 'Remove',
  title: (rows: string) => `Remove ${rows}?`,
  hint: 'Reports no longer count them. You can undo this for 30 days; after that, they are deleted.',
  nothing: 'Nothing matches.',
};
export const removals = 'Changes so far';
export const noRemovals = 'No changes yet';
export const noRemovalsHint = 'What you remove or combine is listed here. You can undo it for 30 days.';
/** Before the reason, of a change that failed. */
export const willRetry = 'This hasn’t worked yet. Footfall will try again.';
export const statuses = {
  running: 'Removing…',
  done: 'Removed',
  undoing: 'Undoing…',
  undone: 'Undone',
  permanent: 'Deleted',
};
/** Changes of pages in the list of changes. */
export const kinds = {
  page_rules: 'Page rules applied to earlier pages',
  clean_paths: 'Parameters removed from pages',
  reset: 'Statistics reset',
};
export const pageStatuses = {
  running: 'Changing…',
  done: 'Changed',
  undoing: 'Undoing…',
  undone: 'Undone',
  permanent: 'Permanent',
};
export const undoUntil = (date: string) => `can be undone until ${date}`;
export const undoOf = (rows: string) => `Undo: ${rows}`;
export const since = (day: string) => `from ${day}`;
export const until = (day: string) => `to ${day}`;
export const pastTitle = 'Already counted';
export const pastHint =
  'Exclusions apply from now on. Pageviews counted before can be removed if they match by page, country, referrer or network; IP addresses and user agents aren’t stored.';
export const showPast = 'Show matching pageviews';
export const earlierPages = 'Earlier pages';
const change = {
  title: (rows: string) => `Change ${rows}?`,
  hint: 'All reports then show the new pages; full URLs stay as they are. You can undo this for 30 days under Settings › Data.',
};
export const pageChanges = {
  page_rules: {
    ...change,
    intro: 'Saved rules can also be applied to everything counted so far.',
    show: 'Check earlier pages',
    action: 'Apply rules',
    nothing: 'All earlier pages already follow the rules.',
  },
  clean_paths: {
    ...change,
    intro:
      'Earlier versions counted addresses with parameters, such as /?session=1, as separate pages. They may contain personal data.',
    show: 'Find such pages',
    action: 'Remove parameters',
    nothing: 'No page has parameters.',
  },
};
