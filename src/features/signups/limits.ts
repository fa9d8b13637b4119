/** Limits of signups, and the length of trials. Source: decisions, section 2; decisions, section 3; decisions, section 4. */
import { DAY_MS } from '../../lib/time-units.ts';

/** How long the links of a signup work. */
export const LINK_LIFETIME_MS = 7 * DAY_MS;
/** Signups of one mail address in a day: each is an unsolicited mail. */
export const MAX_PER_DAY_AND_ADDRESS = 5;
/** Pending signups of all addresses together. */
export const MAX_PENDING = 5_000;
/** Signups, and requests for their status, of one network address in an hour. */
export const MAX_CREATIONS = 10;
export const MAX_READS = 600;

export const TRIAL_PLAN = 'pro';
export const TRIAL_MS = 14 * DAY_MS;
/** Time before the end of a trial at which its user is reminded. */
export const TRIAL_REMINDER_MS = 3 * DAY_MS;
