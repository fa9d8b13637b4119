/** How much memory a rebuild takes beside the live engine. */
import { expect, test } from 'bun:test';
import { rebuildMemoryBytes } from '../../src/stores/duckdb/memory.ts';

const MIB = 1024 ** 2;

test.each([
  ['a group of 256 MiB', 128, 256, 64, 64],
  ['a group of 512 MiB', 128, 512, 64, 128],
  ['a machine of 1 GiB', 256, 1024, 128, 256],
  ['a machine of 16 GiB', 1024, 16_384, 512, 1024],
  ['a limit that the operator set', 512, 1024, 256, 256],
])('%s: half the limit, and a quarter of the memory with an import', (_, limit, available, half, whole) => {
  const of = (hasWork: boolean) =>
    rebuildMemoryBytes(limit * MIB, { hasWork, availableBytes: available * MIB }) / MIB;
  expect([of(false), of(true)]).toEqual([half, whole]);
});
