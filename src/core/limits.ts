import { MINUTE_MS } from '../lib/time-units.ts';

/** Longest values that are stored, in characters (Unicode code points, as JSON Schema counts). Source: decisions, section 2. */
export const MAX_LENGTH = {
  url: 2048,
  referrer: 2048,
  path: 1024,
  event: 128,
  value: 1024,
  user_agent: 1024,
  visitor_id: 128,
  source: 200,
  region: 100,
  city: 100,
  language: 35,
  label: 200,
  custom_uid: 128,
} as const;

/** Days of a report at most, both ends included; all time may be longer. Source: api-v1, Limits; decisions, section 1. */
export const MAX_RANGE_DAYS = 730;

/**
 * Visitors that a place, or a value of a property that others may see, needs to be named: fewer could tell who somebody is. Source:
 * decisions, section 9.
 */
export const MIN_NAMED_VISITORS = 5;

/** Test mails of a user in an hour, of each kind. */
export const MAX_TEST_MAILS_PER_HOUR = 10;

/** Rows of a batch at most. Source: decisions, section 4. */
export const MAX_BATCH_ROWS = 10_000;

/** Length of a new password in characters. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1000;

/** A large batch that found its site just before a deletion or a reset is stored by then. */
export const LAST_WRITE_MS = 10 * MINUTE_MS;
