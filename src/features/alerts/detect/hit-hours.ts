import { HOUR_MS } from '../../../lib/time-units.ts';

/** The hits of a site by the hour (UTC), from its first one on. */
export interface HitHours {
  /** Start of the first hour. */
  readonly startMs: number;
  /** Number of hours; the last may be running. */
  readonly length: number;
  /** Returns the hits of the hours from `first` to `last`, both inclusive. */
  sum(first: number, last: number): number;
  /** Returns whether the server was running in all of these hours: hits of others were not counted. */
  isKnown(first: number, last: number): boolean;
}

interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

export const toGap = ({ startedAt, endedAt }: { readonly startedAt: Date; readonly endedAt: Date }): Gap => ({
  startMs: startedAt.getTime(),
  endMs: endedAt.getTime(),
});

/** Creates the hours from counts, with the times in which the server was not running. Hours before the first hit are left out. */
export function createHitHours(
  startMs: number,
  counts: readonly number[],
  gaps: readonly Gap[] = [],
): HitHours {
  const firstHit = counts.findIndex(count => count > 0);
  const skipped = firstHit < 0 ? counts.length : firstHit;
  const hits = counts.slice(skipped);
  const firstMs = startMs + skipped * HOUR_MS;
  const sums = prefixSums(hits);
  const unknown = gaps.length === 0 ? undefined : prefixSums(toUnknown(firstMs, hits.length, gaps));
  const between = (totals: readonly number[], first: number, last: number): number =>
    (totals[last + 1] ?? 0) - (totals[first] ?? 0);
  return {
    startMs: firstMs,
    length: hits.length,
    sum: (first, last) => between(sums, first, last),
    isKnown: (first, last) => unknown === undefined || between(unknown, first, last) === 0,
  };
}

function prefixSums(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

const toUnknown = (firstMs: number, length: number, gaps: readonly Gap[]): number[] =>
  Array.from({ length }, (_, hour) => {
    const from = firstMs + hour * HOUR_MS;
    return gaps.some(({ startMs, endMs }) => startMs < from + HOUR_MS && endMs > from) ? 1 : 0;
  });
