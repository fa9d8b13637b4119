/** How much memory live queries take, and a rebuild beside them. */
import { expect, test } from 'bun:test';
import {
  allowSorting,
  liveMemoryBytes,
  NeedsMemory,
  rebuildMemoryBytes,
} from '../../src/stores/duckdb/memory.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { collectLines, openTestEngine, openTestFolder } from './durability-folder.ts';

const MIB = 1024 ** 2;

test.each([
  ['a group of 256 MiB', 128, 256, 64, 64, 64],
  ['a group of 512 MiB', 128, 512, 64, 128, 128],
  ['a limit that leaves nothing for sorting', 120, 1024, 60, 120, 120],
  ['a machine of 1 GiB', 256, 1024, 128, 256, 144],
  ['a machine of 16 GiB', 1024, 16_384, 512, 1024, 144],
  ['a limit that the operator set', 512, 1024, 256, 256, 144],
])(
  '%s: half the limit; a quarter of the memory with work; with an import what three threads need',
  (_, limit, available, half, whole, frugal) => {
    const of = (hasWork: boolean, isFrugal: boolean) => {
      const options = { hasWork, isFrugal, availableBytes: available * MIB, threads: 3 };
      return rebuildMemoryBytes(limit * MIB, options) / MIB;
    };
    expect([of(false, false), of(true, false), of(true, true)]).toEqual([half, whole, frugal]);
  },
);

test.each([
  [128, 128],
  [480, 480],
  [768, 480],
  [1024, 480],
  [2560, 1024],
])('of a limit of %d MiB, live queries have %d', async (limit, live) => {
  using folder = openTestFolder();
  expect(liveMemoryBytes(limit * MIB)).toBe(live * MIB);
  const engine = await openHitEngine({ folder, memoryLimitBytes: limit * MIB });
  const read = () => engine.read("select current_setting('memory_limit') as bytes");
  const before = await read();
  expect(before).toEqual([{ bytes: live < 1024 ? `${live}.0 MiB` : `${live / 1024}.0 GiB` }]);
  await engine.blockCache.release();
  expect(await read()).toEqual(before);
  await engine.close();
});

test('frugal work that runs out of memory is repeated with more, on a copy without what it did', async () => {
  const memoryLimitBytes = 64 * 1024 * MIB;
  await using engine = await openTestEngine({ memoryLimitBytes });
  const seen: unknown[] = [];
  const rows = await engine.rebuild(
    async copy => {
      seen.push([copy.isFrugal, await copy.read('select * from silent_ids')]);
      await copy.run("insert into silent_ids values ('hit', 1, 1)");
      if (copy.isFrugal) await copy.run("set memory_limit = '20MB'");
      await copy.run('create temp table many as select range as n from range(3_000_000)');
      const [found] = await copy.read<{ n: number }>('select len(list(n)) as n from many');
      return found?.n;
    },
    { isFrugal: true },
  );
  expect([rows, seen]).toEqual([
    3_000_000,
    [
      [true, []],
      [false, []],
    ],
  ]);
  expect(await engine.read('select first_id from silent_ids')).toEqual([{ first_id: 1 }]);
});

test('frugal work that is known to be too large begins again at once, and the log says so', async () => {
  using folder = openTestFolder();
  const { lines, log } = collectLines();
  const engine = await openHitEngine({ folder: { ...folder, log }, memoryLimitBytes: 64 * 1024 * MIB });
  const seen: boolean[] = [];
  await engine.rebuild(
    async copy => {
      seen.push(copy.isFrugal);
      if (copy.isFrugal) throw new NeedsMemory('too many rows');
    },
    { isFrugal: true },
  );
  expect(seen).toEqual([true, false]);
  expect(lines.filter(line => line.includes('too many rows') && line.includes('built again'))).toHaveLength(
    1,
  );
  await engine.close();
});

test('frugal work is given what sorting takes, other work keeps its limit, also when memory is given back', async () => {
  await using engine = await openTestEngine({ memoryLimitBytes: 64 * 1024 * MIB });
  const limits = await Promise.all(
    [true, false].map(isFrugal =>
      engine.rebuild(
        async copy => {
          await allowSorting(copy);
          await copy.releaseMemory();
          const [found] = await copy.read<{ limit: string }>(
            "select current_setting('memory_limit') as limit",
          );
          return [Number.parseFloat(found?.limit ?? ''), copy.memoryLimitBytes / MIB];
        },
        { isFrugal },
      ),
    ),
  );
  const [[raised = 0, least = 0] = [], [kept, all = 0] = []] = limits;
  expect(least).toBeLessThan(all);
  expect(raised).toBe(Math.max(128, least));
  expect(kept).not.toBe(128);
});
