/** Types of the API's uptime, and facts from which texts in each language are written. */
import type { Static } from 'elysia';
import type { UptimeAnswer } from '../../../features/uptime/schema.ts';

export type Uptime = Static<typeof UptimeAnswer>;

export type Monitor = Uptime['monitor'];

export type FailureCode = NonNullable<Monitor['last_error_code']>;

/** Facts of a status; times are formatted. */
export interface StatusFacts {
  readonly status: Monitor['status'];
  /** Since when it lasts, as a duration. */
  readonly duration: string;
  /** When the last check was. */
  readonly ago: string;
  /** Why it failed. */
  readonly reason: string;
  readonly statusCode: number | null;
  readonly responseMs: number | null;
  readonly failures: number;
  readonly failuresUntilDown: number;
}
