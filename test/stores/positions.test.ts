import { expect, test } from 'bun:test';
import { type ConfigPosition, comparePositions } from '../../src/stores/positions.ts';
import { drawStorageId, isDrawn } from '../../src/stores/storage-ids.ts';

const position: ConfigPosition = {
  lineage: 'a',
  changes: 10,
  generation: 2,
  frames: 50,
  lastIds: {},
  at: 0,
};

test.each([
  [{}, 'current'],
  [{ changes: 11, generation: 1 }, 'shorter'],
  [{ generation: 3, frames: 0 }, 'current'],
  [{ frames: 49 }, 'shorter'],
  [{ changes: 9, generation: 9 }, 'older'],
  [{ lineage: '' }, 'current'],
  [{ lineage: 'b' }, 'foreign'],
] as const)('a configuration with %p is %s', (present, outcome) => {
  expect(comparePositions({ ...position, ...present }, position).outcome).toBe(outcome);
});

test('a storage id is drawn until it is free, and never looks like the id of a site from before', () => {
  let refused = 0;
  const drawn = drawStorageId(() => {
    refused += 1;
    return refused < 5;
  });
  expect(refused).toBe(5);
  expect(isDrawn(drawn)).toBe(true);
  expect(isDrawn(100_000)).toBe(false);
});
