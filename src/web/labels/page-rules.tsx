/** Texts of the page rules of a site. */
import type { ReactNode } from 'react';
import { formatNumber, pluralize } from '../../lib/english.ts';

export const pages = 'Pages';
export const pageRules = 'One page, several addresses';
export const pageRulesHint =
  'Count addresses that lead to the same page as one. Rules apply from now on, to every visit and to imports.';
export const setOverApi =
  'These rules were set through the API, in a way that this page can’t edit. Change them there:';
export const slash = 'Slash at the end';
export const slashes = {
  keep: 'Keep as it is',
  none: 'Remove: /about',
  slash: 'Add: /about/',
};
export const index = 'Treat index.html, index.php and default.aspx as their folder';
export const lowerCase = 'Ignore upper and lower case';
export const hash = 'Count routes after # as pages';
export const hashHint = 'For apps with addresses such as /app#/settings.';
export const keep = 'Parameters that make a page';
export const keepHint = 'Such as p for /?p=12. All other parameters are not part of a page.';
export const replace = 'Combine pages';
export const replaceHint =
  'One rule per line, with an arrow (→ or ->). * stands for any characters but a slash, ** for any characters.';
export const preview = 'Preview';
export const pageCount = (count: number) => pluralize(count, 'page');
export const pagesBecome = (before: number, after: number) =>
  before === after
    ? `${pageCount(before)} so far.`
    : `${pageCount(before)} so far would become ${formatNumber(after)}.`;
export const pastHint = 'Saved rules apply from now on; earlier pages can be changed below.';
export const nothingMerged = 'No pages to combine';
export const nothingMergedHint = 'With these rules, every page so far stays as it is.';
export const andMore = (count: number) => `${formatNumber(count)} more`;
export const suggestions = 'Suggestions';
export const addRule = 'Add rule';
const SUGGESTED: Readonly<Record<string, string>> = {
  trailing_slash: 'Pages with and without a slash at the end',
  index: 'Index pages and their folder',
  lower_case: 'Pages that differ in upper and lower case only',
};
export const suggestion = (kind: string, pattern: ReactNode) =>
  SUGGESTED[kind] ?? <>Pages that differ in a number or ID only: {pattern}</>;
