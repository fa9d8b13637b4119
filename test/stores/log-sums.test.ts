/** Log sums in the store: parts that are put again, journals, removals, and a folder of before there were any. */

import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { LogSum } from '../../src/core/hits/log-sums.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { createLogSumsStore } from '../../src/stores/duckdb/log-sums/store.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { temporaryFolder } from '../support/cli.ts';
import { createTestHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit } from '../support/hit-rows.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const MARCH = { first: '2026-03-01', last: '2026-03-31', limit: 10, pending: [] };
const missing = (day: string, requests: number): LogSum => ({
  day,
  kind: 'not_found',
  name: '/x',
  detail: '',
  requests,
  subscribers: 0,
});
const put = (part: number, day: string, requests: number) => ({
  siteId: 1,
  importKey: 'follow-1-a',
  part,
  sums: [missing(day, requests)],
  marks: [{ day, lines: requests, hash: 7 }],
});

async function open(path: string, migrations = hitMigrations) {
  const folder = openDataFolder(path, {
    clock: { now: () => new Date('2026-03-20T12:00:00Z') },
    log: pino({ level: 'silent' }),
  });
  const engine = await openHitEngine({ folder, migrations });
  const [store, sums] = [createTestHitStore(engine), createLogSumsStore(engine)];
  return {
    folder,
    store,
    sums,
    count: async (siteId = 1) =>
      (await sums.read({ ...MARCH, siteId })).sums.reduce((sum, { requests }) => sum + requests, 0),
    async close() {
      await store.close();
      folder.close();
    },
  };
}

test('a part that is put again is there once, also after a restart, and goes with the days and the site', async () => {
  using temporary = temporaryFolder();
  const first = await open(temporary.path);
  await first.sums.putPart(put(1, '2026-03-01', 2));
  await first.sums.putPart(put(1, '2026-03-01', 3));
  await first.sums.putPart(put(2, '2026-03-02', 4));
  await first.sums.putPart({ ...put(1, '2026-03-01', 9), siteId: 2 });
  expect([await first.count(), await first.count(2)]).toEqual([7, 9]);
  await first.close();
  const again = await open(temporary.path);
  expect(await again.count()).toBe(7);
  expect(await again.sums.listMarks(1, [])).toEqual([
    { day: '2026-03-01', lines: 3, hash: 7, slots: '' },
    { day: '2026-03-02', lines: 4, hash: 7, slots: '' },
  ]);
  await again.store.maintain({ force: true });
  await again.store.remove({ siteId: 1, kinds: ['hit'], which: { before: new Date('2026-03-02') } });
  expect(await again.count()).toBe(4);
  await again.store.remove({ siteId: 1, kinds: ['spam_hit'], which: 'all' });
  expect(await again.count()).toBe(4);
  await again.store.remove({ siteId: 1, kinds: ['hit'], which: 'all' });
  expect([await again.count(), await again.count(2)]).toEqual([0, 9]);
  await again.close();
});

test('a folder of before there were log sums opens, and is checked without a fault', async () => {
  using temporary = temporaryFolder();
  const before = await open(
    temporary.path,
    hitMigrations.filter(({ name }) => name < '0012'),
  );
  await before.store.append([aHit()]);
  await before.close();
  const today = await open(temporary.path);
  expect(await today.store.count({ siteId: 1, kind: 'hit', span: null, filters: [] })).toBe(1);
  await today.sums.putPart(put(1, '2026-03-01', 2));
  expect(await today.count()).toBe(2);
  const { folder } = today;
  await today.store.close();
  expect((await checkHitFiles(folder)).faults).toEqual([]);
  folder.close();
});
