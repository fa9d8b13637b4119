/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const andMore = (left: number) => ` and ${left} more`;
export const pageCount = (count: number) => pluralize(count, 'page');
export const inDuration = (sessionDuration: string) => ` in ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>from {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Came from {link}</>;
export const onlyFirstPages = (count: number) => `Only the first ${count} pages of this journey are kept.`;
export const lastSeenHere = 'last seen here';
export const noFiltersHint = 'Journeys are of all visitors: filters do not apply here.';
export const whereVisitsBegin = 'Where visits begin';
export const whereVisitsEnd = 'Where visits end';
export const journeysLabel = 'Journeys, newest first';
export const byVisitors = (title: string) => `${title}, by visitors`;
export const emptyTitle = 'No journeys in these days';
export const emptyHint =
  'A journey is what one visitor read, page after page. Each shows up here with the first hit that has a visitor.';
export const moreThanOnePage = 'More than one page';
export const onePageOnly = 'One page only';
