/**
 * Tests whether a count differs from the expected one by more than chance explains. Hits by the hour vary more than those of a Poisson process, since visitors open several pages and days
 * differ: they are taken as negative binomial, with the mean and variance of the weeks before.
 */

/** A count as it is expected. */
export interface Expected {
  readonly mean: number;
  readonly variance: number;
}

/**
 * How improbable a count has to be by chance. A site has 8,760 hours a year, each of which is compared: a quiet one has
 * less than one false alarm in a hundred years, and the rest is margin for what is not known exactly.
 */
const IMPROBABLE = 1e-7;
/** The same as deviations of a normal distribution. */
const IMPROBABLE_DEVIATIONS = 5.2;
/** Up to this mean, probabilities are summed up; above it they are approximated. */
const MAX_SUMMED_MEAN = 400;
/** Least variance as a multiple of a Poisson process. */
const MIN_DISPERSION = 1.2;

/** Returns the least count that is improbably high. */
export function highLimit(expected: Expected): number {
  const { mean, variance } = widen(expected);
  if (mean > MAX_SUMMED_MEAN) return Math.ceil(approximate(mean, variance, IMPROBABLE_DEVIATIONS));
  let remaining = 1;
  for (const [count, probability] of probabilities(mean, variance)) {
    if (remaining <= IMPROBABLE) return count;
    remaining -= probability;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the greatest count that is improbably low; -1 when not even none is. */
export function lowLimit(expected: Expected): number {
  const { mean, variance } = widen(expected);
  if (mean > MAX_SUMMED_MEAN) return Math.floor(approximate(mean, variance, -IMPROBABLE_DEVIATIONS));
  let total = 0;
  for (const [count, probability] of probabilities(mean, variance)) {
    total += probability;
    if (total > IMPROBABLE) return count - 1;
  }
  return -1;
}

/** A mean of none is taken as a very small one. */
const widen = ({ mean, variance }: Expected): Expected => {
  const least = Math.max(mean, 0.1);
  return { mean: least, variance: Math.max(variance, MIN_DISPERSION * least) };
};

/** Yields the probability of each count, from 0 on, of a negative binomial distribution. */
function* probabilities(mean: number, variance: number): Generator<readonly [number, number]> {
  const size = mean ** 2 / (variance - mean);
  const share = mean / (mean + size);
  let probability = (size / (size + mean)) ** size;
  const last = 20 * mean + 1000;
  for (let count = 0; count <= last; count++) {
    yield [count, probability];
    probability *= ((count + size) / (count + 1)) * share;
  }
}

/** Returns the count so many deviations from the mean (Wilson and Hilferty's approximation of the gamma distribution). */
function approximate(mean: number, variance: number, deviations: number): number {
  const spread = variance / (9 * mean ** 2);
  return mean * Math.max(0, 1 - spread + deviations * Math.sqrt(spread)) ** 3;
}
