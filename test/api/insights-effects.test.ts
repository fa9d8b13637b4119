/** Insights of sites in every state: effects of downtimes, busy hours and a fall of a goal, schedule and signals. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { aReadSite, fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  checkNow,
  QUICK,
  startSite,
  startWatching,
  uptimeOf,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

interface Signal {
  readonly type: string;
  readonly headline: string;
  readonly summary: string;
  readonly importance_score: number;
}

/** Sends so many hits at an instant. */
async function sendHits(server: TestServer, siteId: number, at: string, count: number): Promise<void> {
  server.clock.set(at);
  await server.given.hits(
    siteId,
    Array.from({ length: count }, (_, number) => ({ path: `/${number % 3}` })),
  );
}

const signalsOf = async (server: TestServer, id: number): Promise<readonly Signal[]> =>
  (await insightsOf(server, id)).insights[0].signals;

test('a downtime that cost hits is reported with its duration, its hits and those of the weeks before', async () => {
  await using site = await startSite();
  await using server = await startWatching({ at: '2026-02-10T00:00:00Z', settings: QUICK });
  const { id } = await server.given.site({ url: `http://shop.test:${site.port}` });
  for (let day = '2026-02-10'; day <= '2026-03-10'; day = addDays(day, 1)) {
    if (day !== '2026-03-10') await sendHits(server, id, `${day}T10:00:00Z`, 40);
    if (day !== '2026-03-10') await sendHits(server, id, `${day}T20:00:00Z`, 15);
  }
  server.clock.set('2026-03-10T07:30:00Z');
  await server.patch(`/sites/${id}/features`, { uptime: true });
  await checkNow(server);
  await watchFor(server, 1800, 300);
  site.answers(500);
  await watchFor(server, 6 * 3600, 300);
  site.answers(200);
  await watchFor(server, 1800, 300);
  await sendHits(server, id, '2026-03-10T20:00:00Z', 15);
  await generateAt(server, '2026-03-11T01:00:00Z');
  const { started_at, ended_at } = (await uptimeOf(server, { id })).downtimes[0];
  expect(await signalsOf(server, id)).toEqual([
    {
      type: 'downtime_effect',
      headline: 'Fewer pageviews during the downtime on Tuesday, 10 March',
      summary: 'The site was down for 6 hours: no pageviews, usually about 40.',
      importance_score: expect.any(Number),
      detected_at: '2026-03-11T01:00:00.000Z',
      window: { started_at, ended_at },
      payload_excerpt: {
        direction: 'down',
        current_hits: 0,
        previous_hits: 40,
        absolute_change: -40,
        change_percentage: -100,
        compared_with: 'usual',
      },
    } as Signal,
  ]);
});

test('a downtime in hours without usual hits is reported as a fact and not as an effect', async () => {
  await using site = await startSite();
  await using server = await startWatching({ at: '2026-02-10T00:00:00Z', settings: QUICK });
  const { id } = await watchedSite(server, `http://shop.test:${site.port}`);
  for (let day = '2026-02-10'; day <= '2026-03-10'; day = addDays(day, 1))
    await sendHits(server, id, `${day}T12:00:00Z`, 40);
  await checkNow(server);
  site.answers(500);
  await watchFor(server, 3600, 300);
  site.answers(200);
  await watchFor(server, 600, 300);
  await generateAt(server, '2026-03-11T01:00:00Z');
  const [{ signals, summary }] = (await insightsOf(server, id)).insights;
  expect(signals).toEqual([]);
  expect(summary).toEqual(expect.stringMatching(/was down for \d+ minutes during this time/));
});

test('an hour that stands out is reported with its day, in the zone of the account', async () => {
  await using server = await startTestServer({ at: '2026-02-15T00:00:00Z' });
  await server.setUser(server.owner.email, { timeZone: 'Asia/Kathmandu' });
  const { id } = await server.given.site();
  for (let day = '2026-02-16'; day <= '2026-03-10'; day = addDays(day, 1)) {
    // 09:15, 12:15 and 15:15 there; the burst at 20:15.
    for (const time of ['03:30', '06:30', '09:30']) await sendHits(server, id, `${day}T${time}:00Z`, 40);
    if (day === '2026-03-08') await sendHits(server, id, `${day}T14:30:00Z`, 70);
  }
  await generateAt(server, '2026-03-10T19:15:00Z');
  expect(await signalsOf(server, id)).toEqual([
    {
      type: 'traffic_spike',
      headline: 'Traffic peak on Sunday, 8 March at 20:00',
      summary: 'Hour from 20:00 on Sunday, 8 March: 70 pageviews, usually hardly any.',
      importance_score: expect.any(Number),
      detected_at: '2026-03-10T19:15:00.000Z',
      window: { started_at: '2026-03-08T14:15:00.000Z', ended_at: '2026-03-08T15:15:00.000Z' },
      payload_excerpt: {
        direction: 'up',
        granularity: 'hour',
        current_hits: 70,
        previous_hits: 0,
        absolute_change: 70,
        change_percentage: null,
        compared_with: 'usual',
      },
    } as Signal,
  ]);
});

test('a goal that is reached far less is a finding with its name and id, and repeated with less weight', async () => {
  await using server = await startTestServer({ at: '2026-03-10T12:00:00Z' });
  const { id } = await server.given.site();
  const add = (name: string, path: string) => server.post(`/sites/${id}/goals`, { name, path });
  const { goal } = (await add('Order <placed>', '/thanks')).body;
  await add('Any page', '/**');
  const counts = new Array<number>(42).fill(60);
  await fillDays(server, id, {
    until: '2026-03-10',
    counts,
    make: (number, ago) => ({ path: number < (ago < 7 ? 2 : 10) ? '/thanks' : `/${number % 3}` }),
  });
  await generateAt(server, '2026-03-11T01:00:00Z');
  const [insight] = (await insightsOf(server, id, '?include_sentences=true')).insights;
  const found = insight.signals.find((signal: { type: string }) => signal.type === 'goal_fall');
  expect(found).toMatchObject({
    headline: 'Fewer conversions of “Order <placed>”',
    summary: '“Order <placed>”: 14 conversions in the last 7 days, down from 70 the week before.',
    payload_excerpt: {
      ...{ direction: 'down', goal: 'Order <placed>', goal_id: goal.id, compared_with: 'previous_7_days' },
      ...{ current_conversions: 14, previous_conversions: 70, absolute_change: -56, change_percentage: -80 },
    },
  });
  expect(insight.summary).toContain('14 conversions in the last 7 days');
  expect(insight.recommendations).toContain('Try it yourself');
  await fillDays(server, id, {
    until: '2026-03-11',
    counts: [60],
    make: number => ({ path: number < 2 ? '/thanks' : `/${number % 3}` }),
  });
  await generateAt(server, '2026-03-12T01:00:00Z');
  const again = (await insightsOf(server, id)).insights[0].signals.find(
    (signal: { type: string }) => signal.type === 'goal_fall',
  );
  expect(again.importance_score).toBeLessThan(found.importance_score);
});

const nextOf = async (server: TestServer, id: number): Promise<string | null> =>
  (await insightsOf(server, id)).site.next_insight_job_scheduled_at;

test('a missed insight is scheduled for the next run, and the next one for the morning after', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  const set = (insights_enabled: boolean) => server.patch(`/sites/${id}/settings`, { insights_enabled });
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
    server.post(`/sites/${id}/signals`, { signal: { occurred_at, title } });
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
