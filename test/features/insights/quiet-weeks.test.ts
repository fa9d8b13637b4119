/** False positives: random variation is not reported as a change. */
import { expect, test } from 'bun:test';
import { detect } from '../../../src/features/insights/detect/detect.ts';
import { createRandom, generateSite, toWeekFigures } from '../../support/generated-weeks.ts';

const WEEKS = 200;
const DAYS_OF_FIGURES = 63;
const SIZES = [2, 5, 10, 30, 100, 300, 1000, 5000, 20_000];

test('of 200 quiet weeks at sites of every size at most one day in twenty raises a signal', () => {
  const random = createRandom(20_260_310);
  const raised: string[] = [];
  for (let week = 0; week < WEEKS; week++) {
    const hitsADay = SIZES[week % SIZES.length] ?? 2;
    const site = generateSite(hitsADay, random, 6);
    for (let day = 0; day < 7; day++) {
      const { figures, earlier } = toWeekFigures(site, DAYS_OF_FIGURES + day);
      const found = detect(figures, earlier);
      if (found.length > 0)
        raised.push(`${hitsADay} hits a day: ${found.map(({ type }) => type).join(', ')}`);
    }
  }
  expect(raised.length, raised.join('\n')).toBeLessThanOrEqual(0.05 * WEEKS * 7);
});

/** Generates a site with about 100 hits on two days of five, and none on the others. */
function makeBursts(random: () => number) {
  const site = generateSite(100, random);
  for (let day = 0; day < DAYS_OF_FIGURES; day++) {
    if (random() < 0.4) continue;
    site.hits[day] = 0;
    site.hours[day]?.fill(0);
  }
  return site;
}
const spikesOf = (site: ReturnType<typeof makeBursts>) => {
  const { figures, earlier } = toWeekFigures(site);
  return detect(figures, earlier).filter(({ type }) => type === 'traffic_spike');
};

test('where hits come in bursts, an ordinary burst is no spike, and a far larger one is', () => {
  const random = createRandom(7);
  let raised = 0;
  for (let turn = 0; turn < 100; turn++) {
    const site = makeBursts(random);
    raised += spikesOf(site).length;
    site.hits[DAYS_OF_FIGURES - 3] = 600;
    const [spike] = spikesOf(site);
    expect(spike?.current).toBe(600);
    // The usual day is that of the median week, with a burst or without, as the overview has it.
    expect(spike?.previous).toBeWithin(0, 170);
  }
  expect(raised).toBeLessThanOrEqual(5);
});
