/** Conversions of groups are answered from tables that later rows correct. */
import { expect, test } from 'bun:test';
import { type Dimension, SITE_DIMENSIONS } from '../../src/core/hits/query.ts';
import type { CopySession, HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createTestHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { hitAt, ofVisits } from '../support/visit-rows.ts';

interface Trace {
  readonly engine: HitEngine;
  /** Tables that were made and dropped in its memory. */
  readonly made: string[];
  readonly dropped: string[];
  /** Reads of the tables, the first words of each. */
  readonly reads: string[];
}

/** Traces what is made of tables in the memory of an engine. */
const traceTables = (engine: HitEngine): Trace => {
  const [made = [], dropped = [], reads = []]: string[][] = [[], [], []];
  const trace = (session: CopySession): CopySession => ({
    ...session,
    run: (sql, values) => {
      const [, verb, name] = /^(create|drop) table (?:if exists )?(\S+)/i.exec(sql) ?? [];
      if (name) (verb?.toLowerCase() === 'create' ? made : dropped).push(name.replace(/_\d+$/, ''));
      return session.run(sql, values);
    },
  });
  const keep: HitEngine['keep'] = (work, options) => {
    reads.push('look for later rows');
    return engine.keep(session => work(trace(session)), options);
  };
  const read: HitEngine['read'] = (sql, ...rest) => {
    if (sql.includes('kept.main')) reads.push(sql.trim().split(/,|\s+as/)[0] ?? '');
    return engine.read(sql, ...rest);
  };
  return { engine: { ...engine, keep, read }, made, dropped, reads };
};

const SPAN = { start: new Date('2026-03-01'), end: new Date('2026-03-21') };
const GOAL = { path: '/thanks' };
const ROWS = [hitAt('10:00:00', '/'), hitAt('10:01:00', '/thanks'), hitAt('11:00:00', '/a', { visitor: 2n })];

const open = async (maxKeptRows?: number) => {
  const opened = await openTemporaryHitStore();
  const { engine, ...tables } = traceTables(opened.engine);
  const store = createTestHitStore(engine, { maxRawHits: 0, maxKeptRows });
  await store.append(ROWS);
  const count = (dimension: Dimension = 'entry_page') =>
    store.conversions(ofVisits({ span: SPAN }), { goal: GOAL, dimension });
  return {
    ...tables,
    store,
    count,
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
};

const CONVERSIONS = 'kept.main.conversions';
const LATE = ['kept.main.late_days', 'kept.main.subtracted', 'kept.main.added'];

test('a dozen groups of a goal share a table, and what came after it', async () => {
  await using site = await open();
  const groups = ['entry_page', 'exit_page', 'country', 'channel', 'device'] as const;
  await Promise.all(groups.map(site.count));
  expect(site.made).toEqual([CONVERSIONS]);
  await site.store.append([hitAt('11:01:00', '/thanks', { visitor: 2n })]);
  for (const group of groups) await site.count(group);
  expect(site.made).toEqual([CONVERSIONS, ...LATE]);
  expect(await site.count('country')).toEqual([{ key: 'XX', conversions: 2, visitors: 2 }]);
});

test('groups asked after a row look for it once, and read its visit once', async () => {
  await using site = await open();
  const groups = ['entry_page', 'exit_page', 'country', 'channel', 'device'] as const;
  await Promise.all(groups.map(site.count));
  await site.store.append([hitAt('11:01:00', '/thanks', { visitor: 2n })]);
  site.reads.length = 0;
  await Promise.all(groups.map(site.count));
  await site.count('language');
  expect(site.reads).toEqual(['look for later rows', 'select sign', 'select any_value(key)']);
  expect(await site.count('entry_page')).toEqual([
    { key: '/', conversions: 1, visitors: 1 },
    { key: '/a', conversions: 1, visitors: 1 },
  ]);
});

test('groups that depend on the host of the site share the table of others, and what came after it', async () => {
  await using site = await open();
  const groups = ['entry_page', 'hostname', 'channel', 'country'] as const;
  const countAll = () =>
    Promise.all(
      groups.map(dimension => {
        const ofSite = SITE_DIMENSIONS.has(dimension) ? { siteHost: 'shop.example' } : {};
        return site.store.conversions(ofVisits({ span: SPAN, ...ofSite }), { goal: GOAL, dimension });
      }),
    );
  await countAll();
  for (const [visitor, reads] of [
    [2n, 2],
    [3n, 1],
  ] as const) {
    await site.store.append([hitAt('11:01:00', '/thanks', { visitor })]);
    site.reads.length = 0;
    const [, hosts] = await countAll();
    expect(hosts).toEqual([{ key: 'shop.example', conversions: Number(visitor), visitors: Number(visitor) }]);
    // The host is known from the first row on.
    expect(site.reads.filter(read => read === 'select sign').length).toBeLessThanOrEqual(reads);
  }
  expect(site.made).toEqual([CONVERSIONS, ...LATE, ...LATE]);
});

test('statements count later visits that are many', async () => {
  await using site = await open();
  const groups = ['country', 'entry_page'] as const;
  for (const group of groups) await site.count(group);
  const visitors = Array.from({ length: 1_001 }, (_, index) => BigInt(index + 2));
  await site.store.append(visitors.map(visitor => hitAt('12:00:00', '/thanks', { visitor })));
  expect(await site.count('country')).toEqual([{ key: 'XX', conversions: 1_002, visitors: 1_002 }]);
  expect(await site.count('entry_page')).toEqual([
    { key: '/', conversions: 1, visitors: 1 },
    { key: '/thanks', conversions: 1_001, visitors: 1_001 },
  ]);
});

test('a later row joins visits of a table, and changes their exit page', async () => {
  await using site = await open();
  expect(await site.count('exit_page')).toEqual([{ key: '/thanks', conversions: 1, visitors: 1 }]);
  await site.store.append([hitAt('10:02:00', '/b')]);
  expect(await site.count('exit_page')).toEqual([{ key: '/b', conversions: 1, visitors: 1 }]);
  await site.store.append([hitAt('10:03:00', '/thanks')]);
  expect(await site.count('exit_page')).toEqual([{ key: '/thanks', conversions: 2, visitors: 1 }]);
  await site.store.maintain({ force: true });
  expect(await site.count('exit_page')).toEqual([{ key: '/thanks', conversions: 2, visitors: 1 }]);
  // Those of the first row that came after the table are dropped before the next ones are made.
  expect(site.dropped).toEqual(LATE);
});

test('nothing is left of removed rows, and their tables are dropped', async () => {
  await using site = await open();
  await site.count();
  await site.store.remove({ siteId: 1, kinds: ['hit'], which: { before: new Date('2026-03-10T10:01:30Z') } });
  expect(await site.count()).toEqual([]);
  expect(site.made).toEqual([CONVERSIONS, CONVERSIONS]);
  expect(site.dropped).toEqual([CONVERSIONS]);
});

test('rows answer where a table would have too many, and it is dropped', async () => {
  await using site = await open(2);
  await site.store.append([hitAt('11:01:00', '/thanks', { visitor: 2n }), hitAt('12:00:00', '/thanks')]);
  for (const group of ['country', 'device', 'country'] as const)
    expect(await site.count(group)).toMatchObject([{ conversions: 3, visitors: 2 }]);
  expect(site.made).toEqual([CONVERSIONS]);
  expect(site.dropped).toEqual([CONVERSIONS]);
});

test('those asked for longest ago make room', async () => {
  await using site = await open(3);
  const spans = [SPAN, { ...SPAN, end: new Date('2026-03-22') }];
  for (const span of spans)
    for (const path of ['/thanks', '/a'])
      await site.store.conversions(ofVisits({ span }), { goal: { path }, dimension: 'country' });
  expect(site.made).toHaveLength(4);
  expect(site.dropped.length).toBeGreaterThan(0);
});
