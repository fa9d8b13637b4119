/** Limits of a status page. */
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../lib/time-units.ts';

export const MAX_MONITORS = 100;
export const MAX_INCIDENTS = 1000;
/** Of an incident, or of a downtime. */
export const MAX_NOTES = 100;
export const MAX_NOTES_OF_PAGE = 5000;
export const MAX_TITLE_LENGTH = 200;
export const MAX_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 2000;
export const MAX_NOTE_LENGTH = 5000;
export const SLUG_LENGTH = { minLength: 3, maxLength: 64 } as const;
/** How far back it shows what was. */
export const HISTORY_DAYS = 90;
export const HISTORY_MS = HISTORY_DAYS * DAY_MS;
/** How far ahead it shows maintenance. */
export const AHEAD_MS = 31 * DAY_MS;
/** Of each kind: what it shows at most, the newest of the history. */
export const MAX_SHOWN = { incidents: 100, downtimes: 200, maintenance: 50, notes: 1000 } as const;
/** Of all notes that it shows: anybody may open it, and each opening sends them all. */
export const MAX_SHOWN_CHARACTERS = 300_000;
/** How long what it shows is kept in memory, and in caches on the way. */
export const MAX_AGE_MS = 30 * SECOND_MS;
export const MAX_SUBSCRIBERS = 1000;
/** What each subscriber is mailed at most; more is in the feed and on the page. */
export const NEWS_LIMIT = { limit: 60, windowMs: HOUR_MS } as const;
/** Requests to subscribe: from an address, for a page, and for one mailbox. */
export const SUBSCRIPTION_LIMITS = {
  byAddress: { max: 10, windowMs: HOUR_MS },
  byPage: { max: 200, windowMs: HOUR_MS },
  byMailbox: { max: 3, windowMs: DAY_MS },
} as const;
/** How long a link that confirms works. */
export const CONFIRMATION_MS = DAY_MS;
/** Mails that wait for the relay, of all kinds: with more, nobody else subscribes. Others, such as for new passwords, have room then. */
export const MAX_PENDING_MAILS = 100;
