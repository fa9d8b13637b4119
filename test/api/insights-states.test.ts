/** The list of insights: schedule and signals of the site in every state. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { aReadSite, fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const nextOf = async (server: TestServer, id: number): Promise<string | null> =>
  (await insightsOf(server, id)).site.next_insight_job_scheduled_at;

test('a missed insight is scheduled for the next run, and the next one for the morning after', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  const set = (insights_enabled: boolean) =>
    server.api('PATCH', `/sites/${id}/settings`, { body: { insights_enabled } });
  await set(false);
  server.clock.set('2026-03-11T14:03:20Z');
  expect(await nextOf(server, id)).toBeNull();
  await set(true);
  expect(await nextOf(server, id)).toBe('2026-03-11T14:05:00.000Z');
  await generateAt(server, '2026-03-11T14:05:00Z');
  expect(await nextOf(server, id)).toBe('2026-03-12T01:00:00.000Z');
  server.clock.set('2026-03-15T09:00:00Z');
  expect(await nextOf(server, id)).toBe('2026-03-15T09:05:00.000Z');
});

test('a site with too few hits gets no insight, and shows when the next run is', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  await fillDays(server, id, { until: '2026-03-10', counts: [9] });
  await generateAt(server, '2026-03-11T01:00:00Z');
  const { insights, site } = await insightsOf(server, id);
  expect([insights, site.daily_insight_reports_active]).toEqual([[], false]);
  expect(site.next_insight_job_scheduled_at).toBe('2026-03-12T01:00:00.000Z');
});

test('each insight has the newest 50 signals of its own days, and their number', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await generateAt(server, '2026-03-11T01:00:00Z');
  await fillDays(server, id, { until: '2026-03-24', counts: new Array<number>(14).fill(20) });
  await generateAt(server, '2026-03-25T01:00:00Z');
  const note = (occurred_at: string, title: string) =>
    server.api('POST', `/sites/${id}/signals`, { body: { signal: { occurred_at, title } } });
  await note('2026-03-09T08:00:00Z', 'early');
  for (let number = 0; number < 60; number++)
    await note(`${addDays('2026-03-20', number % 3)}T08:00:${String(number % 60).padStart(2, '0')}Z`, 'late');
  const [late, early] = (await insightsOf(server, id)).insights;
  expect([late.context_signals_count, late.context_signals.length]).toEqual([60, 50]);
  expect(late.context_signals[0].occurred_at).toStartWith('2026-03-22');
  expect([early.context_signals_count, early.context_signals[0].title]).toEqual([1, 'early']);
});

test('a country with hardly any hits left is reported with its hits, however many rank before it', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const others = Array.from(
    { length: 60 },
    (_, at) => `${letters[at % 26]}${letters[(at * 7 + 3 + Math.floor(at / 26)) % 26]}`,
  );
  const countries = [...new Set(others)].filter(code => code !== 'XX' && code !== 'PT');
  await fillDays(server, id, {
    until: '2026-03-10',
    counts: new Array<number>(21).fill(200),
    make: (number, ago) => ({
      country: (ago >= 7 ? number % 2 === 0 : number === 0)
        ? 'PT'
        : (countries[number % countries.length] ?? 'US'),
    }),
  });
  await generateAt(server, '2026-03-11T01:00:00Z');
  const [{ signals }] = (await insightsOf(server, id)).insights;
  expect(signals).toHaveLength(1);
  expect(signals[0].payload_excerpt).toMatchObject({
    country: 'PT',
    current_hits: 7,
    previous_hits: 700,
    current_share: 0.5,
    previous_share: 50,
  });
});
