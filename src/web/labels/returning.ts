/** Texts of the page of returning visitors. */

export const title = 'Returning visitors';
export const hint =
  'Only visitors your pages or API calls identify are counted. Of those who were new in a week, the table shows how many came back 1, 2 or more weeks later.';
export const emptyTitle = 'No identified visitors yet';
export const emptyHint =
  'Anonymous visitors get a new ID every day, so Footfall can’t tell who returns. If people sign in on your site, your pages can send an ID for them.';
export const week = 'Week of';
export const newVisitors = 'New';
export const returningVisitors = 'Returning';
export const weeksLater = (count: number) => (count === 1 ? '1 week later' : `${count} weeks later`);
