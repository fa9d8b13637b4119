/** Texts of the page that compares a site before and after a signal. */
import { pluralize } from '../../lib/english.ts';

export const title = 'Before and after';
export const compare = (signal: string) => `Before and after “${signal}”`;
export const period = 'Period';
export const days = (count: number) => pluralize(count, 'day');
export const before = 'Before';
export const after = 'After';
export const hint = 'Compared with the same hours in previous weeks.';
export const notYet = 'Nothing to compare yet: check back later.';
export const figure = 'Figure';
export const uptime = 'Uptime';
export const response = 'Response time';
export const conversions = (goal: string) => `${goal}: conversions`;
export const rate = (goal: string) => `${goal}: conversion rate`;
export const fallenPages = 'Pages that lost traffic';
export const fallenHint = 'More than the rest of the site, and more than normal variation.';
export const noneFell = 'No page lost significant traffic.';
export const notFound = 'Pages not found';
export const notFoundHint = 'Requested more often than before.';
export const newIssues = 'New broken links and mixed content';
export const noIssues = 'No new broken links found.';
export const downtimes = 'Downtime';
export const noDowntime = 'No downtime.';
export const ongoing = 'ongoing';
export const unknown = '–';
export const milliseconds = (count: string) => `${count} ms`;
