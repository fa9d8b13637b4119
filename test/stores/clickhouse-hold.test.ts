/** Rows are held and rewritten on ClickHouse, and restored, while it fails at every step: what is repeated goes on where it was. */
import { expect, test } from 'bun:test';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { eventAt, hitAt } from '../support/visit-rows.ts';

const clickHouse = shareClickHouseDatabases();
const HELD = { siteId: 1, heldAs: 2 };
const which = { filters: [{ dimension: 'country', is: 'CN' }], span: null } as const;
const removal = { ...HELD, kinds: ['hit', 'event', 'engagement'], which } as const;

/** The changes that each of them makes of rows. */
const IS_CHANGE = /^\s*(insert into rows settings|alter table rows (delete|update))/i;

test.each(['lost connection', 'lost answer'] as const)('%s at each step', async fault => {
  const { proxy, openStore } = clickHouse();
  const store = await openStore();
  const read = async () => ({
    rows: await store.list(aQuery(), { offset: 0, limit: 99 }),
    events: await store.count(aQuery({ kind: 'event' })),
    totals: await store.totals(aQuery(), { countsVisits: true }),
    pages: await store.pageEngagement(aQuery(), 'together'),
  });
  /** Repeats work that fails at its first step, then at its second one, and so on. Returns how often. */
  const repeat = async (work: () => Promise<unknown>): Promise<number> => {
    for (let step = 0; ; step += 1) {
      let seen = -1;
      proxy.failWith(statement => {
        if (!IS_CHANGE.test(statement)) return undefined;
        seen += 1;
        return seen === step ? fault : undefined;
      });
      const failed = await work().then(
        () => false,
        () => true,
      );
      proxy.failWith(() => undefined);
      if (!failed && seen < step) return step;
    }
  };
  await store.append([
    hitAt('08:00:00', '/a', { country: 'CN' }),
    hitAt('08:00:30', '/a', { kind: 'engagement', view: 1n, engagedSeconds: 20, country: 'CN' }),
    hitAt('09:00:00', '/a'),
    eventAt('09:01:00', { country: 'CN' }),
    aHit({ country: 'CN' }),
  ]);
  const before = await read();
  expect(await repeat(() => store.remove(removal))).toBeGreaterThan(5);
  const held = await read();
  expect(held).toMatchObject({ events: 0, totals: { hits: 1, uniqueHits: 1 }, pages: [] });
  expect(held.rows.map(({ path }) => path)).toEqual(['/a']);
  expect(await repeat(() => store.restoreHeld(HELD))).toBeGreaterThan(5);
  expect(await read()).toEqual(before);
  // A chain: what is repeated finds each row where it is.
  const names = new Map(Object.entries({ '/': '/a', '/a': '/b' }));
  const rename = (path: string) => ({ path: names.get(path) ?? path, url: 'https://a.example/' });
  const rewriting = { ...HELD, before: new Date('2027-01-01'), rename };
  expect(await repeat(() => store.rewritePaths(rewriting))).toBeGreaterThan(4);
  expect((await read()).rows.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/b']);
  expect(await repeat(() => store.restoreHeld(HELD))).toBeGreaterThan(2);
  expect(await read()).toEqual(before);
});
