/** The figures of findings: the same as those of reports, and whether what they are about goes on. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const LAST = '2026-03-10';
const NIGHT = '2026-03-11T01:00:00Z';

/** The hours of the hits of an ordinary day. */
const BUSY = [9, 9, 9, 10, 10, 10, 11, 11, 11, 20];

/** A site with 30 days of 20 hits, and more from a page and a referrer on some of the last days, by the days since. */
async function aSite(more: Readonly<Record<number, number>>): Promise<number> {
  server().clock.set('2026-03-10T12:00:00Z');
  const { id } = await server().given.site();
  await fillDays(server(), id, {
    until: LAST,
    counts: Array.from({ length: 30 }, (_, day) => 20 + (more[29 - day] ?? 0)),
    // Two pageviews a visitor, of which the first has the referrer.
    make: (number, ago) => ({
      visitor: BigInt(ago * 10_000 + (number >> 1)),
      ...(number >= 20 && {
        path: '/risen',
        ...(number % 2 === 0 && { referrer: 'https://news.example/today' }),
      }),
    }),
  });
  await generateAt(server(), NIGHT);
  return id;
}

const findingsOf = async (id: number) =>
  (await insightsOf(server(), id)).insights[0].signals as {
    readonly type: string;
    readonly payload_excerpt: Readonly<Record<string, unknown>>;
  }[];

test('a rise goes on only while the last day is above what is usual for it', async () => {
  const goesOn = async (id: number) =>
    (await findingsOf(id))
      .filter(({ type }) => ['page_breakout', 'referrer_surge'].includes(type))
      .map(({ payload_excerpt }) => payload_excerpt['is_ongoing']);
  expect(await goesOn(await aSite({ 3: 200 }))).toEqual([false, false]);
  expect(await goesOn(await aSite({ 3: 200, 0: 60 }))).toEqual([true, true]);
});

test('a peak is compared with what is usual for its day, as the overview has it', async () => {
  const id = await aSite({ 2: 300 });
  const peak = (await findingsOf(id)).find(({ type }) => type === 'traffic_spike');
  const day = addDays(LAST, -2);
  const { usual, figures } = await server().get(
    `/sites/${id}/overview?start_date=${day}&end_date=${day}&include_usual=true`,
  );
  expect(peak?.payload_excerpt).toMatchObject({
    current_hits: figures.hits,
    previous_hits: usual.hits,
    compared_with: 'usual',
  });
});

test('a referrer has as many visitors as in the list of referrers', async () => {
  const id = await aSite({ 1: 200 });
  const query = `start_date=${addDays(LAST, -6)}&end_date=${LAST}&group_by=referrer_host&attribution=visit&include_visitors=true`;
  const rows = (await server().get(`/sites/${id}/hits?${query}`)).grouped_hits;
  const row = rows.find((each: { referrer_host: string }) => each.referrer_host === 'news.example');
  expect(row.unique_visitors).toBe(100);
  const surge = (await findingsOf(id)).find(({ type }) => type === 'referrer_surge');
  expect(surge?.payload_excerpt['current_visitors']).toBe(row.unique_visitors);
  const [{ traffic_patterns }] = (await insightsOf(server(), id)).insights;
  expect(traffic_patterns).toContain('news.example (100 visitors)');
});

test('a peak of one day does not make its hours the busiest', async () => {
  server().clock.set('2026-03-10T12:00:00Z');
  const { id } = await server().given.site();
  const hoursOf = (ago: number) => (ago === 2 ? [...BUSY, ...new Array<number>(80).fill(20)] : BUSY);
  await fillDays(server(), id, {
    until: LAST,
    counts: Array.from({ length: 14 }, (_, day) => hoursOf(13 - day).length),
    make: (number, ago) => {
      const hour = String(hoursOf(ago)[number]).padStart(2, '0');
      return { createdAt: new Date(`${addDays(LAST, -ago)}T${hour}:30:00Z`) };
    },
  });
  await generateAt(server(), NIGHT);
  const { sentences } = (await insightsOf(server(), id, '?include_sentences=true')).insights[0];
  expect(sentences.traffic_patterns).toContainEqual(
    expect.objectContaining({ kind: 'hours', from: '09:00', to: '12:00' }),
  );
});
