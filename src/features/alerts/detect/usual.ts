/** Estimates the usual hits of a window of hours from the same hours of the weeks before. */
import type { Expected } from './chance.ts';
import type { HitHours } from './hit-hours.ts';

export const WEEK_HOURS = 168;
/** Weeks that are compared with, and how many there must be at least. */
const WEEKS = 6;
const MIN_WEEKS = 3;
/** With as many weeks, one that is unlike the others is left out. */
const MIN_WEEKS_TRIMMED = 4;
/** Clocks that change move a site's day by an hour. */
const SHIFTS = [-1, 0, 1] as const;
/** How far a site may have grown or shrunk in the last week, at most. */
const MAX_LEVEL = 5;
/** Days differ by as much even at a large site. */
const MIN_SPREAD = 0.05;
/** Share of the windows, those that vary most, that is left out of the estimate of how much they vary. */
const TRIMMED_SHARE = 0.05;
/** Makes up for what is left out. */
const TRIM_CORRECTION = 1.25;

/** A window of hours by its last one. */
export interface HourWindow {
  readonly last: number;
  readonly length: number;
}

/** Hours that history has to have for a comparison. */
export const HISTORY_HOURS = WEEKS * WEEK_HOURS + 2 * WEEK_HOURS;

/** Hours that a site has to have before anything is compared. */
export const MIN_HISTORY_HOURS = MIN_WEEKS * WEEK_HOURS + 24;

/** What is compared for: a rise is compared with the busiest that may be usual, a fall with the quietest. */
export type Direction = 'rise' | 'fall';

/** The usual hits of a window. */
export interface Usual {
  readonly mean: number;
  /** Returns them with their variance, which takes longer. */
  readonly expect: () => Expected;
}

/** Returns the usual hits of a window; undefined while the site is too young. */
export function usualHits(hours: HitHours, window: HourWindow, direction: Direction): Usual | undefined {
  const isRise = direction === 'rise';
  const means = SHIFTS.flatMap(shift => {
    const samples = sampleWeeks(hours, { ...window, last: window.last + shift });
    return samples.length < MIN_WEEKS ? [] : [{ mean: robustMean(samples, isRise), weeks: samples.length }];
  });
  if (means.length < SHIFTS.length) return undefined;
  const most = means.reduce((best, each) => (each.mean > best.mean === isRise ? each : best));
  const level = recentLevel(hours, window);
  const mean = most.mean * (isRise ? Math.max(1, level) : Math.min(1, level));
  return {
    mean,
    expect: () => ({
      mean,
      variance: dispersion(hours, window) * mean * (1 + 1 / most.weeks) + (MIN_SPREAD * mean) ** 2,
    }),
  };
}

/** The hits of the same window in the weeks before, as far as they are known. */
function sampleWeeks(hours: HitHours, { last, length }: HourWindow): number[] {
  const samples: number[] = [];
  for (let week = 1; week <= WEEKS; week++) {
    const end = last - week * WEEK_HOURS;
    const start = end - length + 1;
    if (start >= 0 && hours.isKnown(start, end)) samples.push(hours.sum(start, end));
  }
  return samples;
}

/** Returns the mean without the week that would make a change look larger than it is: an outage, or a spike. */
function robustMean(samples: readonly number[], isRise: boolean): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const kept = samples.length < MIN_WEEKS_TRIMMED ? sorted : isRise ? sorted.slice(1) : sorted.slice(0, -1);
  return kept.reduce((total, each) => total + each, 0) / kept.length;
}

/** Returns the hits of the last week before a window as a multiple of those of the weeks before; 1 where that is not known. */
function recentLevel(hours: HitHours, { last, length }: HourWindow): number {
  const end = last - length;
  const start = end - WEEK_HOURS + 1;
  const before = sampleWeeks(hours, { last: end, length: WEEK_HOURS });
  const usual = before.reduce((total, each) => total + each, 0) / before.length;
  if (start < 0 || before.length === 0 || usual === 0 || !hours.isKnown(start, end)) return 1;
  return Math.min(MAX_LEVEL, Math.max(1 / MAX_LEVEL, hours.sum(start, end) / usual));
}

/** Returns how much more windows of a length vary from week to week than those of a Poisson process. */
function dispersion(hours: HitHours, { last, length }: HourWindow): number {
  const windows: { readonly mean: number; readonly variance: number }[] = [];
  for (let back = 0; back + length <= WEEK_HOURS; back += length) {
    const samples = sampleWeeks(hours, { last: last - back, length });
    if (samples.length < MIN_WEEKS) continue;
    const mean = samples.reduce((total, each) => total + each, 0) / samples.length;
    if (mean === 0) continue;
    const squares = samples.reduce((total, each) => total + (each - mean) ** 2, 0);
    windows.push({ mean, variance: squares / (samples.length - 1) });
  }
  windows.sort((a, b) => a.variance / a.mean - b.variance / b.mean);
  const kept = windows.slice(0, Math.ceil(windows.length * (1 - TRIMMED_SHARE)));
  const total = (of: 'mean' | 'variance') => kept.reduce((sum, each) => sum + each[of], 0);
  return kept.length === 0 ? 1 : Math.max(1, (total('variance') / total('mean')) * TRIM_CORRECTION);
}
