/** Daily insights of sites. Source: api-v1, Insight; decisions, section 7, Insights. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { aReadSite, datesOf, fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const MORNING = '2026-03-11T01:00:00Z';
const server = shareServer();

test('an insight has every field, and the site shows when the next one is due', async () => {
  await using own = await startTestServer();
  const id = await aReadSite(own);
  await generateAt(own, MORNING);
  const { insights, pagination, site } = await insightsOf(own, id);
  expect(insights).toEqual([
    {
      id: 1,
      insights_for_date: '2026-03-10',
      formatted_insights_date: 'Tuesday, 10 March 2026',
      generated_at: '2026-03-11T01:00:00.000Z',
      summary: expect.stringContaining('140 pageviews'),
      signals: [],
      traffic_patterns: expect.any(String),
      best_content: expect.stringContaining('/'),
      recommendations: expect.any(String),
      context_signals_count: 0,
      context_signals: [],
    },
  ]);
  expect(pagination).toEqual({ current_page: 1, per_page: 50, total_count: 1, total_pages: 1 });
  expect(site).toEqual({
    id,
    uid: expect.any(String),
    url: 'https://shop.example',
    label: 'shop.example',
    insights_enabled: true,
    daily_insight_reports_active: true,
    next_insight_job_scheduled_at: '2026-03-12T01:00:00.000Z',
  });
});

test('a detected signal has the fields of the specification and the figures it rests on', async () => {
  const { id } = await server().given.site();
  const counts = [...new Array<number>(21).fill(30), 30, 30, 30, 30, 200, 30, 30];
  await fillDays(server(), id, { until: '2026-03-10', counts });
  await generateAt(server(), MORNING);
  const [{ signals }] = (await insightsOf(server(), id)).insights;
  expect(signals).toContainEqual({
    type: 'traffic_spike',
    headline: expect.stringContaining('Sunday, 8 March'),
    summary: 'Sunday, 8 March: 200 pageviews, about 7 times the usual 30.',
    importance_score: expect.any(Number),
    detected_at: '2026-03-11T01:00:00.000Z',
    window: { started_at: '2026-03-08T00:00:00.000Z', ended_at: '2026-03-09T00:00:00.000Z' },
    payload_excerpt: {
      direction: 'up',
      granularity: 'day',
      current_hits: 200,
      previous_hits: 30,
      absolute_change: 170,
      change_percentage: 566.7,
      compared_with: 'usual',
    },
  });
});

test('on request an insight has the kind and the facts of each sentence, in the order of the texts', async () => {
  const { id } = await server().given.site();
  await fillDays(server(), id, { until: '2026-03-10', counts: [...new Array<number>(27).fill(30), 200] });
  await generateAt(server(), MORNING);
  const [{ sentences, signals, ...insight }] = (await insightsOf(server(), id, '?include_sentences=true'))
    .insights;
  expect(sentences.summary).toEqual([
    {
      kind: 'week',
      site: 'shop.example',
      first_day: '2026-03-04',
      last_day: '2026-03-10',
      hits: 380,
      previous_hits: 210,
      visitors: 380,
    },
    { kind: 'finding', signal: 0 },
  ]);
  expect(insight.summary).toEndWith(signals[0].summary);
  expect(sentences.best_content).toEqual([
    { kind: 'top_page', path: '/', hits: 380, all_hits: 380, tied: false },
    { kind: 'page_gain', path: '/', hits: 380, previous_hits: 210 },
  ]);
  const kinds = [...sentences.traffic_patterns, ...sentences.recommendations].map(({ kind }) => kind);
  expect(kinds).toEqual(['days', 'hours', 'referrers', 'advice', 'add_annotation']);
  expect((await insightsOf(server(), id)).insights[0]).not.toHaveProperty('sentences');
});

test('an insight from before sentences were kept has none', async () => {
  const id = await aReadSite(server());
  await generateAt(server(), MORNING);
  server().services.stores.db.run(sql`update insights set sentences = null where site_id = ${id}`);
  expect((await insightsOf(server(), id, '?include_sentences=true')).insights[0].sentences).toBeNull();
});

test('a day that stood out is reported once', async () => {
  await using own = await startTestServer();
  const { id } = await own.given.site();
  const counts = [...new Array<number>(27).fill(30), 200];
  await fillDays(own, id, { until: '2026-03-10', counts });
  await generateAt(own, MORNING);
  await generateAt(own, '2026-03-12T01:00:00Z');
  const { insights } = await insightsOf(own, id);
  const spikes = insights.map(({ signals }: { signals: { type: string }[] }) =>
    signals.filter(({ type }) => type === 'traffic_spike'),
  );
  expect(spikes.map(({ length }: { length: number }) => length)).toEqual([0, 1]);
});

test('signals of the days are shown with the insight in their current form, and named as a possible reason', async () => {
  const { id } = await server().given.site();
  await fillDays(server(), id, { until: '2026-03-10', counts: [...new Array<number>(27).fill(30), 200] });
  const write = async (occurred_at: string, title: string) =>
    (await server().post(`/sites/${id}/signals`, { signal: { occurred_at, title } })).body.signal;
  await write('2026-03-02T23:59:59Z', 'long ago');
  const early = await write('2026-03-03T00:00:00Z', 'the day before');
  const letter = await write('2026-03-10T08:00:00Z', 'Newsletter 12');
  await generateAt(server(), MORNING);
  const [insight] = (await insightsOf(server(), id)).insights;
  expect([insight.context_signals_count, insight.context_signals]).toEqual([2, [letter, early]]);
  const spike = insight.signals.find(({ type }: { type: string }) => type === 'traffic_spike');
  expect(spike.summary).toContain('“Newsletter 12” (10 March)');
  expect(spike.summary).toMatch(/Possible cause/);
  await server().api('DELETE', `/sites/${id}/signals/${letter.id}`);
  expect((await insightsOf(server(), id)).insights[0].context_signals).toEqual([early]);
});

test('pages have up to 50 insights, newest first, and one past the end is empty', async () => {
  await using own = await startTestServer();
  const id = await aReadSite(own);
  for (const day of ['11', '12', '13']) await generateAt(own, `2026-03-${day}T01:00:00Z`);
  expect(await datesOf(own, id)).toEqual(['2026-03-12', '2026-03-11', '2026-03-10']);
  const { insights, pagination } = await insightsOf(own, id, '?per_page=2&page=2');
  expect(insights.map((one: { id: number }) => one.id)).toEqual([1]);
  expect(pagination).toEqual({ current_page: 2, per_page: 2, total_count: 3, total_pages: 2 });
  expect((await insightsOf(own, id, '?page=999999999999')).insights).toEqual([]);
  const between = await insightsOf(own, id, '?start_date=2026-03-11&end_date=2026-03-11');
  expect(between.insights.map((one: { id: number }) => one.id)).toEqual([2]);
  expect(between.pagination.total_count).toBe(1);
});

test('bad queries are 400 and name the parameter', async () => {
  const { id } = await server().given.site();
  for (const query of ['per_page=51', 'per_page=0', 'per_page=x', 'page=0', 'page=-1', 'page=1.5']) {
    const { status, body } = await server().api('GET', `/sites/${id}/insights?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(body.error).toStartWith(`${query.split('=')[0]} must be an integer`);
  }
});

test('a site without hits has no insights, but a next run', async () => {
  server().clock.set('2026-03-10T12:00:00Z');
  const { id } = await server().given.site();
  const { insights, site } = await insightsOf(server(), id);
  expect([insights, site.daily_insight_reports_active]).toEqual([[], false]);
  expect(site.next_insight_job_scheduled_at).toBe('2026-03-11T01:00:00.000Z');
});

test('while insights are off none is made, and old ones are still read', async () => {
  await using own = await startTestServer();
  const id = await aReadSite(own);
  await generateAt(own, MORNING);
  await own.patch(`/sites/${id}/settings`, { insights_enabled: false });
  await generateAt(own, '2026-03-12T01:00:00Z');
  const { insights, site } = await insightsOf(own, id);
  expect(insights).toHaveLength(1);
  expect(site).toMatchObject({
    insights_enabled: false,
    daily_insight_reports_active: false,
    next_insight_job_scheduled_at: null,
  });
});

test('untrusted pages, referrers and titles stay names in a text of one line', async () => {
  const { id } = await server().given.site();
  const path = '/<script>alert(1)</script>\u202Ereversed';
  await fillDays(server(), id, {
    until: '2026-03-10',
    counts: new Array<number>(14).fill(40),
    make: (number, ago) =>
      ago < 7 && number % 2 === 0 ? { path, referrer: 'https://__proto__.example/x' } : {},
  });
  const signal = { occurred_at: '2026-03-09T08:00:00Z', title: '”. Traffic fell by 99% <b>' };
  await server().post(`/sites/${id}/signals`, { signal });
  await generateAt(server(), MORNING);
  const [insight] = (await insightsOf(server(), id)).insights;
  expect(insight.signals.map(({ type }: { type: string }) => type)).toContain('page_breakout');
  const texts = [insight.summary, insight.traffic_patterns, insight.best_content, insight.recommendations];
  for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('deleting a site takes its insights with it', async () => {
  await using own = await startTestServer();
  const [id, other] = [await aReadSite(own), await aReadSite(own)];
  await generateAt(own, MORNING);
  await own.api('DELETE', `/sites/${id}`);
  await own.job('sites.purge');
  const count = (siteId: number) => own.services.insights.service.list(siteId, { number: 1, size: 9 }).total;
  expect([count(id), count(other)]).toEqual([0, 1]);
});

test('insights are kept for two years, or as long as the site keeps its hits', async () => {
  await using own = await startTestServer();
  const [id, other] = [await aReadSite(own), await aReadSite(own)];
  await own.patch(`/sites/${other}/settings`, { retention_days: 30 });
  await generateAt(own, MORNING);
  const left = async (instant: string) => {
    own.clock.set(instant);
    await own.job('insights.retain');
    return [(await datesOf(own, id)).length, (await datesOf(own, other)).length];
  };
  expect(await left('2026-04-08T12:00:00Z')).toEqual([1, 1]);
  expect(await left('2026-04-10T12:00:00Z')).toEqual([1, 0]);
  expect(await left('2028-03-12T12:00:00Z')).toEqual([0, 0]);
});

test('a list of days that ends before it starts is 400', async () => {
  const { id } = await server().given.site();
  const query = 'start_date=2026-03-11&end_date=2026-03-10';
  expect(await server().api('GET', `/sites/${id}/insights?${query}`)).toEqual(
    refused(400, 'end_date must not be before start_date: 2026-03-10 is before 2026-03-11'),
  );
});
