/** Imports of sums by day: what is added, what is left out, and how everything is taken back. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createImportsStore } from '../../src/features/imports/store.ts';
import {
  FATHOM,
  FATHOM_ROWS,
  GA4_CSV,
  GA4_JSON,
  GOATCOUNTER_JSON,
  MATOMO_DAYS,
  PLAUSIBLE,
  POINTS_CSV,
  POINTS_JSON,
} from '../support/day-fixtures.ts';
import { aSite, ended } from '../support/imports.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { zip } from '../support/zip.ts';

const server = shareServer();

const VISITORS = PLAUSIBLE['imported_visitors_20260301_20260303.csv'];
const BROWSERS = PLAUSIBLE['imported_browsers_20260301_20260303.csv'];
const MARCH = 'start_date=2026-03-01&end_date=2026-03-03';

/** Checks the groups of hits by dimensions, in order: of each its views by value, `none` where there is none. */
async function expectGroups(
  site: Awaited<ReturnType<typeof aSite>>,
  expected: Readonly<Record<string, Readonly<Record<string, number>>>>,
  rest = '',
): Promise<void> {
  for (const [by, views] of Object.entries(expected)) {
    const { grouped_hits } = await site.get(`/hits?group_by=${by}&${MARCH}${rest}`);
    const found = grouped_hits.map((row: Record<string, unknown>) => [
      row[by] ?? 'none',
      row['views'] ?? row['hit_count'],
    ]);
    expect([by, found]).toEqual([by, Object.entries(views)]);
  }
}

test('the archive of Plausible is in every report, once, until it is taken back', async () => {
  const site = await aSite({}, server());
  const before = await site.get(`/hits?group_by=path&${MARCH}`);
  const imported = await site.upload('?file_name=example_com.zip', zip(PLAUSIBLE));
  expect(imported).toMatchObject({
    format: 'plausible',
    kind: 'days',
    status: 'completed',
    rows_read: 24,
    rows_imported: 22,
    rows_skipped: 2,
    rows_bad: 0,
    start_date: '2026-03-01',
    end_date: '2026-03-03',
    hits: 40,
  });
  expect(imported.left_out.map((each: { what: string }) => each.what).sort()).toEqual([
    'custom properties',
    'engagement events',
    'regions and cities',
    'versions of browsers',
    'versions of operating systems',
  ]);
  const series = await site.get(`/hits?group_by=date&include_visitors=true&${MARCH}`);
  expect(series.imported).toEqual({ included: true, until: '2026-03-03' });
  expect(series.grouped_hits.map((row: { hit_count: number }) => row.hit_count)).toEqual([30, 9, 1]);
  await expectGroups(site, {
    path: { '/': 29, '/a,"b"': 10 },
    source: { Google: 20, none: 10 },
    referrer_host: { 'google.com': 20, none: 10 },
    medium: { none: 20, email: 10 },
    term: { none: 20, 'oak shelf': 10 },
    content: { none: 20, banner: 10 },
    country: { DE: 25, XX: 5 },
    device: { desktop: 20, mobile: 5, unknown: 5 },
    browser_name: { Chrome: 30 },
    platform_name: { macOS: 30 },
  });
  await expectGroups(site, { entry_page: { '/': 30 }, exit_page: { '/a': 30 } }, '&attribution=visit');
  expect((await site.get(`/events?group_by=event&${MARCH}`)).grouped_events).toMatchObject(
    table('event event_count', ['plausible.Outbound Link: Click', 3], ['plausible.Signup', 1]),
  );

  expect(await site.upload('', zip(PLAUSIBLE))).toMatchObject({
    status: 'completed',
    rows_imported: 0,
    rows_skipped: 24,
    hits: 0,
    start_date: null,
  });
  expect(await site.get(`/hits?group_by=date&include_visitors=true&${MARCH}`)).toEqual(series);

  await site.server.api('DELETE', `${site.path}/imports/${imported.id}`);
  expect((await ended(site.server, `${site.path}/imports/${imported.id}`)).status).toBe('undone');
  expect(await site.get(`/hits?group_by=path&${MARCH}`)).toEqual(before);
});

test('the first and the last week or month of a series have the days of the period alone', async () => {
  const site = await aSite({}, server());
  await site.upload('?file_name=imported_visitors_20260301_20260303.csv', VISITORS);
  const ask = (interval: string, period: string) =>
    site.get(`/hits?group_by=date&interval=${interval}&include_visitors=true&${period}`);
  for (const [interval, date] of [
    ['month', '2026-03-01'],
    ['week', '2026-03-02'],
  ]) {
    const { grouped_hits, summary } = await ask(interval ?? '', 'start_date=2026-03-03&end_date=2026-03-08');
    expect(grouped_hits).toMatchObject([{ date, hit_count: 1, unique_visitors: 1, visits: 1 }]);
    expect(summary.total_hits).toBe(1);
  }
  const compared = '&compare=custom&compare_start_date=2026-03-02&compare_end_date=2026-03-02';
  const { comparison } = await ask('month', `start_date=2026-03-03&end_date=2026-03-03${compared}`);
  expect(comparison.grouped_hits).toMatchObject([{ date: '2026-03-01', hit_count: 9 }]);
});

test('files of one export can come one by one, also in the columns of earlier versions', async () => {
  const site = await aSite({}, server());
  const sources =
    'date,source,utm_medium,utm_campaign,utm_content,utm_term,visitors,visits,visit_duration,bounces\n2026-03-01,Google,,,,,6,7,300,2\n';
  expect(await site.upload('', VISITORS)).toMatchObject({ format: 'plausible', hits: 40, rows_imported: 3 });
  expect(await site.upload('', sources)).toMatchObject({ format: 'plausible', hits: 0, rows_imported: 1 });
  const { imported } = await site.get(`/hits?group_by=source&${MARCH}`);
  expect(imported).toMatchObject({ included: false, reason: 'the imported days have no views of sources' });
});

test('a preview counts days as the import then does, and adds none', async () => {
  const site = await aSite({}, server());
  const { preview } = await site.upload('?dry_run=true', VISITORS);
  expect(preview).toMatchObject({ kind: 'days', rows: 3, bad_rows: 0, hits: 40, end_date: '2026-03-03' });
  expect((await site.get(`/hits?group_by=date&${MARCH}`)).imported).toBeUndefined();
});

test.each([
  ['ga4', GA4_CSV, { rows_imported: 3, rows_skipped: 1 }, { country: { DE: 20, XX: 10, TR: 5 } }],
  [
    'fathom',
    zip(FATHOM),
    { rows_imported: 7, hits: 15, rows_bad: 0, end_date: '2026-03-01' },
    { path: { '/': 15 }, referrer_host: { none: 12, 'news.example': 3 }, device: { mobile: 15 } },
  ],
] as const)('sums of %s are in a report', async (format, file, counts, groups) => {
  const site = await aSite({}, server());
  expect(await site.upload('', file)).toMatchObject({ format, kind: 'days', status: 'completed', ...counts });
  await expectGroups(site, groups);
});

test('all dimensions in one row of Fathom are added up by each, and visitors of pages are its uniques', async () => {
  const site = await aSite({}, server());
  const imported = await site.upload('', FATHOM_ROWS);
  expect(imported).toMatchObject({ format: 'fathom', rows_imported: 2, rows_bad: 0, hits: 5 });
  await expectGroups(
    site,
    { browser_name: { Chrome: 5 }, country: { DE: 3, NL: 2 } },
    '&include_visitors=true',
  );
  const days = await site.get(`/hits?group_by=date&include_visitors=true&${MARCH}`);
  expect(days.grouped_hits[0]).toMatchObject({ hit_count: 5, visitors: 2 });
});

test('the JSON export of GoatCounter is in reports, whatever the order of its files', async () => {
  const site = await aSite({}, server());
  const files = Object.entries(GOATCOUNTER_JSON).map(([name, content]) => [
    `goatcounter-export/${name}`,
    content,
  ]);
  expect(await site.upload('', zip(Object.fromEntries(files)))).toMatchObject({
    ...{ format: 'goatcounter', kind: 'days', status: 'completed', hits: 7, rows_bad: 1 },
    bad_rows: [{ line: 5, error: expect.stringContaining('names a path that is not in paths.jsonl') }],
    left_out: [{ what: 'languages and screen sizes', count: 2 }],
  });
  await expectGroups(
    site,
    {
      path: { '/': 6, '/a': 1 },
      referrer_host: { none: 5, 'news.example': 2 },
      source: { none: 6, Google: 1 },
      country: { IT: 4, XX: 2 },
      browser_name: { Firefox: 6 },
    },
    '&include_visitors=true',
  );
  const { grouped_events } = await site.get(`/events?group_by=event&${MARCH}`);
  expect(grouped_events).toMatchObject([{ event: 'goatcounter.click-banana', event_count: 5 }]);
});

test.each([
  [GOATCOUNTER_JSON['hit_stats.jsonl'], 'import the zip archive'],
  [
    zip({ ...GOATCOUNTER_JSON, 'info.json': '{"export_version":"2.0"}' }),
    'of version 2.0: only 1 can be read',
  ],
])('a JSON export of GoatCounter that cannot be read is refused with the reason', async (file, error) => {
  const site = await aSite({}, server());
  expect(await site.upload('?file_name=hit_stats.jsonl', file)).toMatchObject({
    format: 'goatcounter',
    status: 'failed',
    error: expect.stringContaining(error),
  });
});

test('reports of Matomo by day are in reports', async () => {
  const site = await aSite({ url: 'https://site.example' }, server());
  const imported = await site.upload('', MATOMO_DAYS);
  expect(imported).toMatchObject({ format: 'matomo', kind: 'days', hits: 10, rows_imported: 7, rows_bad: 0 });
  expect(imported.left_out.map((each: { what: string }) => each.what)).toEqual([
    'folders of pages',
    'rows of other reports',
  ]);
  await expectGroups(site, { path: { '/a': 7, '/b': 3 } }, '&include_visitors=true');
  const days = await site.get(`/hits?group_by=date&include_visitors=true&${MARCH}`);
  expect(days.grouped_hits[0]).toMatchObject({ hit_count: 10, unique_visitors: 3, visits: 4 });
  const { grouped_events } = await site.get(`/events?group_by=event&${MARCH}`);
  expect(grouped_events).toMatchObject([{ event: 'matomo.play', event_count: 5 }]);
});

test.each([
  ['the Data API', GA4_JSON, 'ga4.sign_up', 3, { rows_skipped: 1, rows_bad: 1 }],
  ['Fathom', FATHOM['Events.csv'], 'fathom.Newsletter', 2, { rows_bad: 0 }],
])('events of %s are in the report of events', async (_, file, event, count, counts) => {
  const site = await aSite({}, server());
  expect(await site.upload('', file)).toMatchObject({ status: 'completed', rows_imported: 1, ...counts });
  const { grouped_events } = await site.get(`/events?group_by=event&${MARCH}`);
  expect(grouped_events).toMatchObject([{ event, event_count: count }]);
});

const GA4_REPORT = `# ----------------------------------------
# Reports snapshot
# Account: Example
# ----------------------------------------
#
# Start date: 20260301
# End date: 20260303
Nth day,Views,Active users
0000,20,8
0001,0,0
0002,5,4

# Start date: 20260301
# End date: 20260303
Country,Active users
Germany,12
`;

test('days of a report of Google Analytics are numbered from its first on', async () => {
  const site = await aSite({}, server());
  expect(await site.upload('', GA4_REPORT)).toMatchObject({
    ...{
      format: 'ga4',
      status: 'completed',
      hits: 25,
      rows_bad: 0,
      start_date: '2026-03-01',
      end_date: '2026-03-03',
    },
    left_out: [{ what: 'rows of other tables', count: 2 }],
  });
  const { grouped_hits: days } = await site.get(`/hits?group_by=date&include_visitors=true&${MARCH}`);
  const found = days.filter((day: { unique_visitors: number }) => day.unique_visitors > 0);
  expect(found).toMatchObject(table('date unique_visitors', ['2026-03-01', 8], ['2026-03-03', 4]));
});

test('several reports of one answer of Google Analytics are read, and metrics that are not known are counted', async () => {
  const site = await aSite({}, server());
  const report = (dimension: string, value: string) => ({
    dimensionHeaders: [{ name: 'date' }, { name: dimension }],
    metricHeaders: [{ name: 'screenPageViews' }, { name: 'bounces' }],
    rows: [
      {
        dimensionValues: [{ value: '20260301' }, { value }],
        metricValues: [{ value: '12' }, { value: '3' }],
      },
    ],
  });
  const reports = [report('pagePath', '/a'), report('browser', 'Chrome')];
  const file = JSON.stringify({ reports, kind: 'analyticsData#batchRunReports' });
  expect(await site.upload('', file)).toMatchObject({
    ...{ format: 'ga4', status: 'completed', rows_imported: 2, rows_bad: 0 },
    left_out: [{ what: 'the metric bounces', why: 'sums by day have no place for it', count: 0 }],
  });
  await expectGroups(site, { path: { '/a': 12 }, browser_name: { Chrome: 12 } });
});

test('reports of several sites of Matomo are refused with the reason, those of one are read', async () => {
  const site = await aSite({}, server());
  const bySite = (...ids: number[]) =>
    JSON.stringify(Object.fromEntries(ids.map(id => [id, JSON.parse(MATOMO_DAYS.split('\n')[0] ?? '')])));
  expect(await site.upload('', bySite(4, 7))).toMatchObject({
    ...{ format: 'matomo', status: 'failed' },
    error: expect.stringContaining('reports of 2 sites of Matomo (4, 7): ask for one of them (idSite=4)'),
  });
  const one = await site.upload('', bySite(4));
  expect(one).toMatchObject({ format: 'matomo', kind: 'days', status: 'completed', rows_bad: 0 });
  expect(one.rows_imported).toBeGreaterThan(0);
});

test.each([
  [GA4_CSV.replaceAll('Date,', 'Page path,'), 'has no column of days'],
  [GA4_REPORT.replace('Nth day', 'Nth week'), 'has no column of days'],
  [GA4_CSV.replaceAll('Engaged sessions', 'Browser'), 'has more than one dimension (Country, Browser)'],
  [GA4_CSV.replaceAll('Engaged sessions', 'City'), 'has a column that is not known: City'],
])('a report of Google Analytics that cannot be added is refused with the reason', async (file, error) => {
  const site = await aSite({}, server());
  const imported = await site.upload('', file);
  expect(imported).toMatchObject({ format: 'ga4', status: 'failed', error: expect.stringContaining(error) });
});

test.each([
  ['as CSV', 'date,pageviews,visitors\n2026-03-01,9,4\n'],
  [
    'as JSON',
    '{"ok":true,"histogram":[{"date":"2026-03-01","pageviews":9,"visitors":4}],"hostname":"a.example"}',
  ],
])('daily sums of Simple Analytics %s are in the series', async (_, file) => {
  const site = await aSite({}, server());
  expect(await site.upload('', file)).toMatchObject({ format: 'simple-analytics', kind: 'days', hits: 9 });
});

test.each([
  ['CSV', POINTS_CSV],
  ['JSON', POINTS_JSON],
])('data points of Simple Analytics in %s are hits and events', async (_, file) => {
  const site = await aSite({}, server());
  expect(await site.upload('', file)).toMatchObject({
    format: 'simple-analytics',
    kind: 'rows',
    rows_imported: 2,
    rows_skipped: 1,
    hits: 1,
  });
  const { hits } = await site.get('/hits?start_date=2026-03-01');
  expect(hits).toMatchObject([{ path: '/a', country: 'GB', source: 'letter', is_mobile: false }]);
  const { events } = await site.get('/events?start_date=2026-03-01');
  expect(events).toMatchObject([{ event: 'simple-analytics.popup_show' }]);
});

const HEADER = 'date,visitors,pageviews,bounces,visits,visit_duration\n';

test.each([
  ['2026-02-30,1,1,1,1,1', 'the date must be a day such as 2026-01-31, got "2026-02-30"'],
  ['1969-12-31,1,1,1,1,1', 'the date is before 1990, got "1969-12-31"'],
  ['2099-01-01,1,1,1,1,1', 'the date is in the future, got "2099-01-01"'],
  ['2026-03-01,-1,1,1,1,1', 'visitors must be a whole number of at least 0'],
  ['2026-03-01,1,=1+1,1,1,1', 'views must be a whole number of at least 0'],
  ['2026-03-01,1,1.5,1,1,1', 'views must be a whole number of at least 0'],
  ['2026-03-01,1,99999999999999,1,1,1', 'views is too large to be a count of a day'],
  ['2026-03-01,1,1,1,1', 'has 5 fields where the header has 6'],
  ['2026-03-01,1,"1,1,1,1', 'a quotation mark is never closed'],
])('%s is a bad row and stops no other', async (row, error) => {
  const site = await aSite({}, server());
  const imported = await site.upload(
    '',
    `\uFEFF${HEADER}${row}\n2026-03-01,1,2,0,1,0\n`.replaceAll('\n', '\r\n'),
  );
  expect(imported).toMatchObject({
    status: 'completed',
    rows_bad: 1,
    hits: 2,
    bad_rows: [{ line: 2, error }],
  });
});

test('an import of days that a crash interrupted is complete or read again', async () => {
  await using first = await startTestServer();
  const site = await aSite({}, first);
  const stored = await site.upload('', VISITORS);
  const failed = await site.upload('', BROWSERS);
  const { stores } = first.services;
  const rows = createImportsStore(stores.db);
  // What a killed server leaves: the days of the first import and not its end; of the second the upload.
  rows.update(stored.id, { status: 'running', completedAt: null });
  const row = rows.find(site.id, failed.id);
  if (!row) throw new Error('the import has a row');
  await stores.hits.removeDays(site.id, row.importKey);
  rows.update(row.id, { status: 'running', rowsImported: 0 });
  await Bun.write(join(first.data, 'imports', `${row.importKey}.upload`), BROWSERS);
  await first.stop();

  await using second = await startTestServer({ data: first.data });
  const ask = (id: number) => ended(second, `${site.path}/imports/${id}`, first.owner.full);
  expect(await ask(stored.id)).toMatchObject({ status: 'completed', rows_imported: 3, hits: 40 });
  expect(await ask(failed.id)).toMatchObject({ status: 'completed', rows_imported: 2 });
});
