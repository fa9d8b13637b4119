import { expect } from 'bun:test';
import type { Dimension, Filter } from '../../src/core/hits/query.ts';
import { URL_PARAMETERS } from '../../src/core/hits/url-parameters.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between, toText } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const FIRST = { offset: 0, limit: 100 };

const HOSTS: readonly (readonly [referrer: string, host: string | null])[] = [
  ['https://www.News.example/a?b', 'news.example'],
  ['http://news.example', 'news.example'],
  ['https://me:secret@news.example:8080/', 'news.example'],
  ['https://news.example?a#b', 'news.example'],
  ['https://news.example./', 'news.example'],
  ['news.example/item', 'news.example'],
  ['news.example:8080', 'news.example'],
  ['android-app://com.example.reader/', 'com.example.reader'],
  ['https://[2001:db8::1]:80/', '[2001:db8::1]'],
  ['https://bücher.example/😀', 'bücher.example'],
  ['https://news.example/https://other.example/', 'news.example'],
  ['/only/a/path', null],
  ['https://', null],
  ['', null],
];

/** Queries with a tag, whose name is that of any tag. */
const TAGS: readonly (readonly [query: string, value: string | null])[] = [
  ['?tag=spring', 'spring'],
  ['?a=b&tag=spring&c=d', 'spring'],
  ['?TAG=UPPER', 'UPPER'],
  ['?a=b&Tag=Mixed', 'Mixed'],
  ['?TAG=first&tag=second', 'first'],
  ['?tag=spring+sale%20%C3%BC%2B', 'spring sale ü+'],
  ['?tag=100%+caf%C3%A9', '100% café'],
  ['?tag=&TAG=second', 'second'],
  ['?tag=+&tag=second', null],
  ['?xtag=no&tag=yes#end', 'yes'],
  ['?tag=%FF', '%FF'],
  ['?tag=%ED%A0%80', '%ED%A0%80'],
  ['?tag=%C3+a%20b', '%C3 a%20b'],
  ['?tag=50%&a', '50%'],
  ['?tag=%zz%4', '%zz%4'],
  ['?tag=%00nul', 'nul'],
  ['?tag=x%0Ay%C2%85z', 'x y z'],
  ['?tag=a=b?c;d=e', 'a=b?c;d=e'],
  ['?a;tag=no', null],
  ['?%26tag=no', null],
  ['?my_tag=no', null],
  ['?tag[]=no', null],
  ['?tag', null],
  ['?tag=', null],
  ['?', null],
  ['&tag=no', null],
  ['#tag=no', null],
  ['?a#b&tag=no', null],
  [`?a=${'x'.repeat(5_000)}&tag=late`, 'late'],
  [`?tag=${'%F0%9F%98%80'.repeat(300)}`, '😀'.repeat(200)],
  [`?tag=${'x'.repeat(199)}++y`, 'x'.repeat(199)],
];

const TAG_NAMES = { ...URL_PARAMETERS, source: 'utm_source' } as const;

/** Returns the address of a query of `TAGS` with the name of a tag. */
const toTagged = (query: string, name: string): string => {
  const capital = name.replace(/^./, first => first.toUpperCase());
  const named = query.replaceAll('TAG', name.toUpperCase()).replaceAll('Tag', capital);
  return `https://e.example/é${named.replaceAll('tag', name)}`;
};

/** What every engine must say about dimensions that follow from a column, and of groups by them. */
export const dimensionsFollow = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  const groups = async (dimension: Dimension, filters: readonly Filter[] = [], more = {}) => {
    const { rows } = await store().group(aQuery({ filters }), dimension, { ...FIRST, ...more });
    return rows.map(row => toText(row, 'hits'));
  };
  /** The value that the hits of each path `/0`, `/1` and so on have. */
  const valuesOf = async (dimension: Dimension, paths: number) => {
    const filters = Array.from({ length: paths }, (_, n) => [{ dimension: 'path', is: `/${n}` }] as const);
    const found = filters.map(each => store().group(aQuery({ filters: each }), dimension, FIRST));
    return (await Promise.all(found)).map(group => group.rows[0]?.key);
  };
  const pathsWith = async (filter: Filter) =>
    (await store().list(aQuery({ filters: [filter] }), FIRST)).map(row => row.path).sort();

  test('the host of a referrer has no scheme, user, www, port and path', async () => {
    await store().append(HOSTS.map(([referrer], n) => aHit({ path: `/${n}`, referrer })));
    expect(await valuesOf('referrer_host', HOSTS.length)).toEqual(HOSTS.map(([, host]) => host));
    expect((await groups('referrer_host'))[0]).toEqual('news.example 8');
    await store().maintain({ force: true });
    expect((await groups('referrer_host'))[0]).toEqual('news.example 8');
    expect(
      await pathsWith({ dimension: 'referrer_host', isAnyOf: ['[2001:db8::1]', 'com.example.reader'] }),
    ).toEqual(['/7', '/8']);
    expect(await pathsWith({ dimension: 'referrer_host', is: null })).toEqual(['/11', '/12', '/13']);
  });

  test('a hostname is the host of the url, or of the site where there is none', async () => {
    const on = (path: string, url: string | null) => aHit({ path, url, visitor: 1n });
    await store().append([
      on('/own', null),
      on('/utm', 'https://www.Shop.example:8443/utm?utm_source=x'),
      on('/help', 'https://help.shop.example/help'),
      on('/relative', '/relative'),
      on('/www', 'https://www.shop.example/www'),
    ]);
    const site = { siteHosts: ['shop.example'] };
    const of = (filter: Filter) => store().list(aQuery({ ...site, filters: [filter] }), FIRST);
    const paths = async (filter: Filter) => (await of(filter)).map(row => row.path).sort();
    for (let round = 0; round < 2; round += 1) {
      const { rows } = await store().group(aQuery(site), 'hostname', FIRST);
      expect(rows.map(row => toText(row, 'hits'))).toEqual(['shop.example 4', 'help.shop.example 1']);
      expect(await paths({ dimension: 'hostname', is: 'shop.example' })).toEqual([
        '/own',
        '/relative',
        '/utm',
        '/www',
      ]);
      expect(await paths({ dimension: 'hostname', is: 'www.shop.example' })).toEqual([]);
      expect(await paths({ dimension: 'hostname', isNot: 'shop.example' })).toEqual(['/help']);
      expect(await paths({ dimension: 'hostname', isNoneOf: ['help.shop.example'] })).toHaveLength(4);
      const isOwn: Filter = { dimension: 'hostname', is: 'shop.example' };
      const ofVisit = aQuery({ ...site, attribution: 'visit', filters: [isOwn] });
      expect((await store().group(ofVisit, 'hostname', { ...FIRST, countsVisitors: true })).rows).toEqual([
        { key: 'shop.example', hits: 5, uniqueHits: 5, visitors: 1, visits: 1 },
      ]);
      await store().maintain({ force: true });
    }
  });

  test('a host has one spelling, is shown in letters and found by both', async () => {
    const [ascii, letters] = ['xn--bcher-kva.example', 'bücher.example'];
    await store().append([
      aHit({ path: '/from', referrer: `https://${ascii}/a`, visitor: 1n }),
      aHit({ path: '/on', url: `https://www.${ascii}/on`, visitor: 1n }),
      aHit({ path: '/else', referrer: 'https://news.example/', url: 'https://shop.example/', visitor: 2n }),
    ]);
    const named = { measures: ['visitors'] } as const;
    for (let round = 0; round < 2; round += 1) {
      for (const [dimension, path, other] of [
        ['referrer_host', '/from', 'news.example'],
        ['hostname', '/on', 'shop.example'],
      ] as const) {
        const question = {
          shape: 'groups',
          ...aQuery({ siteHosts: ['shop.example'] }),
          dimension,
          ...FIRST,
        } as const;
        const keys = async (more = {}) =>
          (await store().ask({ ...question, ...more })).rows.flatMap(({ key }) => key ?? []).sort();
        expect(await keys()).toEqual([letters, other].sort());
        expect(await keys(named)).toEqual([letters, other].sort());
        for (const search of ['bücher', 'xn--BCHER', `${letters}`])
          expect(await keys({ search })).toEqual([letters]);
        for (const is of [letters, ascii, 'BÜCHER.example'])
          expect(await pathsWith({ dimension, is })).toEqual([path]);
        expect(await pathsWith({ dimension, containsAnyOf: ['bücher.'] })).toEqual([path]);
        expect(await pathsWith({ dimension, matchesAnyOf: ['*.bücher.*', 'bücher.*'] })).toEqual([path]);
        expect(await pathsWith({ dimension, isNoneOf: [letters] })).not.toContain(path);
      }
      await store().maintain({ force: true });
    }
  });

  test('sources that differ by case are one, which is named as most hits write it', async () => {
    const from = (path: string, source: string | null, visitor: bigint, kind: 'hit' | 'event' = 'hit') =>
      aHit({ path, source, visitor, kind, ...(kind === 'event' && { event: 'a.b' }) });
    await store().append([
      from('/a', 'newsletter', 1n),
      from('/b', 'Newsletter', 1n),
      from('/c', 'Newsletter', 2n),
      from('/d', 'NEWSLETTER', 3n),
      from('/e', 'ΟΔΟΣ', 4n),
      from('/f', 'οδος', 4n),
      from('/g', 'google', 5n),
      from('/h', null, 6n),
      from('/i', 'Fair', 7n, 'event'),
      from('/j', 'NewsLetter', 7n, 'event'),
    ]);
    const named = { measures: ['visitors', 'visits'] } as const;
    const group = (query: object, more = {}) =>
      store().ask({ shape: 'groups', ...aQuery(query), dimension: 'source', ...FIRST, ...more });
    const of = (key: string | null, hits: number, visitors = 1) => ({
      ...{ key, hits, uniqueHits: hits, visitors, visits: visitors },
    });
    for (let round = 0; round < 2; round += 1) {
      const all = ['Newsletter 4', 'ΟΔΟΣ 2', 'Google 1', '(none) 1'];
      expect((await group({})).rows.map(row => toText(row, 'hits'))).toEqual(all);
      expect(await group({}, { search: 'NEWS' })).toMatchObject({ total: 1, rows: [{ key: 'Newsletter' }] });
      const expected = [of('Newsletter', 4, 3), of('ΟΔΟΣ', 2), of('Google', 1), of(null, 1)];
      expect((await group({}, named)).rows).toEqual(expected);
      // A visit keeps the source that it began with.
      expect((await group({ attribution: 'visit' }, named)).rows).toEqual(expected);
      expect((await group({ kind: 'event' })).rows.map(row => toText(row, 'hits'))).toEqual([
        'Fair 1',
        'Newsletter 1',
      ]);
      const combined = await store().ask({
        ...{ shape: 'groups', of: 'combinations', ...aQuery(), dimensions: ['country', 'source'], ...FIRST },
      });
      expect(combined.rows.map(({ keys, visitors }) => [keys[1], visitors])).toContainEqual([
        'Newsletter',
        3,
      ]);
      expect(
        await store().ask({
          shape: 'groups',
          siteIds: [1],
          kind: 'hit',
          span: between('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
          dimension: 'source',
          limit: 1,
        }),
      ).toEqual(new Map([[1, [{ key: 'Newsletter', hits: 4, uniqueHits: 4 }]]]));
      expect(await pathsWith({ dimension: 'source', is: 'newsLetter' })).toEqual(['/a', '/b', '/c', '/d']);
      expect(await pathsWith({ dimension: 'source', isAnyOf: ['ΟΔΟΣ', 'GOOGLE', null] })).toEqual([
        '/e',
        '/f',
        '/g',
        '/h',
      ]);
      expect(await pathsWith({ dimension: 'source', isNoneOf: ['NEWSLETTER', 'οδοσ'] })).toEqual([
        '/g',
        '/h',
      ]);
      await store().maintain({ force: true });
    }
    await store().append(['/k', '/l'].map(path => from(path, 'newsletter', 8n)));
    expect((await group({})).rows[0]).toMatchObject({ key: 'newsletter', hits: 6 });
  });

  test('a tag is read the same, whatever its name, its case and its escapes', async () => {
    const names = Object.entries(TAG_NAMES);
    const findSource = createSourceFinder();
    const given = { given: null, referrer: null, siteHosts: [] };
    await store().append(
      names.flatMap(([, name]) =>
        TAGS.map(([query], n) => {
          const url = toTagged(query, name);
          return aHit({ path: `/${name}/${n}`, url, source: findSource({ ...given, url }) });
        }),
      ),
    );
    for (let round = 0; round < 2; round += 1) {
      for (const [dimension, name] of names as [Dimension, string][]) {
        const found = await groups(dimension, [{ dimension: 'path', containsAnyOf: [`/${name}/`] }]);
        const expected = Map.groupBy(TAGS, ([, value]) => value ?? '(none)');
        expect([name, found.sort()]).toEqual([
          name,
          [...expected].map(([value, those]) => `${value} ${those.length}`).sort(),
        ]);
        const isSpring = { dimension, is: 'spring' } as const;
        expect(await pathsWith(isSpring)).toEqual([`/${name}/0`, `/${name}/1`]);
      }
      await store().maintain({ force: true });
    }
  });

  test('term and content are parameters of the address, too', async () => {
    const url = 'https://e.example/?utm_term=Walnut+desk&utm_content=h%C3%A9ro%20banner&utm_terms=x';
    await store().append([aHit({ path: '/ad', url }), aHit({ path: '/' })]);
    expect(await groups('term', [{ dimension: 'content', is: 'héro banner' }])).toEqual(['Walnut desk 1']);
    expect(await pathsWith({ dimension: 'term', containsAnyOf: ['DESK'] })).toEqual(['/ad']);
    expect(await pathsWith({ dimension: 'content', is: null })).toEqual(['/']);
  });

  test('a device is mobile, desktop or unknown, and no dimension of agent visits', async () => {
    await store().append([
      aHit({ isMobile: true }),
      aHit({ isMobile: false }),
      aHit({ isMobile: null }),
      aHit({ isMobile: true }),
      aHit({ kind: 'agent_visit', agentName: 'Bot', provider: 'Some', category: 'training' }),
    ]);
    expect(await groups('device')).toEqual(['mobile 2', 'desktop 1', 'unknown 1']);
    expect(await store().count(aQuery({ filters: [{ dimension: 'device', isNot: 'mobile' }] }))).toBe(2);
    const visits = await store().group(aQuery({ kind: 'agent_visit' }), 'device', FIRST);
    expect(visits.rows.map(row => row.key)).toEqual([null]);
  });

  test('entry and exit pages count the visitors of the filtered hits, each where the journey began or ended', async () => {
    await store().append([
      aHit({ visitor: 1n, path: '/home', at: '2026-03-10T08:00:00Z' }),
      aHit({ visitor: 1n, path: '/a', at: '2026-03-10T09:00:00Z', country: 'DE' }),
      aHit({ visitor: 2n, path: '/home', at: '2026-03-10T08:00:00Z', country: 'DE' }),
      aHit({ visitor: 2n, path: '/home', at: '2026-03-10T08:10:00Z', country: 'DE' }),
      aHit({ visitor: 3n, path: '/a' }),
      aHit({ path: '/anonymous' }),
    ]);
    for (let round = 0; round < 2; round += 1) {
      expect(await groups('entry_page')).toEqual(['/home 2', '/a 1']);
      expect(await groups('exit_page')).toEqual(['/a 2', '/home 1']);
      expect(await groups('exit_page', [{ dimension: 'country', is: 'DE' }])).toEqual(['/a 1', '/home 1']);
      expect(await groups('entry_page', [{ dimension: 'entry_page', is: '/a' }])).toEqual(['/a 1']);
      await store().maintain({ force: true });
    }
  });

  test('a search finds groups by a part of their key, case ignored, and counts those it finds', async () => {
    await store().append([
      aHit({ path: '/Blog/1', referrer: 'https://news.example/' }),
      aHit({ path: '/blog/2', visitor: 1n }),
      aHit({ path: '/50%' }),
    ]);
    expect(await groups('path', [], { search: 'BLOG' })).toEqual(['/Blog/1 1', '/blog/2 1']);
    expect(await groups('path', [], { search: '%' })).toEqual(['/50% 1']);
    expect(await groups('referrer_host', [], { search: '' })).toEqual(['news.example 1']);
    expect(await groups('entry_page', [], { search: 'blog' })).toEqual(['/blog/2 1']);
    const second = await store().group(aQuery(), 'path', { offset: 1, limit: 1, search: 'blog' });
    expect([second.rows.map(row => row.key), second.total]).toEqual([['/blog/2'], 2]);
    const past = await store().group(aQuery(), 'path', { offset: 9, limit: 1, search: 'blog' });
    expect(past).toEqual({ rows: [], total: 2 });
  });
};
