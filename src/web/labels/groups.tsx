import { pluralize } from '../../lib/english.ts';

export const separateLines = 'One line for each site';
export const combinedLine = 'One line for all';
export const icon = 'Icon';
export const colour = 'Colour';
export const another = 'Another';
export const chart = 'Chart';
export const noSites = 'No sites in it yet.';
export const siteCount = (count: number) => pluralize(count, 'site');
export const together = (sites: string) => `${sites} together`;
export const otherCount = (count: number) => pluralize(count, 'other');
export const and = (others: string) => `and ${others}`;
export const editTitle = 'Edit the group';
export const submitGroup = 'Add the group';
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
export const itsSites = 'Its sites';
export const state = 'State';
export const togetherTitle = 'Together';
export const thisGroup = 'This group';
export const emptyTitle = 'No sites in it yet';
export const emptyHint = 'Choose them with “Edit”. A site may be in several groups.';
export const sitesTogether = 'Its sites together';
export const sideBySide = 'Side by side';
export const chartViewLabel = 'The sites are drawn';
export const edit = 'Edit';
export const deleteGroup = 'Delete';
export const sitesChosen = (count: number) => (
  <>
    Sites <span className="soft">{count} chosen</span>
  </>
);
export const noMatch = 'No site is called that.';
export const groupsNotSaved = (error: string) => `The groups could not be changed: ${error}`;
export const movedTo = (name: string, count: number, count2: number) =>
  `${name} is now ${count} of ${count2}`;
export const pinnedToTop = (name: string) => `${name} is pinned to the top`;
export const unpinned = (name: string) => `${name} is no longer pinned`;
export const deleted = (name: string) => `${name} is gone; its sites are still here`;
