/** Limits of content monitoring. Source: decisions, section 7, Content. */
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Time from the start of a crawl to the start of the next one of a site. */
export const CRAWL_INTERVAL_MS = DAY_MS;
/** Longest crawl. */
export const MAX_CRAWL_MS = 20 * MINUTE_MS;
/** Links that a crawl checks, and pages among them. */
export const MAX_LINKS = 10_000;
export const MAX_PAGES = 2000;
/** Sitemaps that a crawl reads. */
export const MAX_SITEMAPS = 50;
/** Pages that are stored of those that a link was found on. */
export const MAX_FOUND_ON = 20;
/** Concurrent requests. The total of own pages bounds the memory they take. */
export const MAX_REQUESTS = { own: { perHost: 2, total: 32 }, other: { perHost: 1, total: 8 } } as const;
/** Minimum time between the starts of two requests to a host. */
export const MIN_DELAY_MS = 1000;
