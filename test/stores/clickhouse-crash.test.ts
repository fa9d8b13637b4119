/** ClickHouse itself dies by `kill -9` while hits are delivered to it: each is there once when it is back. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/clickhouse/sql.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';

setDefaultTimeout(300_000);

const clickHouse = shareClickHouse();
let direct: ClickHouse;
let folder: string;
beforeEach(async () => {
  direct = await clickHouse().server.openDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clickhouse-crash-'));
});
afterEach(async () => {
  await direct.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the process has of an insert when it dies, and what of its answer arrives. */
const MOMENTS: Readonly<Record<string, { readonly fault?: Fault; readonly killsAtOnce: boolean }>> = {
  'before it has the statement': { fault: 'lost connection', killsAtOnce: true },
  'with the statement on its way': { killsAtOnce: true },
  'after the insert, whose answer is lost': { fault: 'lost answer', killsAtOnce: false },
};

test.each(Object.entries(MOMENTS))('%s', async (_, { fault, killsAtOnce }) => {
  const store = await openClickHouseHitStore(folder, {
    url: clickHouse().proxy.url,
    database: direct.database,
  });
  const rows = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-10T12:00:00Z'].flatMap(at =>
    [1n, 2n].map(visitor => aHit({ at, visitor })),
  );
  await store.append(rows);
  expect(await store.count(aQuery())).toBe(rows.length);
  for (let round = 0; round < 3; round++) {
    await store.append(rows);
    let killed: Promise<void> | undefined;
    clickHouse().proxy.failWith(statement => {
      if (killed || !/^insert into rows/i.test(statement)) return undefined;
      killed = killsAtOnce ? clickHouse().server.kill() : Promise.resolve();
      return fault;
    });
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await (killsAtOnce ? killed : clickHouse().server.kill());
    // Accepted while it is away.
    await store.append(rows);
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await clickHouse().server.restart();
    expect(await store.totals(aQuery())).toMatchObject({
      hits: (3 + 2 * round) * rows.length,
      uniqueHits: rows.length,
    });
  }
  await store.close();
  const [ids] = await direct.readWith()<{ rows: number; ids: number }>(
    raw('select count() as rows, uniqExact(id) as ids from rows'),
  );
  expect(ids).toEqual({ rows: 7 * rows.length, ids: 7 * rows.length });
});
