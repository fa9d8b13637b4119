/** Blocks of the file are evicted by lowering the memory limit for a moment: nothing else may notice. */
import { expect, test } from 'bun:test';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { aHit } from '../support/hit-rows.ts';
import { openTestEngine } from './durability-folder.ts';

const MIB = 1024 ** 2;
const pathOf = (n: number) => `/${Bun.hash(String(n)).toString(36).repeat(9)}`;
const SUMS = 'select count(*) as hits, sum(length(path))::integer as letters from hits';

const fill = async (engine: HitEngine): Promise<void> => {
  await engine.append(Array.from({ length: 40_000 }, (_, n) => aHit({ path: pathOf(n) })));
  await engine.maintain({ force: true });
};

test('rows that came since, reads and writes beside it, and the limit are as they were', async () => {
  await using engine = await openTestEngine({ memoryLimitBytes: 200 * MIB });
  await fill(engine);
  await engine.append([aHit({ path: '/' })]);
  const read = await engine.read(SUMS);
  const limits = () =>
    engine.read("select current_setting('memory_limit') as memory, current_setting('threads') as threads");
  const before = await limits();
  expect(await engine.blockCache.measure()).toBeGreaterThan(3 * MIB);
  const reads = Array.from({ length: 8 }, async () => [
    await engine.blockCache.release(),
    await engine.read(SUMS),
  ]);
  expect(await engine.append([aHit({ kind: 'event', event: 'a.b' })])).toEqual([1]);
  for (const [released, answer] of await Promise.all(reads)) {
    expect(released).toBeGreaterThanOrEqual(0);
    expect(answer).toEqual(read);
  }
  expect(await engine.blockCache.release()).toBeGreaterThan(2 * MIB);
  expect(await limits()).toEqual(before);
  expect(await engine.read(SUMS)).toEqual(read);
});

test('hits that come in meanwhile find memory, however many they are', async () => {
  await using engine = await openTestEngine({ memoryLimitBytes: 200 * MIB });
  await fill(engine);
  const rounds = 8;
  for (let round = 0; round < rounds; round++) {
    await engine.read(SUMS);
    const rows = Array.from({ length: 5000 }, (_, n) => aHit({ path: pathOf(n) }));
    // Acknowledged rows are loaded at once.
    await engine.append(rows);
    expect(await engine.blockCache.release()).toBe(0);
    expect(await engine.read('select count(*) as hits from hits')).toEqual([
      { hits: 40_000 + 5000 * (round + 1) },
    ]);
  }
  expect((await engine.facts()).snapshot).toBe(2);
});

test('a report since the last call keeps them, a read of a job does not', async () => {
  await using engine = await openTestEngine();
  await fill(engine);
  await engine.read(SUMS, [], { queue: 'account' });
  expect(await engine.blockCache.release()).toBe(0);
  await engine.read(SUMS);
  expect(await engine.blockCache.release()).toBeGreaterThan(2 * MIB);
});

test('no statement can change another setting', async () => {
  await using engine = await openTestEngine();
  await expect(engine.read('SET GLOBAL threads = 1')).rejects.toThrow('Cannot change configuration option');
  await expect(engine.read("SET GLOBAL allowed_configs = ['threads']")).rejects.toThrow(
    'Cannot change configuration option',
  );
});
