/** Limits of sessions and passwords. How long a session lasts is in http/session-cookie.ts, since its cookie says so too. */
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Sessions of one user; the least recently used one ends. */
export const MAX_SESSIONS = 100;
/** Wrong passwords from an address, and for an account. */
export const WRONG_PASSWORDS = { max: 10, windowMs: 15 * MINUTE_MS };
/** How long the link to a new password works. */
export const RESET_LINK_LIFETIME_MS = HOUR_MS;
/** Requests for a new password from an address. */
export const RESETS_PER_ADDRESS = { max: 10, windowMs: HOUR_MS };
/** Links to a new password of an account. Those of earlier mails stay valid: more requests by a stranger do not lock out the user. */
export const RESETS_PER_ACCOUNT = { max: 5, windowMs: HOUR_MS };
