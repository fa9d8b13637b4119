/** Hits by weekday and hour. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { HOSTILE_VALUES } from '../support/hostile-parameters.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

interface Hour {
  readonly weekday: number;
  readonly hour: number;
  readonly hit_count: number;
}

/** Returns a function that asks for the hours of a site with a hit at each of these instants. */
async function aSiteWith(...instants: string[]) {
  const { id: siteId, ask } = await givenSite(server());
  await server().services.stores.hits.append(instants.map(at => aHit({ siteId, at, country: 'DE' })));
  return { siteId, ask: (query: string) => ask(`/hours?${query}`) };
}
const busy = (hours: readonly Hour[]) =>
  hours.filter(row => row.hit_count > 0).map(row => [row.weekday, row.hour, row.hit_count]);

test('there are 168 hours, Monday at midnight first, each with its hits', async () => {
  const { ask } = await aSiteWith('2026-03-02T09:59:59Z', '2026-03-09T09:00:00Z', '2026-03-15T23:59:59Z');
  const { body } = await ask('start_date=2026-03-01&end_date=2026-03-15');
  expect(body.hours).toHaveLength(168);
  expect(body.hours[0]).toEqual({ weekday: 1, hour: 0, hit_count: 0 });
  expect(busy(body.hours)).toEqual([
    [1, 9, 2],
    [7, 23, 1],
  ]);
  expect(body.summary).toEqual({ total_hits: 3, unique_visitors: 0, distinct_paths: 1 });
  expect(body.filters).toMatchObject({
    start_date: '2026-03-01',
    end_date: '2026-03-15',
    time_zone: 'utc',
    path: null,
  });
});

test('hours are those of the account’s clock, also across its changes', async () => {
  // Sunday at 01:30 before the change, 03:30 after it, and 12:00.
  const { ask } = await aSiteWith('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T10:00:00Z');
  await server().api('PATCH', '/me/settings', { body: { time_zone: 'Europe/Berlin' } });
  const { body } = await ask('start_date=2026-03-29&end_date=2026-03-29&time_zone=user');
  expect(busy(body.hours)).toEqual([
    [7, 1, 1],
    [7, 3, 1],
    [7, 12, 1],
  ]);
});

test('the filters of hits go for the hours and the summary', async () => {
  const at = '2026-03-09T09:00:00Z';
  const { siteId, ask } = await aSiteWith(at);
  await server().services.stores.hits.append([aHit({ siteId, at, path: '/a', country: 'FR' })]);
  const { body } = await ask('country=fr&not_path=/b');
  expect(busy(body.hours)).toEqual([[1, 9, 1]]);
  expect(body.summary.total_hits).toBe(1);
  expect(body.filters).toMatchObject({ country: 'FR', not_path: '/b' });
});

test('two years are answered', async () => {
  const { ask } = await aSiteWith();
  const { status, body } = await ask('start_date=2024-03-11&end_date=2026-03-10');
  expect([status, busy(body.hours)]).toEqual([200, []]);
});

test.each(['start_date', 'end_date', 'time_zone', 'country', 'path', 'device'])(
  'a strange %s is no 500',
  async name => {
    const { ask } = await aSiteWith();
    for (const value of HOSTILE_VALUES) {
      const { status } = await ask(`${name}=${encodeURIComponent(value)}`);
      expect([value, [200, 400].includes(status)]).toEqual([value, true]);
    }
  },
);
