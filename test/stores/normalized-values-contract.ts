/** Paths and sources that were stored before there were rules get today's values, and all that follows from them is as if they had come so. */
import { expect } from 'bun:test';
import { columnsOfKind, HIT_KINDS, type HitKind } from '../../src/core/hits/columns.ts';
import type { Dimension } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { NORMAL_COLUMNS, NORMALIZE } from '../../src/core/hits/value-rules.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, toText } from '../support/hit-rows.ts';
import { importDays } from '../support/imported-days.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const PATHS = [
  '/%C3%BC',
  '/ü',
  '/u\u0308',
  '/a/../ü',
  '/ü?q=%7E',
  '/ü?q=~',
  '/%zz',
  '/a%20b',
  '/a b',
  '/',
  '/b',
];
const SOURCES = ['google', 'GOOGLE', 'Google', 'fb', 'Facebook', 'newsletter', 'chatgpt.com', null];
const HOSTS = ['bücher.example', 'xn--bcher-kva.example', 'news.example'];
const [GIVEN, NORMAL] = [1, 2];
const START = Date.UTC(2026, 2, 1);

/** Rows of two days, of few visitors, in visits of several pages. */
const rowsOf = (kind: HitKind): NewHit[] =>
  Array.from({ length: 60 }, (_, index) =>
    aHit({
      ...{ kind, siteId: GIVEN, path: PATHS[(index * 7) % PATHS.length] ?? '/' },
      source: columnsOfKind(kind).some(({ name }) => name === 'source')
        ? (SOURCES[(index * 3) % SOURCES.length] ?? null)
        : null,
      ...(kind !== 'engagement' && {
        referrer: `https://${HOSTS[index % 3]}/😀`,
        url: index % 2 ? `https://me@${HOSTS[(index + 1) % 3]}:8080/${index}` : null,
      }),
      createdAt: new Date(START + (index % 2) * DAY_MS + 10 * HOUR_MS + index * 60_000),
      ...(kind !== 'agent_visit' && { visitor: BigInt(index % 4) }),
      ...(kind === 'event' && { event: 'a.b' }),
      ...(kind === 'agent_visit' && { agentName: 'GPTBot', provider: 'OpenAI', category: 'training' }),
      ...(kind === 'spam_hit' && { reason: 'spam' }),
      ...(kind === 'engagement' && { view: BigInt(index), engagedSeconds: 5 }),
    }),
  );

const asNormal = (row: NewHit): NewHit => ({
  ...row,
  siteId: NORMAL,
  ...Object.fromEntries(
    NORMAL_COLUMNS.map(name => [name, row[name] === null ? null : NORMALIZE[name](row[name])]),
  ),
});

/** Lets a store believe that its values are of before. */
export const forgetRules = (engine: HitEngine): Promise<unknown> =>
  engine.rebuild(copy => copy.run('update sum_state set path_rules = 0'));

const reportsOf = async (store: TestHitStore, siteId: number) => {
  const edges = Array.from({ length: 6 }, (_, index) => new Date(START + index * 12 * HOUR_MS));
  const groups = (kind: HitKind, dimension: Dimension, more: object = {}) =>
    store.group(aQuery({ siteId, kind, ...more }), dimension, { offset: 0, limit: 50, countsVisitors: true });
  const query = aQuery({ siteId });
  return {
    lists: await Promise.all(
      HIT_KINDS.filter(kind => kind !== 'engagement').map(async kind =>
        (await store.list(aQuery({ siteId, kind }), { offset: 0, limit: 100 })).map(
          ({ path, url, referrer, source, createdAt, visitorHash }) => ({
            ...{ path, url, referrer, source, createdAt, visitorHash },
          }),
        ),
      ),
    ),
    totals: await store.totals(query, { countsVisits: true }),
    pages: await groups('hit', 'path'),
    events: await groups('event', 'path'),
    sources: await groups('hit', 'source'),
    visits: await groups('hit', 'source', { attribution: 'visit' }),
    referrers: await groups('hit', 'referrer_host'),
    hosts: await groups('hit', 'hostname', { siteHosts: ['shop.example'], attribution: 'visit' }),
    channels: await groups('hit', 'channel', { attribution: 'visit' }),
    entries: await groups('hit', 'entry_page', { attribution: 'visit' }),
    exits: await groups('hit', 'exit_page'),
    series: await store.series(query, edges, { countsVisitors: true, countsEngagement: true }),
    page: await store.totals(aQuery({ siteId, filters: [{ dimension: 'path', is: '/ü' }] }), {}),
    engagement: (await store.pageEngagement(query, ['/ü', '/b'])).toSorted((a, b) => b.views - a.views),
  };
};

/** What every engine must do with stored paths. */
export const valuesAreNormalized = (
  store: () => TestHitStore & { readonly engine: HitEngine },
  { test } = ONE_BY_ONE,
): void => {
  test('stored paths and sources get today’s values, and every figure is as if they had come so', async () => {
    const hits = store();
    const rows = HIT_KINDS.flatMap(rowsOf);
    await hits.append(rows);
    await hits.append(rows.map(asNormal));
    const [before, expected] = [await reportsOf(hits, GIVEN), await reportsOf(hits, NORMAL)];
    expect(before.pages.total).toBeGreaterThan(expected.pages.total);
    expect(before.sources.total).toBeGreaterThan(expected.sources.total);
    await forgetRules(hits.engine);
    await hits.normalizeValues(new AbortController().signal);
    expect(await reportsOf(hits, GIVEN)).toEqual(expected);
    expect(await reportsOf(hits, NORMAL)).toEqual(expected);
    // A view after it is no unique one again.
    await hits.append([asNormal(rows[0] as NewHit), { ...asNormal(rows[0] as NewHit), siteId: GIVEN }]);
    expect(await reportsOf(hits, GIVEN)).toEqual(await reportsOf(hits, NORMAL));
  });

  test('imported days of one page are one, and those of one source', async () => {
    const hits = store();
    const day = { day: '2026-01-05', visitors: 3, visits: 3, views: 4 };
    const rows = [
      'path,/%C3%BC',
      'path,/ü',
      'path,/b',
      'source,fb',
      'source,Facebook',
      'source,Mail',
      ...HOSTS.map(host => `referrer_host,${host}`),
    ];
    const given = rows.map(row => `,2026-01-05,${row},3,3,4,,,,`);
    await importDays(
      hits,
      [
        'part,day,dimension,value,visitors,visits,views,bounces,duration_seconds,events,unique_views',
        `,${day.day},total,,9,9,12,,,,`,
        ...given,
        '',
      ].join('\n'),
      { clipZone: 'Europe/Berlin' },
    );
    await forgetRules(hits.engine);
    await hits.normalizeValues(new AbortController().signal);
    const query = aQuery({ importedDays: 'all' });
    const viewsBy = async (dimension: Dimension) =>
      (await hits.group(query, dimension, { offset: 0, limit: 9 })).rows.map(row => toText(row, 'hits'));
    expect(await viewsBy('path')).toEqual(['/ü 8', '/b 4']);
    expect(await viewsBy('source')).toEqual(['Facebook 8', 'Mail 4']);
    expect(await viewsBy('referrer_host')).toEqual(['bücher.example 8', 'news.example 4']);
    expect((await hits.engine.check()).faults).toEqual([]);
  });
};
