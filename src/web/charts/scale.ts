/** Scales of charts: round steps, and a maximum little above the highest value. */

/** Returns a round, whole step for at most five ticks up to a maximum. */
export function niceStep(max: number): number {
  const rough = Math.max(1, max / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  const isWholeAndEnough = (factor: number) => factor * power >= rough && Number.isInteger(factor * power);
  return power * ([1, 2, 2.5, 5, 10].find(isWholeAndEnough) ?? 10);
}

/** Steps of an axis of seconds; their labels are short. */
const DURATION_STEPS = [10, 60, 120, 300, 600, 1800, 3600, 7200, 18_000];

/** Returns a round step in seconds for few ticks up to a maximum. */
export const niceDurationStep = (max: number): number =>
  DURATION_STEPS.find(step => step >= max / 6) ?? 36_000;
