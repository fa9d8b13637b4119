/** `include_usual`: how many hits the same weekdays usually have. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { fillDays } from '../support/insight-sites.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const LAST = '2026-03-09';

/** A site with so many hits on each day up to 9 March 2026, a Monday. */
async function aSite(counts: readonly number[], make?: () => { path: string }) {
  const { id } = await server().given.site();
  await fillDays(server(), id, { until: LAST, counts, ...(make && { make }) });
  return async (query: string) =>
    (await server().get(`/sites/${id}/overview?include_usual=true&${query}`)).usual;
}

const on = (ago: number) => `start_date=${addDays(LAST, -ago)}&end_date=${addDays(LAST, -ago)}`;

test('it is the median of the same weekday in up to eight weeks before, a peak among them changing nothing', async () => {
  // Mondays from 5 January on, with one hit on every other day.
  const mondays = [10, 11, 12, 13, 300, 14, 15, 16, 17, 200];
  const counts = mondays.flatMap(count => [...new Array<number>(6).fill(1), count]);
  const usualOf = await aSite(counts);
  const monday = (day: string) => ({ start_date: day, end_date: day });
  expect(await usualOf(on(0))).toEqual({ hits: 15, ...monday('2026-02-16'), weeks: 8 });
  expect(await usualOf(on(21))).toEqual({ hits: 13, ...monday('2026-01-26'), weeks: 6 });
  expect(await usualOf(on(1))).toMatchObject({ hits: 1, weeks: 8 });
});

test('what changed since the usual days adds up to the difference from them, in the figure that is asked for', async () => {
  const { id } = await server().given.site();
  // Two pageviews a visitor, and twelve Mondays: the tenth had a peak from one country.
  await fillDays(server(), id, {
    until: LAST,
    counts: Array.from({ length: 12 }, (_, week) => [
      0,
      0,
      0,
      0,
      0,
      0,
      week === 9 ? 40 : 20 + 2 * (week % 3),
    ]).flat(),
    make: (number, ago) => ({
      visitor: BigInt(ago * 1000 + (number >> 1)),
      country: ago === 14 && number >= 20 ? 'FR' : 'DE',
      path: '/a',
    }),
  });
  for (const metric of ['hits', 'visitors', 'visits']) {
    const query = `${on(14)}&compare=previous_period&include_changes=true&include_usual=true&include_engagement=true&metric=${metric}`;
    const { body } = await server().api('GET', `/sites/${id}/overview?attribution=visit&${query}`);
    for (const list of ['pages', 'countries', 'referrers']) {
      const sum = body.changes[list].reduce(
        (total: number, row: Record<string, number>) =>
          total + (row[metric] ?? Number.NaN) - (row[`previous_${metric}`] ?? Number.NaN),
        0,
      );
      expect([list, sum]).toEqual([list, body.figures[metric] - body.usual[metric]]);
    }
  }
});

test('a week is compared with whole weeks, also by filter; weeks before the site began say nothing', async () => {
  const usualOf = await aSite(new Array<number>(29).fill(5), () => ({ path: '/a' }));
  const week = `start_date=${addDays(LAST, -6)}&end_date=${LAST}`;
  expect(await usualOf(week)).toMatchObject({ hits: 35, weeks: 3 });
  expect(await usualOf(`${week}&path=/a`)).toMatchObject({ hits: 35, weeks: 3 });
  expect(await usualOf(`${week}&path=/other`)).toMatchObject({ hits: 0, weeks: 3 });
});

test('it is null in the first three weeks of a site, and of more than seven days', async () => {
  const usualOf = await aSite(new Array<number>(20).fill(5));
  expect(await usualOf(on(0))).toBeNull();
  expect(await usualOf(`start_date=${addDays(LAST, -7)}&end_date=${LAST}`)).toBeNull();
});

test('without the parameter it is left out', async () => {
  const { id } = await server().given.site();
  expect(await server().get(`/sites/${id}/overview`)).not.toHaveProperty('usual');
});
