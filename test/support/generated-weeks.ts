/** Generates random sites: Poisson-distributed hits with a weekly pattern, in every breakdown. */
import {
  BREAKDOWNS,
  type Breakdown,
  type EarlierWeeks,
  HISTORY_WEEKS,
  type WeekFigures,
  WINDOW_DAYS,
} from '../../src/features/insights/detect/figures.ts';
import { addDays, toBuckets } from '../../src/lib/time.ts';

const SHAPE = [1, 1.05, 1.1, 1.05, 0.95, 0.7, 0.65];
const HOURS = 24;
/** Shares of the keys of each breakdown; crawlers are counted apart from hits. */
const SHARES: Readonly<Record<Breakdown, readonly number[]>> = {
  page: [0.3, 0.15, 0.1, 0.08, 0.07, 0.05, 0.05, 0.04, 0.04, 0.03, 0.03, 0.02, 0.02, 0.01, 0.01],
  referrer: [0.2, 0.08, 0.05, 0.04, 0.03, 0.02, 0.01, 0.01, 0.005, 0.005],
  country: [0.3, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02],
  device: [0.55, 0.43, 0.02],
  crawler: [0.1, 0.05, 0.03, 0.02],
};
const DAYS = (HISTORY_WEEKS + 1) * 7;

export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a Poisson-distributed count. */
export function poisson(mean: number, random: Random): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** Counts of a site by day, and by day and key. */
export interface GeneratedSite {
  readonly hits: number[];
  readonly hours: number[][];
  readonly keys: Readonly<Record<Breakdown, number[][]>>;
}

/** Generates a site with `extraDays` more than detection reads, so that it can run on each of them. */
export function generateSite(hitsADay: number, random: Random, extraDays = 0): GeneratedSite {
  const days = DAYS + extraDays;
  const keys = Object.fromEntries(
    BREAKDOWNS.map(breakdown => [breakdown, SHARES[breakdown].map(() => new Array<number>(days).fill(0))]),
  ) as Record<Breakdown, number[][]>;
  const hours: number[][] = [];
  const hits: number[] = [];
  for (let day = 0; day < days; day++) {
    const mean = hitsADay * (SHAPE[day % 7] ?? 1);
    const ofDay = Array.from({ length: HOURS }, () => poisson(mean / HOURS, random));
    hours.push(ofDay);
    hits.push(ofDay.reduce((total, count) => total + count, 0));
    for (const breakdown of BREAKDOWNS)
      for (const [at, share] of SHARES[breakdown].entries()) {
        const counts = keys[breakdown][at];
        if (counts) counts[day] = poisson(mean * share, random);
      }
  }
  return { hits, hours, keys };
}

/** Shares of the hits that reach a goal. */
const GOAL_SHARES = [0.3, 0.1, 0.02];

/** Generates the conversions of goals by day. */
const generateGoals = (hits: readonly number[]): WeekFigures['goals'] =>
  GOAL_SHARES.map((share, at) => {
    const random = createRandom(inSum(hits, 0, hits.length) * 31 + at);
    return { id: at + 1, name: `Goal ${at + 1}`, days: hits.map(count => poisson(count * share, random)) };
  });

const inSum = (counts: readonly number[], from: number, to: number): number =>
  counts.slice(from, to).reduce((total, count) => total + count, 0);

/** Returns the input of detection on the day with this number. */
export function toWeekFigures(
  site: GeneratedSite,
  day = DAYS,
): { readonly figures: WeekFigures; readonly earlier: EarlierWeeks } {
  const first = day - DAYS;
  const start = addDays('2026-01-05', first);
  const { days, edges } = toBuckets(
    { first: start, last: addDays(start, DAYS - 1) },
    { interval: 'day', zone: 'UTC' },
  );
  const hits = site.hits.slice(first, day);
  const ranked = Object.fromEntries(
    BREAKDOWNS.map(breakdown => [
      breakdown,
      site.keys[breakdown].map((counts, at) => ({
        key: `${breakdown}-${at}`,
        current: inSum(counts, day - WINDOW_DAYS, day),
        previous: inSum(counts, day - 2 * WINDOW_DAYS, day - WINDOW_DAYS),
      })),
    ]),
  ) as unknown as WeekFigures['ranked'];
  const earlier = Object.fromEntries(
    BREAKDOWNS.map(breakdown => [
      breakdown,
      new Map(
        site.keys[breakdown].map((counts, at) => [
          `${breakdown}-${at}`,
          Array.from({ length: HISTORY_WEEKS - 1 }, (_, week) =>
            inSum(counts, first + 7 * week, first + 7 * week + 7),
          ),
        ]),
      ),
    ]),
  );
  const hours = site.hours.slice(day - WINDOW_DAYS, day).flatMap((ofDay, at) => {
    const from = edges[DAYS - WINDOW_DAYS + at]?.getTime() ?? 0;
    return ofDay.map((count, hour) => ({ start: new Date(from + hour * 3_600_000), hits: count }));
  });
  return {
    figures: {
      days,
      edges,
      hits,
      earliest: edges[0] ?? null,
      visitors: inSum(hits, DAYS - WINDOW_DAYS, DAYS),
      hours,
      ranked,
      contextEvents: [],
      goals: generateGoals(hits),
    },
    earlier,
  };
}
