import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { columnsOfKind } from '../../src/core/hits/columns.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { isOutOfMemory } from '../../src/stores/duckdb/memory.ts';
import { markDamaged } from '../../src/stores/duckdb/snapshot/damage.ts';
import { VISIT_COLUMNS } from '../../src/stores/duckdb/visits/sessions.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestEngine, openTestFolder, readHits, visitor, withHits } from './durability-folder.ts';

const ids = async (engine: HitEngine) =>
  (await engine.read<{ id: number }>('SELECT id FROM hits ORDER BY id')).map(row => row.id);
const baseHash = (folder: DataFolder, number: number) =>
  createHash('sha256')
    .update(readFileSync(folder.databaseFile('hits', number)))
    .digest('hex');

test('what was acknowledged is in the very next read, with rising ids of its kind', async () => {
  await using engine = await openTestEngine();
  expect(await engine.append([hit(), hit({ kind: 'event', event: 'signup' }), hit()])).toEqual([1, 1, 2]);
  expect(await ids(engine)).toEqual([1, 2]);
  expect(await engine.append([hit()])).toEqual([3]);
  expect(await ids(engine)).toEqual([1, 2, 3]);
});

test('every column comes back as it was given', async () => {
  await using engine = await openTestEngine();
  const given = hit({
    siteId: 7,
    createdAt: new Date('2026-03-10T11:22:33.456Z'),
    path: '/ä/"x"\n',
    url: 'https://a.example/?q=1',
    referrer: 'https://b.example/',
    country: 'DE',
    browserName: 'Firefox',
    platformName: 'Linux',
    isMobile: true,
    source: 'newsletter',
    visitorHash: 2n ** 64n - 1n,
    visitorScope: 'stable',
  });
  await engine.append([given]);
  const stored = {
    ...Object.fromEntries(columnsOfKind('hit').map(({ name }) => [name, null])),
    ...Object.fromEntries([...VISIT_COLUMNS, 'channel'].map(name => [name, null])),
    id: 1,
    site_id: 7,
    created_at: given.createdAt,
    day: new Date('2026-03-10T00:00:00Z'),
    path: given.path,
    url: given.url,
    referrer: given.referrer,
    country: 'DE',
    browser_name: 'Firefox',
    platform_name: 'Linux',
    is_mobile: true,
    source: 'newsletter',
    visitor_hash: 2n ** 64n - 1n,
    visitor_is_stable: true,
    is_unique: true,
    is_first_of_day: true,
  };
  expect(await engine.read('SELECT * FROM hits')).toEqual([stored]);
  await engine.maintain({ force: true });
  expect(await engine.read('SELECT * FROM hits')).toEqual([stored]);
});

test('the base file is not changed by appends, changes, reads or closing', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  const before = baseHash(folder, 1);
  for (let n = 0; n < 20; n += 1) await engine.append(Array.from({ length: 500 }, () => hit(visitor(n))));
  await engine.change(change => change.remove('hit', 'id <= ?', [100]));
  await engine.read('SELECT count(*) FROM hits');
  await engine.close();
  expect(baseHash(folder, 1)).toBe(before);
  expect(existsSync(`${folder.databaseFile('hits', 1)}.wal`)).toBe(false);
});

test('a start replays appends and changes in order', async () => {
  using folder = openTestFolder();
  await withHits(folder, async engine => {
    await engine.append([hit(), hit(), hit()]);
    await engine.change(async change => {
      await change.remove('hit', 'id = ?', [2]);
      await change.run("UPDATE hits SET country = 'FR' WHERE id IN (SELECT unnest(?))", [[1, 3]]);
    });
    await engine.append([hit()]);
  });
  const second = await openHitEngine({ folder });
  expect(await second.read('SELECT id, country FROM hits ORDER BY id')).toEqual([
    { id: 1, country: 'FR' },
    { id: 3, country: 'FR' },
    { id: 4, country: 'XX' },
  ]);
  expect(await second.append([hit()])).toEqual([5]);
  await second.close();
});

test('ids are never given twice, though the newest rows were removed and the server started again', async () => {
  using folder = openTestFolder();
  await withHits(folder, async engine => {
    await engine.append([hit(), hit()]);
    await engine.change(change => change.remove('hit', 'true'));
    await engine.maintain({ force: true });
  });
  expect(await withHits(folder, engine => engine.append([hit()]))).toEqual([3]);
});

test('a change whose work throws leaves no trace, also not after a start', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit()]);
  const failing = engine.change(async change => {
    await change.remove('hit', 'true');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await ids(engine)).toEqual([1]);
  await engine.close();
  expect(await withHits(folder, ids)).toEqual([1]);
});

test('compactions under concurrent appends, changes and reads lose and double nothing', async () => {
  await using engine = await openTestEngine();
  const acknowledged: number[] = [];
  let isDone = false;
  const writer = async () => {
    while (!isDone) acknowledged.push(...(await engine.append([hit(visitor(acknowledged.length)), hit()])));
  };
  const reader = async () => {
    while (!isDone) {
      const known = acknowledged.length;
      const [row] = await engine.read<{ n: number }>('SELECT count(*) AS n FROM hits');
      expect(row?.n).toBeGreaterThanOrEqual(known);
    }
  };
  const work = [writer(), writer(), writer(), reader(), reader(), reader()];
  for (let n = 0; n < 4; n += 1) {
    await engine.maintain({ force: true });
    if (n % 2 === 0) await engine.change(change => change.run("UPDATE hits SET country = 'FR' WHERE id = 1"));
  }
  isDone = true;
  await Promise.all(work);
  acknowledged.sort((a, b) => a - b);
  expect(await ids(engine)).toEqual(acknowledged);
  expect((await engine.facts()).snapshot).toBe(5);
});

test('a rebuild takes over with the rows that came in during it, and leaves nothing when it throws', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit({ path: '/before' })]);
  const settled = await engine.rebuild(
    async rebuild => {
      const id = await rebuild.reserveIds('hit', 2);
      await engine.append([hit({ path: '/meanwhile' })]);
      await rebuild.run(
        "INSERT INTO hits SELECT * REPLACE (? AS id, '/loaded' AS path) FROM hits WHERE id = 1",
        [id],
      );
      return id;
    },
    { finalize: async copy => void (await copy.run("UPDATE hits SET country = 'FR'")) },
  );
  expect(settled).toBe(2);
  const paths = 'SELECT id, path, country FROM hits ORDER BY id';
  const expected = [
    { id: 1, path: '/before', country: 'FR' },
    { id: 2, path: '/loaded', country: 'FR' },
    { id: 4, path: '/meanwhile', country: 'FR' },
  ];
  expect(await engine.read(paths)).toEqual(expected);
  await engine
    .rebuild(async rebuild => {
      await rebuild.run('DELETE FROM hits');
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(await engine.read(paths)).toEqual(expected);
  await engine.close();
  expect(await readHits(folder, paths)).toEqual(expected);
});

test('the work of a rebuild is run in every rebuild', async () => {
  await using engine = await openTestEngine();
  let runs = 0;
  engine.onRebuild(async () => {
    runs += 1;
  });
  await engine.maintain({ force: true });
  await engine.rebuild(async () => undefined);
  expect(runs).toBe(2);
});

test('a change is refused while the engine closes, and one before it is kept', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit(), hit()]);
  const remove = (id: number) => engine.change(change => change.remove('hit', `id = ${id}`));
  const before = remove(1);
  const closed = engine.close();
  await expect(remove(2)).rejects.toThrow('The server is stopping');
  await Promise.all([before, closed]);
  expect(await withHits(folder, ids)).toEqual([2]);
});

test('a read whose client has disconnected is cancelled, and the next one works', async () => {
  await using engine = await openTestEngine();
  const gone = new AbortController();
  const long = engine.read('SELECT count(*) FROM range(100000) a, range(100000) b', [], {
    signal: gone.signal,
  });
  setImmediate(() => gone.abort(new Error('gone')));
  expect(await long.catch((error: Error) => error.message)).toBe('gone');
  expect(await engine.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('clients that disconnect during several reads disturb no other reader', async () => {
  await using engine = await openTestEngine();
  const leave = async (turn: number): Promise<void> => {
    const gone = new AbortController();
    const go = () => gone.abort(new Error('gone'));
    const reading = engine.readInTransaction(
      async session => {
        if (turn % 2 === 0) setTimeout(go, turn % 8);
        await session.read('SELECT count(*) FROM range(3000) a, range(3000) b');
        go();
      },
      { signal: gone.signal },
    );
    await reading.catch(() => {});
  };
  for (let turn = 0; turn < 200; turn++) {
    await leave(turn);
    expect(await engine.readInTransaction(session => session.read('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  }
});

test('a rebuild that is cancelled while it copies the file does no work, and leaves nothing behind', async () => {
  await using engine = await openTestEngine();
  const { folder } = engine;
  await engine.append(Array.from({ length: 5000 }, () => hit()));
  const stop = new AbortController();
  const worked: string[] = [];
  const work = async () => void worked.push('worked');
  const rebuilding = engine.rebuild(work, { signal: stop.signal });
  while (!existsSync(folder.temporary('hits.2.duckdb'))) await new Promise(setImmediate);
  stop.abort(new Error('called off'));
  expect(await rebuilding.catch((error: Error) => error.message)).toBe('called off');
  expect([worked, folder.snapshots('hits')]).toEqual([[], [1]]);
  expect(existsSync(folder.temporary('hits.2.duckdb'))).toBe(false);
  await engine.maintain({ force: true });
  expect(await engine.read('SELECT count(*) AS n FROM hits')).toEqual([{ n: 5000 }]);
});

test.each([
  ['Out of Memory Error: failed to pin block of size 256.0 KiB', true],
  [
    'IO Error: Database "g8" has been invalidated because checkpointing failed. Detach and reattach it before using it again. Original error: Out of Memory Error: failed to pin block',
    true,
  ],
  ["Conversion Error: Could not convert string 'Out of Memory Error' to INT32", false],
])('%j: memory ran out: %p', (message, expected) => {
  expect(isOutOfMemory(new Error(message))).toBe(expected);
});

test('statements reach no file outside the data folder and no setting', async () => {
  await using engine = await openTestEngine();
  for (const sql of [
    "SELECT * FROM read_text('/etc/hostname')",
    "COPY hits TO '/tmp/footfall-out.csv'",
    "SET temp_directory = '/tmp'",
    'INSTALL httpfs',
  ]) {
    await expect(engine.read(sql)).rejects.toThrow();
  }
});

test('a snapshot is taken away a day after it was superseded, never the newest two', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  const compact = async (at: string) => {
    folder.clock.set(new Date(at));
    await engine.maintain({ force: true });
    await engine.read('SELECT 1');
  };
  await compact('2026-03-10T12:00:00Z');
  await compact('2026-03-10T13:00:00Z');
  expect(folder.snapshots('hits')).toEqual([3, 2, 1]);
  await compact('2026-03-11T12:30:00Z');
  // Putting away waits for the last reader; closing waits for that.
  await engine.close();
  expect(folder.snapshots('hits')).toEqual([4, 3, 2]);
});

test('on a tight disk superseded snapshots go once no copy can be reading them, still not the newest two', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  for (let n = 0; n < 3; n += 1) await engine.maintain({ force: true });
  await engine.close();
  folder.retire('hits', { isTight: true });
  expect(folder.snapshots('hits')).toEqual([4, 3, 2, 1]);
  folder.clock.set(new Date(folder.clock.now().getTime() + 10 * 60 * 1000));
  folder.retire('hits', { isTight: true });
  expect(folder.snapshots('hits')).toEqual([4, 3]);
});

test('on a full disk a rewrite is refused for want of room also where superseded snapshots cannot be removed', async () => {
  using folder = openTestFolder();
  const retire = () => {
    throw new Error('EACCES: permission denied, unlink');
  };
  const engine = await openHitEngine({ folder: { ...folder, retire, freeBytes: () => 0 } });
  const refused = await engine.maintain({ force: true }).catch((error: Error) => error.message);
  expect(refused).toStartWith('Not enough room to rewrite the file of hits');
  await engine.close();
});

test('while a file is known to be damaged, what it can be restored from stays, and later files are removed as usual', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  const compact = async (at: string) => {
    folder.clock.set(new Date(at));
    await engine.append([hit()]);
    await engine.maintain({ force: true });
    if (folder.snapshots('hits')[0] === 3) markDamaged(folder, 3);
  };
  for (const at of ['2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z', '2026-03-12T12:00:00Z'])
    await compact(at);
  for (const at of ['2026-03-13T13:00:00Z', '2026-03-14T14:00:00Z']) await compact(at);
  await engine.close();
  expect(folder.snapshots('hits')).toEqual([6, 5, 2, 1]);
  expect(existsSync(folder.damageMarkFile(3))).toBe(false);
  const restored = await openHitEngine({ folder });
  expect(folder.snapshots('hits')).toEqual([7, 2, 1]);
  expect(await ids(restored)).toEqual([1, 2, 3, 4, 5]);
  folder.clock.set(new Date('2026-03-16T14:00:00Z'));
  await restored.maintain({ force: true });
  await restored.close();
  expect(folder.snapshots('hits')).toEqual([8, 7]);
  expect(folder.orphanLogs('hits')).toEqual([]);
});

test('a compaction that fails at its last step leaves the file and the journal in use', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit()]);
  markDamaged(folder, 1);
  // The mark of the next snapshot cannot be written.
  mkdirSync(folder.damageMarkFile(2));
  await expect(engine.maintain({ force: true })).rejects.toThrow();
  expect(await engine.append([hit(), hit()])).toEqual([2, 3]);
  await engine.maintain({ force: true });
  expect(await engine.append([hit()])).toEqual([4]);
  await engine.close();
  expect(await withHits(folder, ids)).toEqual([1, 2, 3, 4]);
});

test('a clock that goes back an hour neither loses hits nor breaks the order of ids', async () => {
  await using engine = await openTestEngine();
  const { folder } = engine;
  await engine.append([hit()]);
  folder.clock.set(new Date('2026-03-10T11:00:00Z'));
  await engine.maintain({ force: true });
  expect(await engine.append([hit({ createdAt: folder.clock.now() })])).toEqual([2]);
  expect(await ids(engine)).toEqual([1, 2]);
});
