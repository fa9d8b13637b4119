/** Limits of the pages that are watched by themselves. */
import { DAY_MS, HOUR_MS } from '../../../lib/time-units.ts';

export const MAX_WATCHED = 20;
export const MAX_EXCLUDED = 100;
/** Period whose visitors decide which pages are watched. */
export const VISITED_MS = 7 * DAY_MS;
export const RENEWAL_MS = DAY_MS;
/** After a renewal in which a page could not be tried. */
export const RETRY_MS = HOUR_MS;
/** Time without being among the most visited after which a page is dropped: a few quiet days do not interrupt its history. */
export const KEPT_MS = 7 * DAY_MS;
/** The same for a page that is down, which has fewer visitors because of that. */
export const KEPT_DOWN_MS = 30 * DAY_MS;
/** Monitors of a site that are added so, at most, for each page of the number that was set. */
export const MONITORS_PER_PAGE = 2;
/** The most visited pages among which they are chosen. */
export const MAX_CANDIDATES = 100;
/** Pages that are named with the reason why they are not watched. */
export const MAX_LEFT_OUT = 30;
/** Pages that are tried in one renewal, beyond those that are needed. */
export const SPARE_TRIALS = 20;
/** A site that does not answer so often is not tried on. */
export const MAX_UNANSWERED = 3;
