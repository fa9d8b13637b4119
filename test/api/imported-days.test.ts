/** Reports with imported days, over HTTP. */
import { expect, test } from 'bun:test';
import type { ImportedDay } from '../../src/core/hits/imported-days.ts';
import { aHit } from '../support/hit-rows.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { aReport, reportAt, startReportingServer } from '../support/reporting.ts';
import { shareServer } from '../support/shared-server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { table } from '../support/table.ts';

const WEEK = 'start_date=2026-03-01&end_date=2026-03-07';
const UNTIL = { until: '2026-03-04' };
const INCLUDED = { included: true, ...UNTIL };
/** The days are left out, with the reason. */
const leftOut = (reason: string, reason_code: string) => ({ included: false, ...UNTIL, reason, reason_code });
const NO_COUNTRIES = leftOut('the imported days have no countries', 'no_dimension');

const page = (day: string, value: string, views: number): ImportedDay => ({
  ...{ day, dimension: 'path', value, visitors: views - 1, visits: views, views },
});
/** The values of a field of each row. */
const column = (rows: readonly Record<string, unknown>[], name: string) => rows.map(row => row[name]);

/** Two days of another tool, and what it does not know: countries. */
const DAYS: readonly ImportedDay[] = [
  aTotal('2026-03-03', { views: 12 }),
  page('2026-03-03', '/', 7),
  page('2026-03-03', '/old', 5),
  aTotal('2026-03-04', { views: 8 }),
  page('2026-03-04', '/', 8),
  { day: '2026-03-04', dimension: 'event', value: 'cart.add', visitors: 2, events: 3 },
];

const server = shareServer();

/** A site with a hit and an event of one visitor on each of two days after those that are imported. */
async function migratedSite({ days = DAYS, key = server().owner.full } = {}) {
  const { clock, given, services, api } = server();
  clock.set('2026-03-07T12:00:00Z');
  const { id, uid } = await given.site({}, key);
  const { hits } = services.stores;
  await hits.append(
    ['2026-03-05T10:00:00Z', '2026-03-06T10:00:00Z'].flatMap(at => {
      const facts = { siteId: id, at, visitor: 1n };
      return [
        aHit({ ...facts, country: 'DE', source: 'News' }),
        aHit({ ...facts, kind: 'event', event: 'cart.add', path: null }),
      ];
    }),
  );
  return {
    ...{ id, uid, clock, hits },
    ask: async (path: string) => (await api('GET', `/sites/${id}${path}`, { key })).body,
    publish: () => api('PATCH', `/sites/${id}`, { key, body: { public: true } }),
    add: (given = days, importKey = `a${id}`) => importDays(hits, given, { siteId: id, importKey }),
    undo: () => hits.removeDays(id, `a${id}`),
  };
}

/** Such a site with its imported days. */
async function filledSite(options: Parameters<typeof migratedSite>[0] = {}) {
  const site = await migratedSite(options);
  await site.add();
  return site;
}

test('pages per visitor cover the days that know their visits, as views per visit do', async () => {
  const given = await filledSite({
    days: [
      aTotal('2026-03-03', { visitors: 10, visits: 20, views: 40 }),
      aTotal('2026-03-04', { visitors: 90, visits: null, views: 200 }),
    ],
  });
  const { figures } = await given.ask(`/overview?include_engagement=true&${WEEK}`);
  // Two own visits of one page, by one visitor.
  expect(figures).toMatchObject({ hits: 242, visitors: 101, visits: 22, views_per_visit: 1.91 });
  expect(figures.pages_per_visitor).toBe(3.82);
});

test('a series has them in their buckets, and says until when', async () => {
  const given = await filledSite();
  const { grouped_hits, summary, imported } = await given.ask(
    `/hits?group_by=date&include_visitors=true&include_engagement=true&${WEEK}`,
  );
  expect(imported).toEqual(INCLUDED);
  expect(summary).toEqual({ total_hits: 22, unique_visitors: 21, distinct_paths: 2, visits: 26 });
  const counts = (row: Record<string, unknown>) => [row['hit_count'], row['unique_visitors'], row['visits']];
  expect(grouped_hits.map(counts)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [12, 10, 12],
    [8, 10, 12],
    [1, 1, 1],
    [1, 1, 1],
    [0, 0, 0],
  ]);
  const engaged = { bounce_rate: 33.3, average_duration_seconds: 50, views_per_visit: 1 };
  expect(grouped_hits[2]).toMatchObject({ ...engaged, unique_hits: 10 });
  const weeks = (await given.ask(`/hits?group_by=date&interval=week&${WEEK}`)).grouped_hits;
  expect(column(weeks, 'hit_count')).toEqual([0, 22]);
});

test('groups have them, beside the summary of the same days', async () => {
  const given = await filledSite();
  const { grouped_hits, summary, imported, pagination } = await given.ask(`/hits?group_by=path&${WEEK}`);
  expect(imported).toEqual(INCLUDED);
  expect(grouped_hits).toEqual(table('path views unique_views', ['/', 17, 15], ['/old', 5, 4]));
  expect(summary).toMatchObject({ total_hits: 22, distinct_paths: 2 });
  expect(pagination.total_count).toBe(2);
  const old = await given.ask(`/hits?group_by=date&path=/old&${WEEK}`);
  expect([old.imported, old.summary.total_hits]).toEqual([INCLUDED, 5]);
});

const NOT_TOGETHER = 'imported days do not have';
const ONE_VALUE = 'imported days can be filtered by one value alone';

test.each([
  ['/hits', '&group_by=country', 'the imported days have no countries', 'no_dimension'],
  ['/hits', '&group_by=date&country=DE', 'the imported days have no countries', 'no_dimension'],
  ['/hits', '&group_by=path&source=News', `${NOT_TOGETHER} sources and pages together`, 'combination'],
  ['/hits', '&group_by=date&path=/&source=News', ONE_VALUE, 'several_filters'],
  ['/hits', '&group_by=date&path=/&path=/old', ONE_VALUE, 'several_filters'],
  ['/hits', '&group_by=date&not_path=/', ONE_VALUE, 'several_filters'],
  ['/hits', '&group_by=date&interval=hour', 'imported days have no hours', 'hours'],
  ['/hits', '&group_by=date&event=cart.add', 'the imported days have no views of events', 'no_count'],
  ['/hits', '', 'imported days are sums: they have no single rows', 'single_rows'],
  ['/hours', '', 'imported days have no hours', 'hours'],
  ['/user_journeys', '', 'imported days have no single visits', 'visits'],
  ['/user_journeys/pages', '', 'imported days have no single visits', 'visits'],
])('%s?%s: they are left out, and the answer says why', async (report, query, reason, reason_code) => {
  const given = await migratedSite();
  const path = `${report}?${WEEK}${query}`;
  const before = await given.ask(path);
  expect(before).not.toHaveProperty('imported');
  await given.add();
  const { imported, ...answer } = await given.ask(path);
  expect(imported).toEqual(leftOut(reason, reason_code));
  expect(answer).toEqual(before);
});

test('events are counted by name, and by day', async () => {
  const given = await filledSite();
  const byName = await given.ask(`/events?group_by=event&${WEEK}`);
  expect(byName.imported).toEqual(INCLUDED);
  expect(byName.grouped_events).toEqual([{ event: 'cart.add', event_count: 5 }]);
  expect(byName.summary).toMatchObject({ total_events: 5, distinct_events: 1 });
  expect((await given.ask(`/events?group_by=country&${WEEK}`)).imported).toEqual(
    leftOut(`${NOT_TOGETHER} events and countries together`, 'combination'),
  );
  expect(await given.ask(`/agent_visits?grouped=true&${WEEK}`)).not.toHaveProperty('imported');
});

test('a period without them, and a site without any, are answered as before', async () => {
  const given = await migratedSite();
  const paths = ['/hits', '/hits?group_by=path', '/hits?group_by=date', '/overview', '/events'].map(
    path => `${path}${path.includes('?') ? '&' : '?'}start_date=2026-03-05&end_date=2026-03-07`,
  );
  const texts = async () => JSON.stringify(await Promise.all(paths.map(given.ask)));
  const before = await texts();
  await given.add();
  expect(await texts()).toBe(before);
});

test('after undo every report is as it was', async () => {
  const given = await migratedSite();
  const reports = [`/hits?group_by=path&${WEEK}`, `/overview?${WEEK}&compare=previous_period`];
  const paths = [...reports, '/hits?period=all', ''];
  const answers = () => Promise.all(paths.map(given.ask));
  const before = await answers();
  await given.add();
  expect(await answers()).not.toEqual(before);
  await given.undo();
  expect(await answers()).toEqual(before);
});

test('a comparison has its own, whole days alone', async () => {
  const given = await filledSite();
  const days = 'start_date=2026-03-05&end_date=2026-03-07&compare=previous_period';
  const byDate = await given.ask(`/hits?group_by=date&${days}`);
  expect(byDate).not.toHaveProperty('imported');
  // The corresponding part of 4 March ends at noon.
  expect(byDate.comparison).toMatchObject({ imported: INCLUDED, summary: { total_hits: 12 } });
  expect(column(byDate.comparison.grouped_hits, 'hit_count')).toEqual([0, 12, 8]);
  const byPath = await given.ask(`/hits?group_by=path&${days}`);
  expect(byPath.comparison.grouped_hits).toEqual([{ path: '/', views: 7, unique_views: 6 }]);
  given.clock.set('2026-03-05T12:00:00Z');
  const day = 'start_date=2026-03-05&end_date=2026-03-05';
  const today = await given.ask(`/hits?group_by=date&${day}&compare=previous_period`);
  const cut = leftOut('imported days cannot be cut at a time of day', 'part_of_day');
  expect(today.comparison.imported).toMatchObject({ reason: cut.reason, reason_code: cut.reason_code });
  expect(today.comparison.summary.total_hits).toBe(0);
});

test('days are those of the calendar, in any time zone, and all time begins with them', async () => {
  const { full: key } = await server().given.user('auckland@example.org', 'ultra', 'Pacific/Auckland');
  const given = await filledSite({ key });
  const { grouped_hits, filters } = await given.ask('/hits?group_by=date&period=all&time_zone=user');
  expect(filters.start_date).toBe('2026-03-03');
  expect(grouped_hits.slice(0, 3)).toEqual(
    table('date hit_count', ['2026-03-03', 12], ['2026-03-04', 8], ['2026-03-05', 1]),
  );
});

test('a file has the same rows as the answer', async () => {
  const given = await filledSite();
  expect(await given.ask(`/hits.csv?group_by=path&${WEEK}`)).toBe(
    'path,views,unique_views\r\n/,17,15\r\n/old,5,4\r\n',
  );
  expect(await given.ask(`/hits.csv?group_by=date&start_date=2026-03-04&end_date=2026-03-05`)).toBe(
    'date,hit_count\r\n2026-03-04,8\r\n2026-03-05,1\r\n',
  );
});

test('the overview has them in its figures, each period its own', async () => {
  const given = await migratedSite();
  await given.add([...DAYS, aTotal('2026-02-25', { views: 100 })]);
  const overview = await given.ask(`/overview?${WEEK}&include_engagement=true&compare=previous_period`);
  expect(overview.imported).toEqual(INCLUDED);
  const figures = { hits: 22, visitors: 21, visits: 26, events: 5, bounce_rate: 30.8 };
  expect(overview.figures).toMatchObject(figures);
  expect(overview.comparison.imported).toEqual(INCLUDED);
  expect(overview.comparison.figures.hits).toBe(100);
  const ofCountry = await given.ask(`/overview?${WEEK}&country=DE`);
  expect([ofCountry.imported, ofCountry.figures.hits]).toEqual([NO_COUNTRIES, 2]);
});

test('changes leave out what imported days do not know', async () => {
  const given = await filledSite();
  const { changes } = await given.ask(
    '/overview?start_date=2026-03-05&end_date=2026-03-06&compare=previous_period&include_changes=true',
  );
  const pages = table('path hits previous_hits', ['/', 2, 15], ['/old', 0, 5]);
  expect(changes).toEqual({ pages, referrers: [], sources: [], countries: [] });
});

test('a site has them in its counts, alone and in the list', async () => {
  const given = await filledSite();
  expect(await given.ask('')).toMatchObject({
    lifetime_hits: 22,
    lifetime_unique_hits: 19,
    imported: INCLUDED,
  });
  const list = async (query: string) => {
    const { body } = await server().api('GET', `/sites?${query}&per_page=100`);
    return body.sites.find((row: { id: number }) => row.id === given.id);
  };
  expect(await list(`${WEEK}&include=series,comparison`)).toMatchObject({
    period_hits: 22,
    period_series: [0, 0, 12, 8, 1, 1, 0],
    period_visitors: 21,
    previous_period_hits: 0,
    imported: INCLUDED,
  });
  const later = await list('start_date=2026-03-05&end_date=2026-03-07&include=series,comparison');
  expect(later).toMatchObject({ period_hits: 2, previous_period_hits: 12, previous_period_visitors: 10 });
  expect(later).not.toHaveProperty('imported');
});

test('the public page has them in the sections that they answer', async () => {
  const given = await filledSite();
  await given.publish();
  const answer = await fetch(`${server().url}/api/v1/public/${given.uid}?period=7d`);
  const stats = await answer.json();
  expect(stats.figures).toMatchObject({ hits: 22, visitors: 21, visits: 26 });
  expect(column(stats.series, 'hits')).toEqual([0, 0, 12, 8, 1, 1, 0]);
  expect(stats.pages).toEqual(table('path views', ['/', 17], ['/old', 5]));
  const left_out = ['referrers', 'sources', 'countries', 'browsers', 'devices'];
  expect(stats.imported).toEqual({ ...INCLUDED, left_out });
});

test('the leaderboard has them at once, and no longer after undo', async () => {
  const given = await migratedSite();
  const rows = async (query = '') => {
    const { leaderboard, imported } = await given.ask(`/leaderboard${query}`);
    return [
      leaderboard.map((row: Record<string, unknown>) => [row['path'], row['total_hits'], row['percentage']]),
      imported,
    ];
  };
  const before = await rows();
  await given.add();
  const old = ['/old', 5, 22.73];
  expect(await rows()).toEqual([[['/', 17, 77.27], old], INCLUDED]);
  expect(await rows('?path=OLD')).toEqual([[old], INCLUDED]);
  await given.undo();
  expect(await rows()).toEqual(before);
});

test('a widget counts them', async () => {
  const given = await filledSite();
  await given.publish();
  expect(await (await fetch(`${server().url}/badge/${given.uid}.svg`)).text()).toContain('22');
});

test('an assistant reads them with the tools of reports', async () => {
  const given = await filledSite();
  await using mcp = await connectMcp(server());
  const week = { start_date: '2026-03-01', end_date: '2026-03-07' };
  const { body } = await mcp.call('list_hits', { site_id: given.id, group_by: 'path', ...week });
  expect(body).toMatchObject({ imported: INCLUDED, summary: { total_hits: 22 } });
});

test('a mail report has them, and says so', async () => {
  await using relay = await startRelay();
  await using own = await startReportingServer(relay);
  const { id } = await own.given.site();
  await importDays(own.services.stores.hits, DAYS, { siteId: id });
  await own.services.stores.hits.append([aHit({ siteId: id, at: '2026-03-10T10:00:00Z' })]);
  await aReport(own, id);
  await reportAt(own, '2026-03-09T07:00:00Z');
  expect(relay.mails.at(-1)?.text).toContain('20 pageviews from 20 visitors');
  expect(relay.mails.at(-1)?.text).toContain('Days up to 4 March 2026 were imported as daily sums.');
  expect(relay.mails.at(-1)?.text).toContain('/old: 5');
  await reportAt(own, '2026-03-16T07:00:00Z');
  expect(relay.mails.at(-1)?.text).toContain('1 pageview, compared with 20 pageviews');
});
