/** The job of insights: schedule, eligible sites, webhooks and mails. Source: decisions, section 7, Insights. */
import { expect, test } from 'bun:test';
import { createInsightsStore } from '../../src/features/insights/store.ts';
import { addDays } from '../../src/lib/time.ts';
import { aReadSite, datesOf, fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { startLoopbackServer } from '../support/loopback-servers.ts';
import { aWebhook, deliver, startPublishingServer, startReceiver } from '../support/receiver.ts';
import { startTestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough } from '../support/uptime.ts';

test('insights are generated at 01:00 in the account’s zone and not before, once', async () => {
  await using server = await startTestServer();
  const zones: [zone: string, due: string, date: string][] = [
    ['UTC', '2026-03-11T01:00:00Z', '2026-03-10'],
    ['Asia/Kolkata', '2026-03-10T19:30:00Z', '2026-03-10'],
    ['America/New_York', '2026-03-11T05:00:00Z', '2026-03-10'],
  ];
  for (const [zone, due, date] of zones) {
    server.clock.set('2026-03-10T12:00:00Z');
    const { full: key } = await server.given.user(`${zone.replace('/', '-')}@example.org`, 'pro', zone);
    const id = await aReadSite(server, 20, key);
    await generateAt(server, new Date(Date.parse(due) - 1).toISOString());
    expect([zone, await datesOf(server, id, key)]).toEqual([zone, []]);
    for (let turn = 0; turn < 2; turn++) await generateAt(server, due);
    expect([zone, await datesOf(server, id, key)]).toEqual([zone, [date]]);
  }
});

test('an insight needs 10 hits in the 7 days, and hits of today do not count', async () => {
  await using server = await startTestServer();
  const [enough, few, late] = await Promise.all([1, 2, 3].map(async () => (await server.given.site()).id));
  await fillDays(server, enough, { until: '2026-03-10', counts: [1, 1, 1, 1, 1, 1, 4] });
  await fillDays(server, few, { until: '2026-03-10', counts: [9, 1, 1, 1, 1, 1, 1, 3] });
  await fillDays(server, late, { until: '2026-03-11', counts: [20] });
  await generateAt(server, '2026-03-11T02:00:00Z');
  expect(await datesOf(server, enough)).toEqual(['2026-03-10']);
  for (const id of [few, late]) expect(await datesOf(server, id)).toEqual([]);
  expect((await insightsOf(server, enough)).insights[0].summary).toContain('no full week before');
});

test('after days without a running server only the last insight is generated', async () => {
  await using first = await startTestServer();
  const id = await aReadSite(first);
  await generateAt(first, '2026-03-11T01:00:00Z');
  const { data, owner, clock, stop } = first;
  await stop();
  await using second = await startTestServer({ data, clock });
  await generateAt(second, '2026-03-14T17:00:00Z');
  expect(await datesOf(second, id, owner.full)).toEqual(['2026-03-13', '2026-03-10']);
});

test('a day of insights is one of the site', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await server.patch(`/sites/${id}/settings`, { time_zone: 'Asia/Kolkata' });
  await generateAt(server, '2026-03-11T19:29:00Z');
  expect(await datesOf(server, id)).toEqual(['2026-03-10']);
  await generateAt(server, '2026-03-11T19:30:00Z');
  expect(await datesOf(server, id)).toEqual(['2026-03-11', '2026-03-10']);
});

test('a site that is new has missed nothing', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await generateAt(server, '2026-03-10T23:00:00Z');
  expect(await datesOf(server, id)).toEqual([]);
});

test('an owner who moves to another zone gets no day twice', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await generateAt(server, '2026-03-11T01:00:00Z');
  for (const time_zone of ['Pacific/Auckland', 'Pacific/Honolulu', 'UTC']) {
    await server.patch('/me/settings', { time_zone });
    await generateAt(server, '2026-03-11T06:00:00Z');
  }
  const dates = await datesOf(server, id);
  expect(new Set(dates).size).toBe(dates.length);
});

test('sites of an account without a plan get none, and continue when the plan is back', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await server.setUser(server.owner.email, { plan: 'none' });
  await generateAt(server, '2026-03-11T01:00:00Z');
  await server.setUser(server.owner.email, { plan: 'zen' });
  expect(await datesOf(server, id)).toEqual([]);
  await generateAt(server, '2026-03-11T01:05:00Z');
  expect(await datesOf(server, id)).toEqual(['2026-03-10']);
});

test('a webhook receives each insight in the form of the specification', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const id = await aReadSite(server);
  await aWebhook(server, { url: receiver.url, events: ['new_insight'] });
  await generateAt(server, '2026-03-11T01:00:00Z');
  await deliver(server);
  const [{ id: insightId, summary, traffic_patterns, best_content, recommendations }] = (
    await insightsOf(server, id)
  ).insights;
  expect(receiver.received.map(({ body }) => [body.event, body.insight])).toEqual([
    [
      'new_insight',
      {
        id: insightId,
        summary,
        traffic_patterns,
        best_content,
        recommendations,
        insights_for_date: '2026-03-10',
        formatted_insights_date: 'Tuesday, 10 March 2026',
        generated_at: '2026-03-11T01:00:00.000Z',
      },
    ],
  ]);
});

test('it is mailed only to an owner who has chosen it', async () => {
  await using relay = await startRelay();
  await using server = await startTestServer({ settings: mailThrough(relay) });
  await aReadSite(server);
  const generateAndSend = async (instant: string) => {
    await generateAt(server, instant);
    await server.job('mail.send');
  };
  await generateAndSend('2026-03-11T01:00:00Z');
  expect(relay.mails).toHaveLength(0);
  await server.patch('/me/settings', { mails: { new_insight: true } });
  await generateAndSend('2026-03-12T01:00:00Z');
  expect(relay.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'shop.example: Wednesday, 11 March 2026',
  ]);
  await server.patch('/me/settings', { mails: { new_insight: false } });
  await generateAndSend('2026-03-13T01:00:00Z');
  expect(relay.mails).toHaveLength(1);
});

test('the texts of a model are used where one is set up, and a hanging one delays neither the stop nor the insight', async () => {
  const summary = 'It was a calm week.';
  const content = JSON.stringify({
    summary,
    traffic_patterns: summary,
    best_content: summary,
    recommendations: summary,
  });
  await using model = await startLoopbackServer((_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] })),
  );
  const requested = Promise.withResolvers<void>();
  await using silent = await startLoopbackServer(() => requested.resolve());
  const settings = (port: number) => ({ FOOTFALL_LLM_URL: `http://127.0.0.1:${port}/v1` });
  await using first = await startTestServer({ settings: settings(silent.port) });
  const id = await aReadSite(first);
  const { data, owner, clock, stop } = first;
  const running = generateAt(first, '2026-03-11T01:00:00Z');
  await requested.promise;
  await stop();
  await running;
  await using second = await startTestServer({ data, clock, settings: settings(model.port) });
  await second.job('insights.generate');
  const { insights } = await insightsOf(second, id, '', owner.full);
  expect(insights.map((one: { summary: string }) => one.summary)).toEqual([summary]);
});

test('insights of earlier weeks are generated later, from the newest to the oldest, without notifications', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const { id } = await server.given.site();
  const counts = Array.from({ length: 60 }, (_, day) => (day === 30 ? 300 : 30));
  const make = (number: number, ago: number) => (ago === 29 && number > 30 ? { path: '/launch' } : {});
  await fillDays(server, id, { until: '2026-03-10', counts, make });
  await generateAt(server, '2026-03-11T01:00:00Z');
  await aWebhook(server, { url: receiver.url, events: ['new_insight'] });
  for (let turn = 0; turn < 2; turn++) await server.job('insights.history');
  const { insights } = await insightsOf(server, id);
  expect(insights.map((one: { insights_for_date: string }) => one.insights_for_date)).toEqual(
    Array.from({ length: 9 }, (_, week) => addDays('2026-03-10', -7 * week)),
  );
  const peaks = insights.flatMap(({ signals }: { signals: { type: string; headline: string }[] }) =>
    signals.filter(({ type }) => type === 'traffic_spike').map(({ headline }) => headline),
  );
  expect(peaks).toEqual(['Traffic peak on Monday, 9 February']);
  // A finding is about a whole week: the day of its peak is a field of its own.
  const pages = insights.flatMap(({ signals }: { signals: { type: string; payload_excerpt: object }[] }) =>
    signals.filter(({ type }) => type === 'page_breakout').map(({ payload_excerpt }) => payload_excerpt),
  );
  expect(pages).toMatchObject([{ path: '/launch', peak_started_at: '2026-02-09T00:00:00.000Z' }]);
  await deliver(server);
  expect(receiver.received).toEqual([]);
});

test('a site that is new has insights of the history it brings, and daily ones from then on', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await server.job('insights.history');
  expect(await datesOf(server, id)).toEqual(['2026-03-09', '2026-03-02']);
  await generateAt(server, '2026-03-11T01:00:00Z');
  await server.job('insights.history');
  expect(await datesOf(server, id)).toEqual(['2026-03-10', '2026-03-09', '2026-03-02']);
});

test('history that is brought later has insights a day later', async () => {
  await using server = await startTestServer();
  const id = await aReadSite(server);
  await server.job('insights.history');
  await fillDays(server, id, { until: '2026-02-23', counts: new Array<number>(7).fill(30) });
  await server.job('insights.history');
  expect(await datesOf(server, id)).toHaveLength(2);
  server.clock.advance({ days: 1 });
  await server.job('insights.history');
  expect(await datesOf(server, id)).toEqual(['2026-03-09', '2026-03-02', '2026-02-23']);
});

test('a site whose earlier weeks fail does not hold up the others, and is tried again later', async () => {
  await using server = await startTestServer();
  const failing = await aReadSite(server);
  const other = await aReadSite(server);
  await fillDays(server, other, { until: '2026-02-24', counts: new Array<number>(14).fill(20) });
  await generateAt(server, '2026-03-11T01:00:00Z');
  const store = createInsightsStore(server.services.stores.db);
  const [row] = store.list(failing, { number: 1, size: 1 }, {});
  if (!row) throw new Error('there is no insight');
  // A week looks at the findings of the days before it: these cannot be read.
  const { id: _, ...insight } = row;
  store.insert({ ...insight, forDate: '2026-03-02', signals: 'damaged' });
  store.saveFirstDay(failing, '2026-03-10');
  const runHistory = () => server.job('insights.history');
  await expect(runHistory()).rejects.toThrow('1 failures: their sites lack earlier insights');
  expect(await datesOf(server, other)).toEqual(['2026-03-10', '2026-03-03', '2026-02-24', '2026-02-17']);
  store.removeOfSiteBefore(failing, '2026-03-03');
  await runHistory();
  expect(await datesOf(server, failing)).toEqual(['2026-03-10']);
  server.clock.advance({ hours: 1 });
  await runHistory();
  expect(await datesOf(server, failing)).toEqual(['2026-03-10', '2026-03-03']);
});

test('the first daily insight is announced also when earlier weeks are looked for before it', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const id = await aReadSite(server);
  await aWebhook(server, { url: receiver.url, events: ['new_insight'] });
  server.clock.set('2026-03-11T01:02:00Z');
  for (const job of ['insights.history', 'insights.generate', 'insights.history']) await server.job(job);
  await deliver(server);
  expect(await datesOf(server, id)).toEqual(['2026-03-10', '2026-03-03']);
  expect(receiver.received.map(({ body }) => body.insight.insights_for_date)).toEqual(['2026-03-10']);
});
