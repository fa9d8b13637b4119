/** ClickHouse itself dies by `kill -9` while hits are delivered to it: each is there once when it is back. */
import { expect, test } from 'bun:test';
import type { Fault } from '../support/fault-proxy.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { countIds, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';

const clickHouse = shareClickHouseDatabases();

/** What the process has of an insert when it dies, and what of its answer arrives. */
const MOMENTS: Readonly<Record<string, { readonly fault?: Fault; readonly killsAtOnce: boolean }>> = {
  'before it has the statement': { fault: 'lost connection', killsAtOnce: true },
  'with the statement on its way': { killsAtOnce: true },
  'after the insert, whose answer is lost': { fault: 'lost answer', killsAtOnce: false },
};

/** Of a kill and what comes after it. */
const ROUNDS = IS_LONG ? 3 : 1;

test.each(Object.entries(MOMENTS))('%s', async (_, { fault, killsAtOnce }) => {
  const { db, proxy, server, openStore } = clickHouse();
  const store = await openStore();
  const rows = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-10T12:00:00Z'].flatMap(at =>
    [1n, 2n].map(visitor => aHit({ at, visitor })),
  );
  await store.append(rows);
  expect(await store.count(aQuery())).toBe(rows.length);
  for (let round = 0; round < ROUNDS; round++) {
    await store.append(rows);
    let killed: Promise<void> | undefined;
    proxy.failWith(statement => {
      if (killed || !/^insert into rows/i.test(statement)) return undefined;
      killed = killsAtOnce ? server.kill() : Promise.resolve();
      return fault;
    });
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await (killsAtOnce ? killed : server.kill());
    // Accepted while it is away.
    await store.append(rows);
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await server.restart();
    expect(await store.totals(aQuery())).toMatchObject({
      hits: (3 + 2 * round) * rows.length,
      uniqueHits: rows.length,
    });
  }
  await store.close();
  const expected = (1 + 2 * ROUNDS) * rows.length;
  expect(await countIds(db)).toEqual({ rows: expected, ids: expected });
});
