/** Rows that are held on DuckDB: after a restart, and more of them than one transaction names. */
import { expect, test } from 'bun:test';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { findWrongVisits } from '../support/stored-visits.ts';

const HELD = { siteId: 1, heldAs: 2 };
const which = { filters: [{ dimension: 'country', is: 'CN' }], span: null } as const;
const removal = { ...HELD, kinds: ['hit', 'engagement'], which } as const;
const SUMS = { maxRawHits: 0, rowsPerSlice: 4000 };

/** Hits of visitors who are on one page each. */
const hitsOf = (visitors: number, country: string, at: string) =>
  Array.from({ length: visitors }, (_, index) =>
    aHit({ visitor: BigInt(index + 1), path: `/${index % 7}`, country, at: `2026-03-10T${at}Z` }),
  );

test('held and restored rows are the same after a restart', async () => {
  await using store = await openTemporaryHitStore(SUMS);
  await store.append([...hitsOf(9, 'CN', '08:00:00'), ...hitsOf(9, 'DE', '09:00:00')]);
  await store.maintain({ force: true });
  const whole = await store.totals(aQuery());
  await store.remove(removal);
  const left = { hits: 9, uniqueHits: 9, visitors: 9, paths: 7 };
  expect(await store.totals(aQuery())).toEqual(left);
  const opened = await store.reopen();
  expect(await opened.totals(aQuery())).toEqual(left);
  await opened.restoreHeld(HELD);
  await opened.close();
  const again = await store.reopen();
  expect(await again.totals(aQuery())).toEqual(whole);
  await again.maintain({ force: true });
  expect(await findWrongSums(again.engine)).toEqual([]);
  expect(await findWrongVisits(again.engine)).toEqual([]);
  await again.close();
});

test('changes of many hits take little memory', async () => {
  const count = 150_000;
  await using store = await openTemporaryHitStore({ memoryLimitBytes: 64 * 1024 ** 2 });
  await store.engine.rebuild(async copy => {
    const id = await copy.reserveIds('hit', count);
    await copy.run(`insert into hits (id, site_id, created_at, day, visitor_hash, path, country, is_unique, is_first_of_day)
      select ${id} + i, 1, instant, instant::date, hash(i), '/' || md5((i // 2)::varchar), if(i % 3 = 0, 'CN', 'DE'), true, true
      from (select i, '2026-03-01'::timestamp + to_seconds(i * 5) as instant from range(${count}) r(i))`);
  });
  const whole = await store.totals(aQuery());
  await store.remove(removal);
  expect((await store.totals(aQuery())).hits).toBe((count * 2) / 3);
  await store.restoreHeld(HELD);
  expect(await store.totals(aQuery())).toEqual(whole);
  const rename = (path: string) => ({ path: path.slice(0, 3), url: null });
  await store.rewritePaths({ ...HELD, before: new Date('2027-01-01'), rename });
  expect((await store.totals(aQuery())).paths).toBe(256);
  await store.restoreHeld(HELD);
  const opened = await store.reopen(SUMS);
  expect(await opened.totals(aQuery())).toEqual(whole);
  expect(await findWrongSums(opened.engine)).toEqual([]);
  expect(await findWrongVisits(opened.engine)).toEqual([]);
  await opened.close();
});

test('hits that come while many others are held, or brought back, are unique as if they had come after', async () => {
  const visitors = 10_500;
  await using store = await openTemporaryHitStore(SUMS);
  await store.append(hitsOf(visitors, 'CN', '08:00:00'));
  await store.maintain({ force: true });
  /** Stores two hits of one visitor after another until some work is done. Returns of how many visitors. */
  const writeDuring = async (work: Promise<unknown>, hour: string): Promise<number> => {
    let isDone = false;
    const done = work.then(() => {
      isDone = true;
    });
    let count = 0;
    for (; !isDone && count < visitors; count += 1) {
      const own = ['00:00', '30:00'].flatMap(rest => hitsOf(count + 1, 'DE', `${hour}:${rest}`).slice(-1));
      await store.append(own);
    }
    await done;
    return count;
  };
  const first = await writeDuring(store.remove(removal), '09');
  expect(await store.totals(aQuery())).toMatchObject({
    ...{ hits: 2 * first, uniqueHits: first, visitors: first },
  });
  const second = await writeDuring(store.restoreHeld(HELD), '10');
  const unique = { uniqueHits: visitors, visitors };
  expect(await store.totals(aQuery())).toMatchObject({ hits: visitors + 2 * (first + second), ...unique });
  await store.append(hitsOf(200, 'DE', '13:00:00'));
  expect(await store.totals(aQuery())).toMatchObject(unique);
  await store.maintain({ force: true });
  expect(await findWrongSums(store.engine)).toEqual([]);
  expect(await findWrongVisits(store.engine)).toEqual([]);
});

test('imported days are of the pages that rows become, and of their own again, also after a restart', async () => {
  await using store = await openTemporaryHitStore(SUMS);
  const views = (value: string, count: number, dimension: 'path' | 'entry_page' = 'path') => ({
    ...{ day: '2026-03-08', dimension, value },
    ...{ visitors: count, visits: count, views: count },
  });
  const days = [
    aTotal('2026-03-08'),
    views('/a/', 3),
    views('/a', 2),
    views('/b', 1),
    views('/a/', 4, 'entry_page'),
  ];
  await importDays(store, days);
  await importDays(store, [views('/a/', 7)], { importKey: 'b1' });
  await store.append([aHit({ visitor: 1n, path: '/a/', at: '2026-03-10T08:00:00Z' })]);
  const read = async (given: TestHitStore) => {
    const query = aQuery({ importedDays: { first: '2026-03-01', last: '2026-03-31' } });
    const { rows } = await given.group(query, 'path', { offset: 0, limit: 9 });
    return rows.map(({ key, hits }) => [key ?? '', hits] as const);
  };
  const before = await read(store);
  const rename = (path: string) => ({ path: path.replace(/.\/$/, text => text[0] ?? ''), url: null });
  const rewriting = { ...HELD, before: new Date('2027-01-01'), rename };
  await store.rewritePaths(rewriting);
  const changed: (readonly [string, number])[] = [
    ['/a', 13],
    ['/b', 1],
  ];
  expect(await read(store)).toEqual(changed);
  await store.rewritePaths(rewriting);
  const opened = await store.reopen();
  expect(await read(opened)).toEqual(changed);
  // What is removed meanwhile does not come back.
  await opened.removeDays(1, 'b1');
  await opened.removeDays(HELD.heldAs, 'b1');
  await opened.restoreHeld(HELD);
  expect(await read(opened)).toEqual(before.map(([key, hits]) => [key, key === '/a/' ? hits - 7 : hits]));
  await opened.maintain({ force: true });
  expect(await findWrongSums(opened.engine)).toEqual([]);
  expect(await findWrongVisits(opened.engine)).toEqual([]);
  expect(await opened.engine.check()).toMatchObject({ faults: [] });
  await opened.close();
});
