/** Limits of reads, and the words of their refusals: the same on every engine. */
import { type AppError, rateLimited, unavailable } from '../core/errors.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import type { WaitLimits } from '../lib/fair-pool.ts';

/** Limits of reads of a queue; a test may set lower ones. */
export interface ReadLimits {
  /** Maximum number of waiting reads per queue. A page of the dashboard makes up to 35 at once, and several may be open. */
  readonly maxWaiting: number;
  /** Maximum time in the queue. */
  readonly maxWaitMs: number;
  /** Maximum time of a read. */
  readonly maxReadMs: number;
  /** Maximum time in the queue and of the read together: less than the 30 s after which an idle connection is closed. */
  readonly maxTotalMs: number;
}

export const READ_LIMITS: ReadLimits = {
  maxWaiting: 128,
  maxWaitMs: 15_000,
  maxReadMs: 20_000,
  maxTotalMs: 25_000,
};

/** Options of reads within a store. */
export interface UseOptions extends ReadOptions {
  /** True for a look-up that a write waits for: no report delays it, and it has no limit but the deadline. */
  readonly isForIngest?: boolean;
  /** True for the writing of a file: it delays no report, and has no limit at all. */
  readonly isAtLength?: boolean;
}

/** The queue of reads that belong to no account; they are never refused. */
export const BACKGROUND = 'background';

const RETRY_AFTER_SECONDS = 5;

/** Returns how long a read may take that has waited; undefined for no limit. */
export const toDeadlineMs = (
  { queue, isAtLength }: UseOptions,
  waitedMs: number,
  { maxReadMs, maxTotalMs }: ReadLimits,
): number | undefined => {
  if (isAtLength) return undefined;
  return Math.max(0, Math.min(maxReadMs, maxTotalMs - (queue === undefined ? 0 : waitedMs)));
};

/** Returns the limits of waiting in a queue; none for background work. */
export const waitLimits = (queue: string | undefined, { maxWaiting, maxWaitMs }: ReadLimits): WaitLimits =>
  queue === undefined
    ? {}
    : {
        maxWaiting,
        maxWaitMs,
        onFull: () =>
          rateLimited(
            `too many reports of this account at once: at most ${maxWaiting} queries may wait; try again in ${RETRY_AFTER_SECONDS} seconds`,
            RETRY_AFTER_SECONDS,
          ),
        onTimeout: () =>
          unavailable(
            `The server is busy with other reports, and this one has waited for ${maxWaitMs / 1000} seconds: try again in a moment`,
          ),
      };

/** Refuses an answer that was not ready at its deadline. */
export const tookTooLong = (deadlineMs: number): AppError =>
  unavailable(
    `The answer took longer than ${Math.round(deadlineMs / 1000)} seconds: request a shorter period`,
  );

/** Refuses an answer that did not fit into memory. */
export const NEEDS_TOO_MUCH_MEMORY =
  'The answer needs more memory than the server may use: request a shorter period';

/** Refuses reads of a store that is being closed. */
export const isStopping = (): AppError => unavailable('The server is stopping');
