/** What every engine makes of an import file: the rules of the own format, row by row. */

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { ImportDerivations, ImportReport } from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { parsePropertiesText } from '../../src/ingest/parse-properties.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { propertiesAreImported } from './import-properties-contract.ts';

const FIRST = { offset: 0, limit: 100 };

/** Rules that are easy to see through; the real ones are tested where they live. */
export const plainDerivations: ImportDerivations = {
  userAgent: agent => ({
    browserName: agent.split('/')[0] ?? null,
    platformName: null,
    browserVersion: agent.split('/')[1]?.split(' ')[0] ?? null,
    platformVersion: null,
    isMobile: agent.includes('Mobile'),
  }),
  country: address => (address.startsWith('10.') ? 'XX' : 'NL'),
  source: (url, referrer) => (url?.includes('utm_source=letter') ? 'letter' : referrer ? 'Referral' : null),
  properties: parsePropertiesText,
  visitor: id => BigInt(id.length),
  salt: 'salt',
  agent: agent =>
    agent.startsWith('GPTBot') ? { name: 'GPTBot', provider: 'OpenAI', category: 'training' } : null,
};

type Row = Record<string, unknown>;

const isOptions = (row: Row | string | undefined): row is { importKey: string } =>
  typeof row === 'object' && 'importKey' in row;

/** Runs the suite over an engine that `open` starts in an empty folder. */
export const describeImport = (name: string, open: (folder: string) => Promise<HitStore>): void => {
  describe(name, () => {
    let folder = '';
    let store: HitStore;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'import-'));
      store = await open(join(folder, 'data'));
    });
    afterEach(async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    });
    const load = async (...given: (Row | string)[]): Promise<ImportReport> => {
      const [options, rows] = isOptions(given[0]) ? [given[0], given.slice(1)] : [{}, given];
      const file = join(folder, 'rows.ndjson');
      await Bun.write(
        file,
        rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
      );
      return store.importFile({
        siteId: 1,
        siteUrl: 'https://example.com/',
        file,
        format: 'ndjson',
        derive: plainDerivations,
        now: new Date('2026-03-20T12:00:00Z'),
        ...options,
      });
    };
    const stored = (kind: HitKind = 'hit') => store.list(aQuery({ kind }), FIRST);
    const at = '2026-03-10T12:00:00Z';

    test('a hit is a path and an instant; the rest is worked out', async () => {
      await load(
        { path: 'blog', created_at: at },
        {
          path: '/a',
          created_at: '2026-03-10 14:00:00+02:00',
          url: 'https://example.com/a',
          referrer: 'https://news.example/',
        },
        {
          path: '/b',
          created_at: '2026-03-10',
          url: 'https://example.com/b?utm_source=letter',
          country: 'DE',
          ip_address: '1.2.3.4',
        },
        {
          path: '/c',
          created_at: '2026-03-10T11:00:00.123456Z',
          ip_address: '1.2.3.4',
          user_agent: 'Firefox/1 Mobile',
        },
        {
          path: '/d',
          created_at: '2026-03-10T10:00Z',
          visitor_id: 'abc',
          browser_name: 'Own',
          user_agent: 'X/1',
          is_mobile: true,
        },
        {
          path: '/e',
          created_at: '2026-03-10T09:00:00',
          visitor_hash: 'FF00000000000001',
          visitor_id: 'abc',
          source: 'given',
        },
      );
      expect((await stored()).map(({ id: _, ...row }) => row)).toEqual([
        aHit({ path: '/a', at, referrer: 'https://news.example/', source: 'Referral' }),
        aHit({ path: '/blog', at }),
        aHit({
          path: '/c',
          at: '2026-03-10T11:00:00.123Z',
          country: 'NL',
          browserName: 'Firefox',
          browserVersion: '1',
          isMobile: true,
          visitorHash: 0x3489fdd9c5beb267n,
          visitorScope: 'day',
        }),
        aHit({
          path: '/d',
          at: '2026-03-10T10:00:00Z',
          browserName: 'Own',
          browserVersion: '1',
          isMobile: true,
          visitor: 3n,
        }),
        aHit({ path: '/e', at: '2026-03-10T09:00:00Z', visitor: 0xff00000000000001n, source: 'given' }),
        aHit({
          path: '/b',
          at: '2026-03-10T00:00:00Z',
          url: 'https://example.com/b?utm_source=letter',
          country: 'DE',
          source: 'letter',
          visitorHash: 0x82657dfa722639bcn,
          visitorScope: 'day',
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

    test('events and agent visits have their own fields', async () => {
      const report = await load(
        { type: 'event', created_at: at, event: 'form.sent', value: 5 },
        { type: 'agent_visit', created_at: at, path: '/', user_agent: 'GPTBot/1.0', event: 'not.kept' },
        {
          type: 'agent_visit',
          created_at: at,
          path: '/',
          agent_name: 'Own',
          provider: 'Me',
          category: 'answer_fetch',
        },
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
      const bad: [string, Row | string][] = [
        ['not a JSON object', '{"path": "/", broken'],
        ['not a JSON object', '[1]'],
        ['created_at is missing', {}],
        [
          'type must be hit, event, agent_visit or engagement, got "click"',
          { type: 'click', path: '/', created_at: at },
        ],
        ['created_at is missing', { path: '/', created_at: '' }],
        ['created_at must be an ISO 8601 time, got "yesterday"', { path: '/', created_at: 'yesterday' }],
        ['created_at must be an ISO 8601 time, got "2026-02-30"', { path: '/', created_at: '2026-02-30' }],
        ['created_at must not be before 1970, got "1969-12-31"', { path: '/', created_at: '1969-12-31' }],
        ['created_at is more than a day in the future', { path: '/', created_at: '2026-03-21T12:00:01Z' }],
        ['path is missing', { created_at: at }],
        ['path is missing', { type: 'agent_visit', created_at: at, agent_name: 'x' }],
        ['event is missing', { type: 'event', created_at: at }],
        [
          'event must be in category.action form, got "click"',
          { type: 'event', created_at: at, event: 'click' },
        ],
        ['path is longer than 1024 characters', { path: long(1024), created_at: at }],
        ['referrer is longer than 2048 characters', { path: '/', created_at: at, referrer: long(2049) }],
        ['path must not contain control characters', { path: '/a\nb', created_at: at }],
        ['path must not contain control characters', { path: '/a\u0085b', created_at: at }],
        ['source must not contain control characters', { path: '/', created_at: at, source: 'a\u0000b' }],
        [
          'url must not contain control characters',
          { path: '/', created_at: at, url: 'https://shop.example/\u001b[31m' },
        ],
        ['event must not contain control characters', { type: 'event', created_at: at, event: 'a.b\u0007' }],
        ['path must be a single value, got an array', { path: ['/a'], created_at: at }],
        ['created_at must be a single value, got an object', { path: '/', created_at: { at } }],
        ['country must be two capital letters, got "de"', { path: '/', created_at: at, country: 'de' }],
        [
          'visitor_hash must be 16 hexadecimal digits, got "12"',
          { path: '/', created_at: at, visitor_hash: '12' },
        ],
        [
          'visitor_hash must be 16 hexadecimal digits, got "000000000000_001"',
          { path: '/', created_at: at, visitor_hash: '000000000000_001' },
        ],
        [
          'url must be an http:// or https:// address, got "javascript:alert(1)"',
          { path: '/', created_at: at, url: 'javascript:alert(1)' },
        ],
        ['is_mobile must be true or false, got "maybe"', { path: '/', created_at: at, is_mobile: 'maybe' }],
        [
          'ip_address must be an IPv4 or IPv6 address, got "300.1.1.1"',
          { path: '/', created_at: at, ip_address: '300.1.1.1' },
        ],
        [
          'agent_name is missing and user_agent is no known AI agent',
          { type: 'agent_visit', path: '/', created_at: at },
        ],
      ];
      const good = { path: '/é'.repeat(512), created_at: '2026-03-21T12:00:00Z' };
      const report = await load('', good, '  ', ...bad.map(([, row]) => row), good);
      expect(report.faults).toEqual(bad.map(([message], index) => ({ line: index + 4, message })));
      expect(report).toMatchObject({
        read: bad.length + 2,
        bad: bad.length,
        imported: { hit: 2 },
        duplicates: 0,
      });
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
      expect(referrers.map((_, index) => kept.get(`/${index}`))).toEqual([
        null,
        null,
        null,
        ...referrers.slice(3),
      ]);
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
      expect(report.faults.slice(100).map(({ line, message }) => [line, message])).toEqual([
        [152, 'created_at is missing'],
        [157, 'created_at must be an ISO 8601 time, got "x0"'],
        [197, 'holds a broken character'],
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
      expect(await store.count(aQuery())).toBe(3);
    });

    test('two visitors of one second are two hits, though they come in two files', async () => {
      expect(await load({ path: '/', created_at: at, country: 'DE' })).toMatchObject({
        imported: { hit: 1 },
      });
      expect(await load({ path: '/', created_at: at, country: 'FR' })).toMatchObject({
        imported: { hit: 1 },
      });
    });

    test('the first of a visitor, path and day is unique, in order of time and beside what is stored', async () => {
      await store.append([aHit({ at: '2026-03-10T12:00:00Z', visitor: 3n })]);
      const visit = (created_at: string, path = '/', visitor_id = 'abc') => ({
        path,
        created_at,
        visitor_id,
        country: path === '/' ? 'DE' : 'FR',
      });
      await load(
        visit('2026-03-10T08:00:00Z'),
        visit('2026-03-11T09:00:00Z', '/late'),
        visit('2026-03-11T08:00:00Z', '/late'),
        visit('2026-03-11T08:00:00Z'),
        visit('2026-03-12T08:00:00Z', '/', 'abcd'),
      );
      expect(await store.totals(aQuery())).toEqual({ hits: 6, uniqueHits: 4, visitors: 2, paths: 2 });
      const late = await store.group(
        aQuery({ filters: [{ dimension: 'country', is: 'FR' }] }),
        'path',
        FIRST,
      );
      expect(late.rows).toEqual([{ key: '/late', hits: 2, uniqueHits: 1 }]);
      await store.append([aHit({ at: '2026-03-12T09:00:00Z', visitor: 4n }), aHit({ visitor: 4n })]);
      expect(await store.totals(aQuery())).toEqual({ hits: 8, uniqueHits: 5, visitors: 2, paths: 2 });
    });

    test('ids go on rising, and other sites do not see it', async () => {
      await store.append([aHit({ siteId: 2 })]);
      await load({ path: '/b', created_at: '2026-03-11' }, { path: '/a', created_at: '2026-03-10' });
      const [next] = await store.append([aHit({ at: '2026-03-12T00:00:00Z' })]);
      const ids = (await stored()).map(row => row.id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      expect(ids[0]).toBe(next ?? 0);
      expect(await store.count(aQuery({ siteId: 2 }))).toBe(1);
    });

    test('an import is found by its key, and removed as if it had never been', async () => {
      const row = (path: string, at: string, visitor: string) => ({
        path,
        created_at: at,
        visitor_id: visitor,
      });
      await store.append([aHit({ path: '/a', visitor: 3n, at: '2026-03-10T15:00:00Z' })]);
      const ask = async () =>
        Promise.all([
          store.totals(aQuery(), { countsVisits: true }),
          store.group(aQuery(), 'path', FIRST),
          store.list(aQuery(), FIRST),
          store.list(aQuery({ kind: 'event' }), FIRST),
        ]);
      const before = await ask();
      const rows = [
        row('/a', '2026-03-10T14:00:00Z', 'abc'),
        row('/b', '2026-03-10T14:10:00Z', 'abc'),
        { type: 'event', event: 'cart.add', created_at: '2026-03-09' },
      ];
      const report = await load({ importKey: 'one' }, ...rows);
      expect(report).toMatchObject({ first: new Date('2026-03-09'), last: new Date('2026-03-10T14:10:00Z') });
      expect(await store.findImport(1, 'one')).toEqual(report);
      expect((await load({ importKey: 'two' }, ...rows)).duplicates).toBe(3);
      expect(await store.findImport(2, 'one')).toBeNull();
      const kinds = ['hit', 'event', 'agent_visit'] as const;
      expect(await store.remove({ siteId: 2, kinds, which: { importKey: 'one' } })).toBe(0);
      expect(await store.remove({ siteId: 1, kinds, which: { importKey: 'two' } })).toBe(0);
      expect(await store.remove({ siteId: 1, kinds, which: { importKey: 'one' } })).toBe(3);
      expect(await ask()).toEqual(before);
      expect(await store.findImport(1, 'one')).toBeNull();
    });

    test('an empty file is nothing', async () => {
      const nothing = { hit: 0, event: 0, agent_visit: 0, engagement: 0 };
      expect(await load('')).toEqual({
        read: 0,
        imported: nothing,
        first: null,
        last: null,
        duplicates: 0,
        bad: 0,
        faults: [],
        faultCounts: {},
      });
    });
  });
};
