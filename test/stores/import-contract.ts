/** What every engine makes of an import file: the rules of the own format, row by row. */

import { describe, expect, test } from 'bun:test';
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { ImportReport } from '../../src/core/hits/import.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { storeOfEach } from '../support/store-of-each.ts';
import { propertiesAreImported } from './import-properties-contract.ts';

const FIRST = { offset: 0, limit: 100 };
const LETTER = 'https://example.com/b?utm_source=letter';

type Row = Record<string, unknown>;

const isOptions = (row: Row | string | undefined): row is { importKey?: string; siteZone?: string } =>
  typeof row === 'object' && ('importKey' in row || 'siteZone' in row);

/** Runs the suite over an engine that `open` starts in an empty folder. */
export const describeImport = (name: string, open: (folder: string) => Promise<TestHitStore>): void => {
  describe(name, () => {
    const given = storeOfEach(open);
    const load = (...content: (Row | string)[]): Promise<ImportReport> => {
      const [options, rows] = isOptions(content[0]) ? [content[0], content.slice(1)] : [{}, content];
      const lines = rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row)));
      return given.importFile('rows.ndjson', lines.join('\n'), options);
    };
    const stored = (kind: HitKind = 'hit') => given.store.list(aQuery({ kind }), FIRST);
    const at = '2026-03-10T12:00:00Z';

    test('a hit is a path and an instant; the rest is worked out', async () => {
      const visitor = { visitor_id: 'abc' };
      const row = (path: string, created_at: string, more: Row = {}) => ({ path, created_at, ...more });
      await load(
        row('blog', at),
        row('/a', '2026-03-10 14:00:00+02:00', {
          url: 'https://example.com/a',
          referrer: 'https://news.example/',
        }),
        row('/b', '2026-03-10', { url: LETTER, country: 'DE', ip_address: '1.2.3.4' }),
        row('/c', '2026-03-10T11:00:00.123456Z', { ip_address: '1.2.3.4', user_agent: 'Firefox/1 Mobile' }),
        row('/d', '2026-03-10T10:00Z', {
          ...visitor,
          browser_name: 'Own',
          user_agent: 'X/1',
          is_mobile: true,
        }),
        row('/e', '2026-03-10T09:00:00', { ...visitor, visitor_hash: 'FF00000000000001', source: 'given' }),
      );
      const own = { browserVersion: '1', isMobile: true };
      expect((await stored()).map(({ id: _, ...stored }) => stored)).toEqual([
        aHit({ path: '/a', at, referrer: 'https://news.example/', source: 'Referral' }),
        aHit({ path: '/blog', at }),
        aHit({
          ...{ path: '/c', at: '2026-03-10T11:00:00.123Z', country: 'NL', browserName: 'Firefox', ...own },
          ...{ network: 'access', visitorHash: 0x3489fdd9c5beb267n, visitorScope: 'day' },
        }),
        aHit({ path: '/d', at: '2026-03-10T10:00:00Z', browserName: 'Own', ...own, visitor: 3n }),
        aHit({ path: '/e', at: '2026-03-10T09:00:00Z', visitor: 0xff00000000000001n, source: 'given' }),
        aHit({
          ...{ path: '/b', at: '2026-03-10T00:00:00Z', url: LETTER, country: 'DE', source: 'letter' },
          ...{ network: 'access', visitorHash: 0x82657dfa722639bcn, visitorScope: 'day' },
        }),
      ]);
    });

    test('a path that is a whole address is the url, and its path the path', async () => {
      await load(
        { path: 'https://example.com/plans?utm_source=letter#top', created_at: at },
        { path: 'HTTP://example.com', created_at: '2026-03-10T11:00:00Z', url: 'https://own.example/' },
        { path: '/https://kept.example/', created_at: '2026-03-10T10:00:00Z' },
      );
      expect(await stored()).toMatchObject([
        { path: '/plans', url: 'https://example.com/plans?utm_source=letter#top', source: 'letter' },
        { path: '/', url: 'https://own.example/' },
        { path: '/https://kept.example/', url: null },
      ]);
    });

    test('a source that is known gets its name, and hosts are in ASCII', async () => {
      const address = 'bücher.example/ü?x';
      await load(
        { path: '/a', source: 'google', created_at: '2026-03-10T11:00:00Z' },
        { path: '/b', source: 'Letter', created_at: at, referrer: address, url: `https://${address}` },
      );
      const ascii = 'xn--bcher-kva.example/ü?x';
      expect(await stored()).toMatchObject([
        { path: '/b', source: 'Letter', referrer: ascii, url: `https://${ascii}` },
        { path: '/a', source: 'Google' },
      ]);
    });

    test('a path is stored in one spelling, and its query is that of the url', async () => {
      const query = '?UTM_Source=letter&utm_campaign=spring';
      await load(
        { path: `/plans${query}#top`, created_at: at },
        { path: `/%C3%BC/./b${query}`, url: LETTER, created_at: '2026-03-10T11:00:00Z' },
        { path: './u\u0308#top', created_at: '2026-03-10T10:00:00Z' },
      );
      expect(await stored()).toMatchObject([
        { path: '/plans', url: `https://example.com/plans${query}`, source: 'letter' },
        { path: '/ü/b', url: LETTER, source: 'letter' },
        { path: '/ü', url: null, source: null },
      ]);
    });

    test('a row that an earlier version stored with its query is known again', async () => {
      const query = '/plans?plan=pro';
      await given.store.append([aHit({ path: query, at, url: `https://example.com${query}` })]);
      expect(await load({ path: query, created_at: at })).toMatchObject({
        imported: { hit: 0 },
        duplicates: 1,
      });
    });

    test('an address of any length keeps its visit and its tags, and the visit is known again', async () => {
      const x = (length: number) => 'x'.repeat(length);
      const e = (length: number) => 'é'.repeat(length);
      const site = 'https://example.com';
      const news = 'https://news.example';
      const tail = `?ttclid=${x(5_000)}&UTM_Source=letterbox&utm_campaign=spring+sale&x=${x(5_000)}#${x(5_000)}`;
      const kept = `?utm_source=letterbox&utm_campaign=spring+sale&ttclid=${x(200)}`;
      const source = 'letterbox';
      const rows: [given: Row, path: string, url: string | null, referrer?: string][] = [
        [{ path: '/a', url: `${site}/a${tail}` }, '/a', `${site}/a${kept}`],
        [{ path: `b${tail}` }, '/b', `${site}/b${kept}`],
        [{ path: `${site}/c${tail}` }, '/c', `${site}/c${kept}`],
        [{ path: `/${e(9_000)}?ref=letterbox`, source }, `/${e(1_023)}`, `${site}/${e(1_023)}?ref=letterbox`],
        [{ path: `/${'%c3%a9'.repeat(200)}`, source }, `/${e(200)}`, null],
        [{ path: '/d', url: `${site}/${x(5_000)}${tail}` }, '/d', `${site}/d${kept}`],
        [
          { path: '/e', url: `${site}/e?x=${x(40_000)}&utm_source=letterbox` },
          '/e',
          `${site}/e?utm_source=letterbox`,
        ],
        [{ path: '/f', referrer: `${news}/a?${x(3_000)}`, source }, '/f', null, `${news}/a`],
        [{ path: '/g', referrer: `${news}/${x(3_000)}`, source }, '/g', null, news],
      ];
      const given = rows.map(([row], n) => ({ created_at: `2026-03-10T10:00:0${n}Z`, ...row }));
      for (const duplicates of [0, rows.length])
        expect(await load(...given)).toMatchObject({ bad: 0, duplicates });
      const found = (await stored()).reverse();
      expect(found.map(row => [row.path, row.url, row.referrer, row.source])).toEqual(
        rows.map(([, path, url, referrer = null]) => [path, url, referrer, source]),
      );
    });

    test('events and agent visits have their own fields', async () => {
      const visit = { type: 'agent_visit', created_at: at, path: '/' };
      const report = await load(
        { type: 'event', created_at: at, event: 'form.sent', value: 5 },
        { ...visit, user_agent: 'GPTBot/1.0', event: 'not.kept' },
        { ...visit, agent_name: 'Own', provider: 'Me', category: 'answer_fetch' },
        { type: 'hit', created_at: at, path: '/', event: 'not.kept' },
        { type: 'event', created_at: at, event: 'outbound_click', value: 'https://a.example/' },
      );
      expect(report.imported).toEqual({ hit: 1, event: 2, agent_visit: 2, engagement: 0 });
      expect(await stored('event')).toMatchObject([
        { event: 'outbound_click', value: 'https://a.example/' },
        { path: null, url: null, event: 'form.sent', value: '5' },
      ]);
      expect(await stored('agent_visit')).toMatchObject([
        { agentName: 'Own', provider: 'Me', category: 'answer_fetch' },
        { agentName: 'GPTBot', provider: 'OpenAI', category: 'training' },
      ]);
      expect(await stored()).toMatchObject([{ event: null }]);
    });

    propertiesAreImported(load, stored);

    test('a bad row is reported with its line, and the import goes on', async () => {
      const long = (length: number) => 'x'.repeat(length);
      // What a row lacks here is that of a good hit.
      const bad: [string, Row | string][] = [
        ['not a JSON object', '{"path": "/", broken'],
        ['not a JSON object', '[1]'],
        ['created_at is missing', { path: undefined, created_at: undefined }],
        ['type must be hit, event, agent_visit or engagement, got "click"', { type: 'click' }],
        ['created_at is missing', { created_at: '' }],
        ['created_at must be an ISO 8601 time, got "yesterday"', { created_at: 'yesterday' }],
        ['created_at must be an ISO 8601 time, got "2026-02-30"', { created_at: '2026-02-30' }],
        ['created_at must not be before 1970, got "1969-12-31"', { created_at: '1969-12-31' }],
        ['created_at is more than a day in the future', { created_at: '2026-03-21T12:00:01Z' }],
        ['path is missing', { path: undefined }],
        ['path is missing', { type: 'agent_visit', path: undefined, agent_name: 'x' }],
        ['event is missing', { type: 'event', path: undefined }],
        ['event must be in category.action form, got "click"', { type: 'event', event: 'click' }],
        ['user_agent is longer than 1024 characters', { user_agent: long(1025) }],
        ['path must not contain control characters', { path: '/a\nb' }],
        ['path must not contain control characters', { path: '/a\u0085b' }],
        ['source must not contain control characters', { source: 'a\u0000b' }],
        ['url must not contain control characters', { url: 'https://shop.example/\u001b[31m' }],
        ['event must not contain control characters', { type: 'event', event: 'a.b\u0007' }],
        ['path must be a single value, got an array', { path: ['/a'] }],
        ['created_at must be a single value, got an object', { created_at: { at } }],
        ['country must be two capital letters, got "de"', { country: 'de' }],
        ['visitor_hash must be 16 hexadecimal digits, got "12"', { visitor_hash: '12' }],
        [
          'visitor_hash must be 16 hexadecimal digits, got "000000000000_001"',
          { visitor_hash: '000000000000_001' },
        ],
        [
          'url must be an http:// or https:// address, got "javascript:alert(1)"',
          { url: 'javascript:alert(1)' },
        ],
        ['is_mobile must be true or false, got "maybe"', { is_mobile: 'maybe' }],
        ['ip_address must be an IPv4 or IPv6 address, got "300.1.1.1"', { ip_address: '300.1.1.1' }],
        ['agent_name is missing and user_agent is no known AI agent', { type: 'agent_visit' }],
      ];
      const lines = bad.map(([, row]) =>
        typeof row === 'string' ? row : { path: '/', created_at: at, ...row },
      );
      const good = { path: '/é'.repeat(512), created_at: '2026-03-21T12:00:00Z' };
      const report = await load('', good, '  ', ...lines, good);
      expect(report.faults).toEqual(bad.map(([message], index) => ({ line: index + 4, message })));
      const [read, imported] = [bad.length + 2, { hit: 2 }];
      expect(report).toMatchObject({ read, bad: bad.length, imported, duplicates: 0 });
    });

    test('a referrer that no write would keep is left out, and its row counts', async () => {
      const referrers = [
        'javascript:alert(1)',
        'https://a.example/\u001b[31m',
        'data:text/html,x',
        'news.example:8080/a',
        'android-app://org.example/',
        'news.example',
      ];
      const report = await load(
        ...referrers.map((referrer, index) => ({ path: `/${index}`, created_at: at, referrer })),
      );
      expect(report).toMatchObject({ bad: 0, imported: { hit: 6 } });
      const kept = new Map((await stored()).map(({ path, referrer }) => [path, referrer]));
      const expected = [null, null, null, ...referrers.slice(3)];
      expect(referrers.map((_, index) => kept.get(`/${index}`))).toEqual(expected);
    });

    test('only the first hundred faults are named, all are counted', async () => {
      const report = await load(...Array.from({ length: 150 }, () => ({ path: '/' })));
      expect([report.bad, report.faults.length, report.faults[99]?.line]).toEqual([150, 100, 100]);
    });

    test('each kind of fault is named and counted, however late it comes and whatever was given', async () => {
      const report = await load(
        'no JSON',
        ...Array.from({ length: 150 }, () => ({ created_at: at })),
        ...Array.from({ length: 3 }, () => ({ path: '/' })),
        ...Array.from({ length: 2 }, () => 'no JSON either'),
        ...Array.from({ length: 40 }, (_, n) => ({ path: '/', created_at: `x${n}` })),
        ...Array.from({ length: 20 }, () => `{"path":"/\\ud800","created_at":"${at}"}`),
        { path: '/', created_at: at },
      );
      expect(report.bad).toBe(216);
      expect(report.faultCounts).toEqual({
        'not a JSON object': 3,
        'path is missing': 150,
        'created_at is missing': 3,
        'created_at must be an ISO 8601 time': 40,
        'holds a broken character': 20,
      });
      expect(report.faults.slice(100)).toEqual([
        { line: 152, message: 'created_at is missing' },
        { line: 157, message: 'created_at must be an ISO 8601 time, got "x0"' },
        { line: 197, message: 'holds a broken character' },
      ]);
    });

    test('what was given is shown without characters that disturb a terminal', async () => {
      const { faults } = await load({ path: '/', created_at: at, type: 'x\u001b[2J\nline 1: fake\u202e' });
      expect(faults[0]?.message).toBe(
        'type must be hit, event, agent_visit or engagement, got "x?[2J?line 1: fake?"',
      );
    });

    test('the same file adds nothing the second time, a longer one only what is new', async () => {
      const row = { path: '/', created_at: at };
      const event = { type: 'event', created_at: at, event: 'a.b' };
      expect(await load(row, row, event)).toMatchObject({ imported: { hit: 2, event: 1 }, duplicates: 0 });
      expect(await load(row, row, event)).toMatchObject({ imported: { hit: 0, event: 0 }, duplicates: 3 });
      expect(await load(row, row, row, event, { ...event, value: '1' })).toMatchObject({
        imported: { hit: 1, event: 1 },
        duplicates: 3,
      });
      expect(await given.store.count(aQuery())).toBe(3);
    });

    test('two visitors of one second are two hits, though they come in two files', async () => {
      for (const country of ['DE', 'FR'])
        expect((await load({ path: '/', created_at: at, country })).imported.hit).toBe(1);
    });

    test('visitors without an id are the same for a day in the zone of the site', async () => {
      const times = ['10T23:50:00', '11T04:50:00', '11T05:10:00', '12T04:59:59'];
      const rows = times.map(time => ({
        path: '/',
        created_at: `2026-01-${time}Z`,
        user_agent: 'Firefox/1',
      }));
      const hashesIn = async (siteZone: string) => {
        await load({ importKey: siteZone, siteZone }, ...rows);
        const hashes = (await stored()).map(({ visitorHash }) => visitorHash).toReversed();
        await given.store.remove({ siteId: 1, kinds: ['hit'], which: 'all' });
        return hashes.map(hash => hashes.indexOf(hash));
      };
      expect(await hashesIn('UTC')).toEqual([0, 1, 1, 3]);
      expect(await hashesIn('America/New_York')).toEqual([0, 0, 2, 2]);
      expect(await hashesIn('Asia/Kolkata')).toEqual([0, 0, 0, 3]);
    });

    test('a visitor of a day elsewhere who is on two days of the site counts once, on every page and with rows from before', async () => {
      await given.store.setZones(new Map([[1, 'America/New_York']]));
      const row = (path: string, created_at: string) => ({
        ...{ path, created_at, visitor_hash: '00000000000000aa', visitor_is_stable: false },
      });
      // Midnight in New York is at 04:00.
      await load(row('/a', '2026-03-10T03:00:00Z'));
      await given.store.maintain({ force: true });
      await load(row('/a', '2026-03-10T05:00:00Z'), row('/b', '2026-03-10T05:01:00Z'));
      for (let pass = 0; pass < 2; pass++) {
        const query = aQuery({
          span: { start: new Date('2026-03-08T05:00:00Z'), end: new Date('2026-03-12T04:00:00Z') },
        });
        const pages = await given.store.group(query, 'path', { countsVisitors: true, ...FIRST });
        expect(pages.rows.map(({ key, hits, visitors }) => [key, hits, visitors])).toEqual([
          ['/a', 2, 1],
          ['/b', 1, 1],
        ]);
        expect((await given.store.totals(query)).visitors).toBe(1);
        await given.store.maintain({ force: true });
      }
    });

    test('the first of a visitor, path and day is unique, in order of time and beside what is stored', async () => {
      await given.store.append([aHit({ at: '2026-03-10T12:00:00Z', visitor: 3n })]);
      const visit = (created_at: string, path = '/', visitor_id = 'abc') => {
        const country = path === '/' ? 'DE' : 'FR';
        return { path, created_at, visitor_id, country };
      };
      await load(
        visit('2026-03-10T08:00:00Z'),
        visit('2026-03-11T09:00:00Z', '/late'),
        visit('2026-03-11T08:00:00Z', '/late'),
        visit('2026-03-11T08:00:00Z'),
        visit('2026-03-12T08:00:00Z', '/', 'abcd'),
      );
      expect(await given.store.totals(aQuery())).toEqual({ hits: 6, uniqueHits: 4, visitors: 2, paths: 2 });
      const french = aQuery({ filters: [{ dimension: 'country', is: 'FR' }] });
      const late = await given.store.group(french, 'path', FIRST);
      expect(late.rows).toEqual([{ key: '/late', hits: 2, uniqueHits: 1 }]);
      await given.store.append([aHit({ at: '2026-03-12T09:00:00Z', visitor: 4n }), aHit({ visitor: 4n })]);
      expect(await given.store.totals(aQuery())).toEqual({ hits: 8, uniqueHits: 5, visitors: 2, paths: 2 });
    });

    test('ids go on rising, and other sites do not see it', async () => {
      await given.store.append([aHit({ siteId: 2 })]);
      await load({ path: '/b', created_at: '2026-03-11' }, { path: '/a', created_at: '2026-03-10' });
      const [next] = await given.store.append([aHit({ at: '2026-03-12T00:00:00Z' })]);
      const ids = (await stored()).map(row => row.id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      expect(ids[0]).toBe(next ?? 0);
      expect(await given.store.count(aQuery({ siteId: 2 }))).toBe(1);
    });

    test('an import is found by its key, and removed as if it had never been', async () => {
      const row = (path: string, created_at: string) => ({ path, created_at, visitor_id: 'abc' });
      await given.store.append([aHit({ path: '/a', visitor: 3n, at: '2026-03-10T15:00:00Z' })]);
      const ask = async () =>
        Promise.all([
          given.store.totals(aQuery(), { countsVisits: true }),
          given.store.group(aQuery(), 'path', FIRST),
          given.store.list(aQuery(), FIRST),
          given.store.list(aQuery({ kind: 'event' }), FIRST),
        ]);
      const before = await ask();
      const rows = [
        row('/a', '2026-03-10T14:00:00Z'),
        row('/b', '2026-03-10T14:10:00Z'),
        { type: 'event', event: 'cart.add', created_at: '2026-03-09' },
      ];
      const report = await load({ importKey: 'one' }, ...rows);
      expect(report).toMatchObject({ first: new Date('2026-03-09'), last: new Date('2026-03-10T14:10:00Z') });
      expect(await given.store.findImport(1, 'one')).toEqual(report);
      expect((await load({ importKey: 'two' }, ...rows)).duplicates).toBe(3);
      expect(await given.store.findImport(2, 'one')).toBeNull();
      const kinds = ['hit', 'event', 'agent_visit'] as const;
      expect(await given.store.remove({ siteId: 2, kinds, which: { importKey: 'one' } })).toBe(0);
      expect(await given.store.remove({ siteId: 1, kinds, which: { importKey: 'two' } })).toBe(0);
      expect(await given.store.remove({ siteId: 1, kinds, which: { importKey: 'one' } })).toBe(3);
      expect(await ask()).toEqual(before);
      expect(await given.store.findImport(1, 'one')).toBeNull();
    });

    test('an empty file is nothing', async () => {
      const imported = { hit: 0, event: 0, agent_visit: 0, engagement: 0 };
      const counts = { read: 0, imported, duplicates: 0, bad: 0 };
      expect(await load('')).toEqual({ ...counts, first: null, last: null, faults: [], faultCounts: {} });
    });
  });
};
