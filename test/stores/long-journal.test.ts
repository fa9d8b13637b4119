/** A start after a crash does not wait until a long journal is loaded. */
import { expect, test } from 'bun:test';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import { readIdCounters } from '../../src/stores/duckdb/journal/id-counters.ts';
import { openLoader } from '../../src/stores/duckdb/journal/loader.ts';
import { replayJournal } from '../../src/stores/duckdb/journal/replay.ts';
import { loadDuckDb } from '../../src/stores/duckdb/native/native.ts';
import { attachFile } from '../../src/stores/duckdb/snapshot/snapshot.ts';
import { openInstance } from '../../src/stores/duckdb/sql/instance.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit } from '../support/hit-rows.ts';
import { openTestFolder, visitor } from './durability-folder.ts';

const COUNT =
  'select count(*) as hits, count(distinct id) as ids, sum(is_unique::integer)::integer as u from hits';

/** Writes three commits of 2,000 hits, each of a site of its own, and a change after the second. */
const fill = async (folder: DataFolder): Promise<void> => {
  const engine = await openHitEngine({ folder });
  const append = (siteId: number) =>
    engine.append(Array.from({ length: 2000 }, (_, n) => aHit({ ...visitor(n), siteId })));
  await append(1);
  await append(2);
  await engine.change(change => change.remove('hit', 'id = ?', [3999]));
  await append(3);
  await engine.close();
};

test('the first rows of a journal are loaded, and those before a change; the others wait', async () => {
  using folder = openTestFolder();
  await fill(folder);
  const open = await openInstance(await loadDuckDb(folder), folder, {
    memoryLimitBytes: 256 * 1024 ** 2,
    isLocked: false,
    name: 'live',
  });
  const file = await attachFile(open, folder.databaseFile('hits', 1));
  const loader = await openLoader(file.connection, file.catalog);
  const target = { session: file.session, loader, counters: await readIdCounters(file.session) };
  const replayed = await replayJournal(folder.logFile('hits', 1), target, { isDeferred: true });
  expect(replayed).toMatchObject({ rows: 6000, changes: 1, siteIds: new Set([1, 2, 3]) });
  expect(await file.session.read(COUNT)).toEqual([{ hits: 3999, ids: 3999, u: 3999 }]);
  expect(loader.waitingRows).toBe(2000);
  await loader.flush();
  expect(await file.session.read(COUNT)).toEqual([{ hits: 5999, ids: 5999, u: 5999 }]);
  await loader.close();
  await file.detach();
  open.instance.closeSync();
});

test('after such a start sites, ids, visitors and reports are those of all rows', async () => {
  using folder = openTestFolder();
  await fill(folder);
  for (let starts = 0; starts < 2; starts += 1) {
    const engine = await openHitEngine({ folder });
    expect((await engine.siteIds({ isEarly: true })).toSorted()).toEqual([1, 2, 3]);
    expect(engine.countHits()).toBe(5999 + starts);
    expect(await engine.append([aHit({ ...visitor(7), siteId: 3 })])).toEqual([6001 + starts]);
    expect(await engine.read(COUNT)).toEqual([{ hits: 6000 + starts, ids: 6000 + starts, u: 5999 }]);
    expect((await engine.check()).faults).toEqual([]);
    await engine.close();
  }
  const engine = await openHitEngine({ folder });
  await engine.maintain({ force: true });
  await engine.close();
  const again = await openHitEngine({ folder });
  expect(await again.read(COUNT)).toEqual([{ hits: 6001, ids: 6001, u: 5999 }]);
  await again.close();
});
