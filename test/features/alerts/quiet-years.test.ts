/** False alarms of sites without anything to tell of: at most one a site and year. */
import { expect, test } from 'bun:test';
import {
  GOAL_WINDOW_HOURS,
  type TrafficCondition,
  type TrafficKind,
  toTrafficCondition,
  WINDOW_HOURS,
} from '../../../src/core/alerts.ts';
import { createHitHours } from '../../../src/features/alerts/detect/hit-hours.ts';
import { replay } from '../../../src/features/alerts/detect/replay.ts';
import { IS_LONG } from '../../support/fuzz.ts';
import { createRandom, poisson, type Random } from '../../support/generated-weeks.ts';

const START_MS = Date.parse('2024-01-01T00:00:00Z');
const HISTORY_DAYS = 56;
const DAYS = HISTORY_DAYS + 365;
const HOUR_MS = 3_600_000;

/** Share of a day's hits by hour: people sleep, and come at noon and in the evening. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 13, 14, 13, 12, 11, 11, 11, 12, 14, 15, 13, 9, 5];
const WEEKDAYS = [1.1, 1.15, 1.1, 1.05, 0.95, 0.75, 0.8];
const HOURS_TOTAL = HOURS.reduce((total, share) => total + share, 0);
/** How many quiet sites and goals have a year. */
const QUIET = IS_LONG ? 200 : 40;
/** Nearly none: of all together. */
const MAX_FALSE_ALARMS = QUIET / 50;

const HITS_A_DAY = [1, 4, 12, 40, 120, 400, 1500, 6000, 30_000, 200_000];

/** A year of hits, Poisson-distributed around a rhythm of days and weeks; with `pages`, each visit has several. */
function quietYear(hitsADay: number, random: Random, pages: number): number[] {
  return Array.from({ length: DAYS * 24 }, (_, hour) => {
    const day = Math.floor(hour / 24);
    const mean = (hitsADay * (WEEKDAYS[day % 7] ?? 1) * (HOURS[hour % 24] ?? 0)) / HOURS_TOTAL;
    const visits = poisson(mean / pages, random);
    if (pages === 1) return visits;
    let hits = visits;
    for (let visit = 0; visit < visits; visit++) while (random() < 1 - 1 / pages) hits++;
    return hits;
  });
}

const CONDITIONS: readonly TrafficCondition[] = [
  ...WINDOW_HOURS.map(windowHours => toTrafficCondition('spike', { percent: 20, windowHours })),
  ...WINDOW_HOURS.map(windowHours => toTrafficCondition('drop', { percent: 20, windowHours })),
  toTrafficCondition('silence', { hours: 1 }),
];

function countFirings(counts: readonly number[], condition: TrafficCondition): number {
  const hours = createHitHours(START_MS, counts);
  return replay(condition, hours, START_MS + HISTORY_DAYS * 24 * HOUR_MS).firings.length;
}

test(`${QUIET} quiet sites have at most one false alarm a year each, and nearly none in all`, () => {
  const random = createRandom(20_261_126);
  const alarms: string[] = [];
  let worst = 0;
  for (let site = 0; site < QUIET; site++) {
    const hitsADay = HITS_A_DAY[site % HITS_A_DAY.length] ?? 1;
    const counts = quietYear(hitsADay, random, site % 2 === 0 || hitsADay > 2000 ? 1 : 3);
    // Each site has an alert of each kind; thresholds and windows are those that would fire most.
    let ofSite = 0;
    for (const condition of [site % 5, 5 + (site % 5), 10].flatMap(at => CONDITIONS[at] ?? [])) {
      const firings = countFirings(counts, condition);
      if (firings > 0) alarms.push(`${hitsADay} a day: ${JSON.stringify(condition)}`);
      ofSite += firings;
    }
    worst = Math.max(worst, ofSite);
  }
  expect(worst).toBeLessThanOrEqual(1);
  expect(alarms.length).toBeLessThanOrEqual(MAX_FALSE_ALARMS);
});

const CONVERSIONS_A_DAY = [0.2, 0.7, 2, 5, 12, 30, 80, 200, 900];

test(`${QUIET} quiet goals have at most one false alarm a year each, and nearly none in all`, () => {
  const random = createRandom(20_261_127);
  const changes = GOAL_WINDOW_HOURS.flatMap(windowHours =>
    [
      { change: 'drop', percent: 20, windowHours } as const,
      { change: 'spike', percent: 20, windowHours } as const,
    ].map(thresholds => toTrafficCondition('goal', thresholds)),
  );
  const conditions = [...changes, toTrafficCondition('goal', { change: 'silence', hours: 1 })];
  const firings = Array.from({ length: QUIET }, (_, goal) => {
    const counts = quietYear(CONVERSIONS_A_DAY[goal % CONVERSIONS_A_DAY.length] ?? 1, random, 1);
    return countFirings(counts, conditions[goal % conditions.length] ?? toTrafficCondition('goal', {}));
  });
  expect(Math.max(...firings)).toBeLessThanOrEqual(1);
  expect(firings.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(MAX_FALSE_ALARMS);
});

/** Falls and rises of a goal over days, and the usual alert that finds them. */
const GOAL_CHANGES = [
  { aDay: 40, days: 3, factor: 0.15, thresholds: {} },
  { aDay: 5, days: 8, factor: 0, thresholds: { windowHours: 168 } },
  { aDay: 15, days: 8, factor: 0.25, thresholds: { windowHours: 168 } },
  { aDay: 200, days: 2, factor: 0.4, thresholds: {} },
  { aDay: 40, days: 2, factor: 3, thresholds: { change: 'spike' } },
  { aDay: 30, days: 2, factor: 0, thresholds: { change: 'silence' } },
] as const;

for (const { aDay, days, factor, thresholds } of GOAL_CHANGES)
  test(`${aDay} conversions a day times ${factor} for ${days} days: one alert ${JSON.stringify(thresholds)}`, () => {
    const counts = quietYear(aDay, createRandom(aDay), 1).map((count, hour) =>
      hour >= AFTERNOON && hour < AFTERNOON + days * 24 ? Math.round(count * factor) : count,
    );
    const found = replay(toTrafficCondition('goal', thresholds), createHitHours(START_MS, counts), START_MS);
    expect(found.firings).toHaveLength(1);
    const startedHour = ((found.firings[0]?.startedMs ?? 0) - START_MS) / HOUR_MS;
    expect(startedHour).toBeGreaterThan(AFTERNOON);
    expect(startedHour).toBeLessThanOrEqual(AFTERNOON + days * 24);
  });

test('a site that grows by a quarter in three months, or whose clocks change, is not told of', () => {
  const random = createRandom(7);
  const grown = quietYear(400, random, 1).map((count, hour) => Math.round(count * 1.0001 ** hour));
  const shifted = quietYear(2000, random, 1);
  const summer = [...shifted.slice(0, 4000), ...shifted.slice(4001)];
  for (const counts of [grown, summer])
    for (const kind of ['spike', 'drop', 'silence'] as const)
      expect([kind, countFirings(counts, toTrafficCondition(kind, {}))]).toEqual([kind, 0]);
});

/** An hour of the year in the afternoon of a working day. */
const AFTERNOON = (HISTORY_DAYS + 71) * 24 + 15;

/** Hours of a year with a change in some of them, and the alert that finds it. */
const CHANGES: readonly {
  readonly kind: TrafficKind;
  readonly hitsADay: number;
  readonly hours: number;
  readonly factor: number;
}[] = [
  { kind: 'spike', hitsADay: 200, hours: 3, factor: 8 },
  { kind: 'spike', hitsADay: 30_000, hours: 2, factor: 2.5 },
  { kind: 'drop', hitsADay: 6000, hours: 5, factor: 0.3 },
  { kind: 'silence', hitsADay: 400, hours: 12, factor: 0 },
  { kind: 'silence', hitsADay: 40, hours: 48, factor: 0 },
];

for (const { kind, hitsADay, hours, factor } of CHANGES)
  test(`${hitsADay} hits a day times ${factor} for ${hours} hours: one ${kind}`, () => {
    const counts = quietYear(hitsADay, createRandom(hitsADay), 1).map((count, hour) =>
      hour >= AFTERNOON && hour < AFTERNOON + hours ? Math.round(count * factor) : count,
    );
    const found = replay(toTrafficCondition(kind, {}), createHitHours(START_MS, counts), START_MS);
    expect(found.firings).toHaveLength(1);
    const [firing] = found.firings;
    const startedHour = ((firing?.startedMs ?? 0) - START_MS) / HOUR_MS;
    expect(startedHour).toBeGreaterThan(AFTERNOON);
    expect(startedHour).toBeLessThanOrEqual(AFTERNOON + hours);
    expect(firing?.endedMs).not.toBeNull();
  });

test('hours in which the server did not run are no silence and no drop', () => {
  const counts = quietYear(6000, createRandom(3), 1).map((count, hour) =>
    hour >= AFTERNOON && hour < AFTERNOON + 10 ? 0 : count,
  );
  const gap = { startMs: START_MS + AFTERNOON * HOUR_MS, endMs: START_MS + (AFTERNOON + 10) * HOUR_MS };
  for (const kind of ['drop', 'silence'] as const) {
    const condition = toTrafficCondition(kind, {});
    expect(replay(condition, createHitHours(START_MS, counts), START_MS).firings).toHaveLength(1);
    expect(replay(condition, createHitHours(START_MS, counts, [gap]), START_MS).firings).toEqual([]);
  }
});

test('a site of two weeks is not judged', () => {
  const counts = quietYear(400, createRandom(5), 1).slice(0, 14 * 24);
  for (const kind of ['spike', 'drop', 'silence'] as const)
    expect(replay(toTrafficCondition(kind, {}), createHitHours(START_MS, counts), START_MS)).toEqual({
      firings: [],
      judgedFromMs: kind === 'silence' ? expect.anything() : null,
    });
});
