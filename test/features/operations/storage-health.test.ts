import { expect, test } from 'bun:test';
import type { StoreHealth } from '../../../src/core/store-health.ts';
import { createStorageWatch, findStorageProblems } from '../../../src/features/operations/storage-health.ts';
import { createMovableClock } from '../../support/server.ts';

const MIB = 1024 ** 2;
const well: StoreHealth = {
  isBehind: false,
  isDamaged: false,
  freeBytes: 1000 * MIB,
  neededBytes: 100 * MIB,
};
const kinds = (health: Partial<StoreHealth>) =>
  findStorageProblems({ ...well, ...health }).map(({ kind, isOutage }) => [kind, isOutage]);

test('too little room is told long before there is none, and only what stops reports is an outage', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ freeBytes: 240 * MIB })).toEqual([['little_room', false]]);
  expect(kinds({ freeBytes: 99 * MIB })).toEqual([['no_room', false]]);
  expect(kinds({ isDamaged: true })).toEqual([['damage', false]]);
  expect(kinds({ isBehind: true, freeBytes: 0 })).toEqual([
    ['memory', true],
    ['no_room', false],
  ]);
});

test('the operator is told when a problem begins, and again after a week', () => {
  const clock = createMovableClock();
  const told: string[] = [];
  const state = { health: { ...well, freeBytes: 240 * MIB } };
  const watch = createStorageWatch({
    health: () => state.health,
    notify: text => told.push(text),
    clock,
  });
  for (let n = 0; n < 3; n += 1) watch.check();
  expect(told).toEqual([expect.stringContaining('240 MiB are free')]);
  clock.advance({ days: 7 });
  watch.check();
  expect(told).toHaveLength(2);
  state.health = well;
  watch.check();
  state.health = { ...well, freeBytes: 1 };
  watch.check();
  expect(told).toHaveLength(3);
});
