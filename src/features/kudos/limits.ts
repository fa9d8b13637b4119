/** Limits of kudos. Beside these, a visitor adds one for each page and day of the site: `addFromVisitor` in service.ts. */
import { MINUTE_MS } from '../../lib/time-units.ts';

/** Kudos of one address on one site. */
export const ADDRESS_LIMIT = { limit: 30, windowMs: MINUTE_MS };
/**
 * Pages without a hit that may get their first kudo in a day. Legitimate ones are those of a site that embeds buttons
 * without the tracker, of visitors with Global Privacy Control, and names in `data-path`.
 */
export const MAX_NEW_PAGES_PER_SITE = 200;
/** How many of these one address may use, so that no single client uses up the limit of a site. */
export const MAX_NEW_PAGES_PER_ADDRESS = 20;
