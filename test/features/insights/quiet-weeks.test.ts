/** What is no change is not told as one. */
import { expect, test } from 'bun:test';
import { detect } from '../../../src/features/insights/detect/detect.ts';
import { createRandom, figuresOf, makeSite } from '../../support/made-weeks.ts';

const WEEKS = 200;
const DAYS_OF_FIGURES = 63;
const SIZES = [2, 5, 10, 30, 100, 300, 1000, 5000, 20_000];

test('of 200 quiet weeks at sites of every size at most one day in twenty raises a signal', () => {
  const random = createRandom(20_260_310);
  const raised: string[] = [];
  for (let week = 0; week < WEEKS; week++) {
    const hitsADay = SIZES[week % SIZES.length] ?? 2;
    const site = makeSite(hitsADay, random, 6);
    for (let day = 0; day < 7; day++) {
      const { figures, earlier } = figuresOf(site, DAYS_OF_FIGURES + day);
      const found = detect(figures, earlier);
      if (found.length > 0)
        raised.push(`${hitsADay} hits a day: ${found.map(({ type }) => type).join(', ')}`);
    }
  }
  expect(raised.length, raised.join('\n')).toBeLessThanOrEqual(0.05 * WEEKS * 7);
});
