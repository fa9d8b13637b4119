import { pluralize } from '../../lib/english.ts';

export const separateLines = 'One line per site';
export const combinedLine = 'Combined';
export const icon = 'Icon';
export const colour = 'Color';
export const another = 'Another';
export const chart = 'Chart';
export const noSites = 'No sites in this group yet.';
export const siteCount = (count: number) => pluralize(count, 'site');
export const together = (sites: string) => `${sites} combined`;
export const otherCount = (count: number) => pluralize(count, 'other');
export const and = (others: string) => `and ${others}`;
export const editTitle = 'Edit group';
export const submitGroup = 'Create group';
export const description = 'Description';
export const descriptionHint = 'Shown below the name';
export const pinnedField = 'Pinned to the top';
export const green = 'Green';
export const blue = 'Blue';
export const violet = 'Violet';
export const pink = 'Pink';
export const red = 'Red';
export const amber = 'Amber';
export const olive = 'Olive';
export const grey = 'Grey';
export const itsSites = 'Sites';
export const state = 'Status';
/** As short as it can be: the table has four columns on a phone. */
export const viewsColumn = 'Pageviews';
export const togetherTitle = 'Combined';
export const thisGroup = 'Group';
export const emptyTitle = 'No sites in this group yet';
export const emptyHint = 'Add sites with “Edit”. A site can be in several groups.';
export const sitesTogether = 'Combined stats';
export const sideBySide = 'Side by side';
export const chartViewLabel = 'Chart';
export const edit = 'Edit';
export const deleteGroup = 'Delete group';
export const deleteTitle = (name: string) => `Delete the group “${name}”?`;
export const deleteHint = 'Its sites and their data are kept.';
export const sitesChosen = (count: number) => (
  <>
    Sites <span className="soft">{count} selected</span>
  </>
);
export const noMatch = 'No results';
export const groupsNotSaved = (error: string) => `Couldn’t save the groups: ${error}`;
export const movedTo = (name: string, count: number, count2: number) =>
  `${name} moved to position ${count} of ${count2}`;
export const pinnedToTop = (name: string) => `${name} pinned`;
export const unpinned = (name: string) => `${name} unpinned`;
export const deleted = (name: string) => `${name} deleted. Its sites are kept.`;
