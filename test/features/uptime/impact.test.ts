/** What a downtime cost, of histories where that is known. */
import { expect, test } from 'bun:test';
import { findEarlierWeeks } from '../../../src/features/uptime/impact/earlier-weeks.ts';
import { estimateMissing, scaleEarlier } from '../../../src/features/uptime/impact/estimate.ts';
import { MINUTE_MS } from '../../../src/lib/time-units.ts';
import { createRandom } from '../../support/random.ts';

const FIRST_MS = Date.parse('2026-01-05T00:00:00Z');

/** A history of a site: how many hits come a day at first, how fast that grows, and how far weeks and single hours stray. */
interface Site {
  readonly perDay: number;
  readonly weeks: number;
  readonly growth: number;
  readonly straying: number;
  readonly seed: number;
}

/** Draws the hits of each ten minutes: a rhythm of day and week, growth, better and worse days, a spike now and then, and chance. */
function drawHistory({ perDay, weeks, growth, straying, seed }: Site) {
  const { next } = createRandom(seed);
  const chance = () => (next(1_000_000) + 1) / 1_000_001;
  const normal = () => Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance());
  const poisson = (mean: number) => {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let [count, product] = [0, chance()];
    for (const limit = Math.exp(-mean); product > limit; count++) product *= chance();
    return count;
  };
  const days = Array.from(
    { length: weeks * 7 },
    () => Math.exp(straying * normal()) * (chance() < 0.01 ? 4 : 1),
  );
  const slots = Array.from({ length: weeks * 7 * 144 }, (_, slot) => {
    const day = Math.floor(slot / 144);
    const daily = 1 + 0.8 * Math.sin((2 * Math.PI * ((slot % 144) - 50)) / 144);
    const weekly = day % 7 < 5 ? 1.15 : 0.6;
    return poisson((perDay / 144) * daily * weekly * (1 + growth) ** (day / 7) * (days[day] ?? 1));
  });
  return { slots, next };
}

/** Takes a time out of a history, and returns whether the estimate covers what was taken. */
function plant(site: Site) {
  const { slots, next } = drawHistory(site);
  const length = [1, 3, 6, 18, 72, 144, 300][next(7)] ?? 1;
  const start = slots.length - 1 - length - next(700);
  const lost = Math.round(100 * (0.7 + 0.3 * (next(100) / 100)));
  const taken = slots.slice(start, start + length).map(count => Math.round((count * lost) / 100));
  taken.forEach((count, index) => {
    slots[start + index] = (slots[start + index] ?? 0) - count;
  });
  const countBetween = (from: Date, to: Date): number => {
    const toSlot = (instant: Date) => (instant.getTime() - FIRST_MS) / (10 * MINUTE_MS);
    // The share of the first and last ten minutes that is within.
    let sum = 0;
    for (let slot = Math.floor(toSlot(from)); slot < toSlot(to); slot++)
      sum += (slots[slot] ?? 0) * (Math.min(slot + 1, toSlot(to)) - Math.max(slot, toSlot(from)));
    return Math.round(sum);
  };
  const span = {
    start: new Date(FIRST_MS + start * 10 * MINUTE_MS),
    end: new Date(FIRST_MS + (start + length) * 10 * MINUTE_MS),
  };
  const compared = findEarlierWeeks(span, new Date(FIRST_MS), 'UTC');
  const { edges } = compared;
  const counts = edges.slice(1).map((to, index) => countBetween(edges[index] ?? to, to));
  const found = estimateMissing(scaleEarlier(counts, compared), countBetween(span.start, span.end));
  return { truth: taken.reduce((sum, count) => sum + count, 0), found };
}

test('the range covers what is missing in at least 90 of 100 planted downtimes', () => {
  const { next, pick } = createRandom(7);
  const misses: unknown[] = [];
  let widths = 0;
  for (let index = 0; index < 100; index++) {
    const site: Site = {
      perDay: pick([20, 200, 2_000, 20_000]),
      weeks: 4 + next(12),
      growth: pick([-0.05, 0, 0, 0.05, 0.1]),
      straying: pick([0.05, 0.1, 0.2]),
      seed: next(1_000_000),
    };
    const { truth, found } = plant(site);
    if (!found || truth < found.missing_low || truth > found.missing_high)
      misses.push({ site, truth, found });
    else widths += (found.missing_high - found.missing_low) / Math.max(10, truth);
  }
  expect(misses.length).toBeLessThanOrEqual(10);
  // A range that says everything would be right as well: on average it is no wider than the truth is large.
  expect(widths / 100).toBeLessThan(1.2);
});
