/** Files of other tools, and the demonstration data in their formats: what of them becomes hits and events. */
import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ForeignFormat } from '../../src/core/import-formats.ts';
import { generateDemoData } from '../../src/features/demo/foreign/visits.ts';
import { DEMO_WRITERS } from '../../src/features/demo/foreign/writers.ts';
import { generateDemoHistory } from '../../src/features/demo/history.ts';
import { writeParquet } from '../support/duckdb.ts';
import {
  FIXTURES,
  MATOMO,
  UMAMI_1,
  UMAMI_CLOUD,
  UMAMI_COPY,
  UMAMI_CSV,
  UMAMI_INSERTS,
  UMAMI_MYSQL,
} from '../support/import-fixtures.ts';
import { aSite } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Imports a file into a site of its own and returns the answer, and the rows that came of it, the oldest first. */
async function importInto(url: string, body: string | Uint8Array, query = '') {
  const site = await aSite({ url }, server());
  const imported = await site.upload(query, body);
  const list = async (kind: 'hits' | 'events'): Promise<Rows> =>
    (await site.get(`/${kind}?start_date=2025-03-20`))[kind].toReversed();
  return { imported, hits: await list('hits'), events: await list('events') };
}

const HIT = {
  path: '/a',
  url: 'https://site.example/a?utm_source=letter&x=1',
  source: 'letter',
  referrer: 'https://news.example/item',
  country: 'DE',
  browser_name: 'Edge',
  platform_name: 'Windows',
  is_mobile: false,
};
const EVENT = { path: '/a', event: 'umami.signup-button', country: 'DE' };

test.each([
  ['pg_dump', UMAMI_COPY, { refused: 2, hasRevenue: true }],
  // Properties come after the events.
  ['pg_dump --inserts', UMAMI_INSERTS, { late: 5 }],
  ['mysqldump', UMAMI_MYSQL, { refused: 1 }],
  ['pg_dump with CRLF', gzipSync(UMAMI_COPY.replaceAll('\n', '\r\n')), { refused: 2, hasRevenue: true }],
] as const)('Umami 2 by %s: hits and events of the site, not of others', async (_, dump, data) => {
  const {
    refused = 0,
    late = 0,
    hasRevenue = false,
  } = data as { readonly refused?: number; readonly late?: number; readonly hasRevenue?: boolean };
  const { imported, hits, events } = await importInto('https://site.example', dump);
  expect(imported).toMatchObject({
    format: 'umami',
    status: 'completed',
    rows_imported: 3,
    rows_bad: 1,
    bad_rows: [{ error: 'created_at must be an ISO 8601 time, got "yesterday"' }],
  });
  const leftOut = imported.left_out.map(({ what, count }: { what: string; count: number }) => [what, count]);
  const all = [
    ['properties and revenue of events', refused],
    ['properties of events', late],
    ['rows of other websites', late === 0 ? 1 : 2],
    ['loading times', 1],
  ];
  expect(leftOut.toSorted()).toEqual(all.filter(([, count]) => count !== 0).toSorted());
  expect(hits).toMatchObject([
    { ...HIT, created_at: '2026-03-02T08:00:00.123Z' },
    {
      path: '/b\\c',
      url: 'https://shop.site.example/b\\c',
      referrer: null,
      country: 'XX',
      browser_name: 'Safari',
      platform_name: 'iOS',
      is_mobile: true,
    },
  ]);
  expect(events).toMatchObject([{ ...EVENT, created_at: '2026-03-02T08:00:10.000Z' }]);
  const isRead = late === 0;
  expect(hits.map(hit => hit['properties'])).toEqual([isRead ? { author: 'Ann' } : null, null]);
  expect(events.map(({ properties, revenue }) => [properties, revenue])).toEqual([
    [
      isRead ? { plan: 'pro, "x"', 'seats.used': 12.5, trial: true } : null,
      hasRevenue ? { amount: 49.9, currency: 'EUR' } : null,
    ],
  ]);
});

test('Umami 1 by pg_dump: visits come before their sessions', async () => {
  const { imported, hits, events } = await importInto('https://site.example', UMAMI_1);
  expect(imported).toMatchObject({ rows_imported: 2, rows_skipped: 1, rows_bad: 0 });
  expect(hits).toMatchObject([{ ...HIT, created_at: '2026-03-02T08:00:00.123Z' }]);
  expect(events).toMatchObject([EVENT]);
});

test.each([
  ['a CSV file of the table', UMAMI_CSV],
  ['an archive of the cloud', UMAMI_CLOUD],
])('Umami by %s: every row knows its session', async (_, file) => {
  const { imported, hits, events } = await importInto('https://site.example', file);
  expect(imported).toMatchObject({ format: 'umami', rows_imported: 3, rows_bad: 0 });
  expect(hits).toMatchObject([HIT, { path: '/b', country: 'XX', platform_name: 'iOS', is_mobile: true }]);
  expect(events).toMatchObject([EVENT]);
});

test('properties in files of their own, as the cloud of Umami exports them, are counted and no views', async () => {
  expect((await importInto('https://site.example', UMAMI_CLOUD)).imported).toMatchObject({
    left_out: table('what count', ['properties of events', 2], ['properties of sessions', 1]),
  });
});

test('a file of several websites, none of them the site, is refused by their names', async () => {
  const { imported } = await importInto('https://third.example', UMAMI_COPY);
  expect(imported).toMatchObject({ status: 'failed', rows_imported: 0 });
  expect(imported.error).toContain('site.example (Ours), other.example (Another)');
});

/** What clocks in Berlin show, and when that was. */
const LOCAL_TIMES = {
  '2025-03-30 01:30:00': '2025-03-30T00:30:00.000Z',
  // The clocks skip this one, and go on at 03:00.
  '2025-03-30 02:29:00': '2025-03-30T01:29:00.000Z',
  '2025-03-30 03:30:00': '2025-03-30T01:30:00.000Z',
  '2025-10-26 02:30:00': '2025-10-26T00:30:00.000Z',
  '2025-12-05 00:30:00': '2025-12-04T23:30:00.000Z',
};
const csv = (header: string, toRow: (time: string, n: number) => string) =>
  [header, ...Object.keys(LOCAL_TIMES).map(toRow)].join('\n');
const objects = (name: string) =>
  Object.keys(LOCAL_TIMES).map(time => JSON.stringify({ [name]: time.replace(' ', 'T'), path: '/' }));
const requests = Object.keys(LOCAL_TIMES).map(time => {
  const client = { remote_addr: '203.0.113.7', request: 'GET / HTTP/1.1', status: '200' };
  return JSON.stringify({ time_iso8601: time.replace(' ', 'T'), ...client });
});
const GOATCOUNTER_COLUMNS =
  '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date';
const toParquet = async (type: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'local-')), 'times.parquet');
  const times = Object.keys(LOCAL_TIMES).map(time => `('${time}')`);
  await writeParquet(
    file,
    `select time::${type} as created_at, '/' as path from (values ${times.join()}) t(time)`,
  );
  return Bun.file(file).bytes();
};

test.each<[format: string, file: () => string | Promise<Uint8Array>]>([
  ['footfall', () => csv('created_at,path', time => `${time},/`)],
  ['footfall', () => objects('created_at').join('\n')],
  ['footfall', () => toParquet('varchar')],
  ['footfall', () => toParquet('timestamp')],
  [
    'umami',
    () => csv('event_id,website_id,session_id,created_at,url_path', (time, id) => `${id},w,s,${time},/`),
  ],
  ['goatcounter', () => csv(GOATCOUNTER_COLUMNS, (time, id) => `/,,false,,,,${id},0,,,,,true,${time}`)],
  ['simple-analytics', () => csv('added_iso,path', time => `${time},/`)],
  ['simple-analytics', () => `[${objects('added_iso').join()}]`],
  ['access-log', () => requests.join('\n')],
])('times without a zone are in the zone given, over changes of clocks, too: %s', async (format, file) => {
  const { imported, hits } = await importInto(
    'https://site.example',
    await file(),
    '?time_zone=Europe/Berlin',
  );
  expect(imported).toMatchObject({ format, rows_bad: 0 });
  expect(hits.map(hit => hit['created_at'])).toEqual(Object.values(LOCAL_TIMES));
});

test('of a file of the own format, days and visitors of a day are those of the zone, and times with a zone stay', async () => {
  const rows = ['2025-12-05', '2025-12-05T00:30:00+05:00', '2025-12-04T23:30Z', '2025-12-05 00:59'];
  const body = ['created_at,path,user_agent', ...rows.map((time, n) => `${time},/${n},Firefox/1`)].join('\n');
  const { hits } = await importInto('https://site.example', body, '?time_zone=Europe/Berlin');
  expect(hits.map(hit => [hit['path'], hit['created_at']])).toEqual([
    ['/1', '2025-12-04T19:30:00.000Z'],
    ['/0', '2025-12-04T23:00:00.000Z'],
    ['/2', '2025-12-04T23:30:00.000Z'],
    ['/3', '2025-12-04T23:59:00.000Z'],
  ]);
  expect(new Set(hits.map(hit => hit['visitor_hash'])).size).toBe(1);
});

/** Files that have no times without a zone: Unix times, times in UTC, or days of the tool. */
const WITHOUT_LOCAL_TIMES = FIXTURES.filter(([, name]) =>
  ['matomo.json', 'matomo-days.json', 'ga4.json', 'days.csv', 'rows.csv', 'cloudfront.log'].includes(name),
);

test('a zone changes nothing where times have one, and where there are days only', async () => {
  for (const [format, name, content] of WITHOUT_LOCAL_TIMES) {
    const [zoned, plain] = await Promise.all(
      ['?time_zone=Pacific/Kiritimati', ''].map(async query => {
        const site = await aSite({ url: 'https://site.example' }, server());
        expect(await site.upload(query, content)).toMatchObject({ format, status: 'completed' });
        const { grouped_hits } = await site.get('/hits?group_by=date&period=all');
        return grouped_hits;
      }),
    );
    expect([name, zoned]).toEqual([name, plain]);
  }
});

test('Matomo by its API: actions at the time of the visit, and where it came from once', async () => {
  const { imported, hits, events } = await importInto('https://site.example', MATOMO);
  expect(imported).toMatchObject({
    format: 'matomo',
    rows_imported: 5,
    bad_rows: [{ error: 'is an error of Matomo: Too slow' }],
    left_out: [{ what: 'goals' }, { what: 'visits of other websites' }],
  });
  const first = { created_at: '2026-03-02T08:00:00.000Z', path: '/a' };
  expect(hits).toEqual([
    expect.objectContaining({ ...HIT, ...first, url: 'https://www.site.example/a?x=1', source: null }),
    expect.objectContaining({
      ...first,
      source: 'letter',
      referrer: null,
      country: 'XX',
      browser_name: 'Safari',
      platform_name: 'iOS',
      is_mobile: true,
    }),
  ]);
  expect(events).toMatchObject([
    { event: 'Video.play', value: 'Intro', path: '/a', created_at: '2026-03-02T08:00:10.000Z' },
    { event: 'matomo.outlink', value: 'https://other.example/x', path: null },
    { event: 'matomo.download', value: 'https://site.example/a.zip' },
  ]);
});

const PLAN = {
  seed: 11,
  siteUrl: 'https://notes.example',
  until: new Date('2026-03-04T23:59:59.999Z'),
  days: 5,
  visitorsADay: 25,
  anomalies: [],
};
const RANGE = 'start_date=2026-02-27&end_date=2026-03-05&limit=100';
type ImportedSite = Awaited<ReturnType<typeof aSite>>;
/** What the reports on the same data in the own format answer. */
const expected = new Map<string, Record<string, unknown>>();
beforeAll(async () => {
  const own = await aSite({ url: PLAN.siteUrl }, server());
  const rows = [...generateDemoHistory(PLAN)].map(row => `${JSON.stringify(row)}\n`);
  expect(await own.upload('', rows.join(''))).toMatchObject({ status: 'completed', rows_bad: 0 });
  for (const [name, ask] of Object.entries(REPORTS)) expected.set(name, await ask(own));
});

type Row = Readonly<Record<string, string | number | null>>;

/** What each report counts, by its values. */
const REPORTS = {
  hits: ({ get }) => countBy(get, '/hits?group_by=date', row => row['hit_count']),
  visitors: ({ get }) =>
    countBy(get, '/hits?group_by=date&include_visitors=true', row => row['unique_visitors']),
  path: ({ get }) => countBy(get, '/hits?group_by=path'),
  referrer: ({ get }) => countBy(get, '/hits?group_by=referrer_host'),
  referrerOfVisits: ({ get }) => countBy(get, '/hits?group_by=referrer_host&attribution=visit'),
  campaign: ({ get }) => countBy(get, '/hits?group_by=campaign&attribution=visit'),
  browser: ({ get }) => countBy(get, '/hits?group_by=browser_name'),
  platform: ({ get }) => countBy(get, '/hits?group_by=platform_name'),
  device: ({ get }) => countBy(get, '/hits?group_by=device'),
  country: ({ get }) => countBy(get, '/hits?group_by=country'),
  /** Plausible leaves out what it does not know. */
  knownCountry: async ({ get }) => ({ ...(await countBy(get, '/hits?group_by=country')), XX: 0 }),
  entryPage: ({ get }) => countBy(get, '/hits?group_by=entry_page&attribution=visit'),
  events: ({ get }) => countBy(get, '/events?group_by=event', row => row['event_count']),
  /** Names without dots, in the tool's category. */
  plainEvents: async ({ get }) => {
    const counts = await countBy(get, '/events?group_by=event', row => row['event_count']);
    return Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [
        name.replace(/^(ga4|simple-analytics)\./, '').replace('_', '.'),
        count,
      ]),
    );
  },
  agents: ({ get }) =>
    countBy(get, '/agent_visits?group_by=agent_name', row => row['agent_visit_count'] ?? row['count']),
} satisfies Readonly<Record<string, (site: ImportedSite) => Promise<unknown>>>;

async function countBy(
  get: ImportedSite['get'],
  report: string,
  toCount: (row: Row) => unknown = row => row['views'] ?? row['hit_count'],
): Promise<Record<string, unknown>> {
  const by = /group_by=(\w+)/.exec(report)?.[1] ?? '';
  const body = await get(`${report}&${RANGE}`);
  const rows: Row[] = body.grouped_hits ?? body.grouped_events ?? body.grouped_agent_visits ?? [body];
  return Object.fromEntries(rows.map((row): [string, unknown] => [String(row[by]), toCount(row)]).sort());
}

type Report = keyof typeof REPORTS;
const DAYS: readonly Report[] = ['hits', 'visitors', 'path', 'browser', 'platform', 'device'];
const ROWS: readonly Report[] = [...DAYS, 'referrer', 'country'];

/** The reports that a format has what they need for. */
const CARRIED: Readonly<Record<ForeignFormat, readonly Report[]>> = {
  plausible: [...DAYS, 'referrerOfVisits', 'campaign', 'knownCountry', 'entryPage', 'events'],
  umami: [...ROWS, 'events'],
  goatcounter: [...ROWS.filter(report => report !== 'device'), 'events'],
  matomo: [...ROWS, 'events'],
  ga4: [...DAYS, 'country', 'plainEvents'],
  'simple-analytics': [...ROWS, 'plainEvents'],
  fathom: [...ROWS, 'events'],
  'access-log': [...DAYS, 'referrer', 'campaign', 'agents'],
};

test.each(Object.entries(CARRIED) as [ForeignFormat, readonly Report[]][])(
  'the demonstration data as %s has the figures that it has in the own format',
  async (format, reports) => {
    const site = await aSite({ url: PLAN.siteUrl }, server());
    const imported = await site.upload('', DEMO_WRITERS[format](generateDemoData(PLAN)));
    expect(imported).toMatchObject({ format, status: 'completed', rows_bad: 0 });
    for (const name of reports) {
      const own = expected.get(name) ?? {};
      expect(Object.keys(own).length).toBeGreaterThan(1);
      expect([name, await REPORTS[name](site)]).toEqual([name, own]);
    }
  },
);
