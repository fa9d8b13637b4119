import { expect, test } from 'bun:test';
import { createKeyReader, keysFor, SHORTCUT_GROUPS } from '../../src/web/app/shortcut-table.ts';

const LIVE = { kind: 'site', end: '/live' } as const;

/** Deeds that keys pressed so many milliseconds apart lead to. */
function press(keys: string, apartMs = 100) {
  const read = createKeyReader();
  return [...keys]
    .map((key, index) => read(key, 1_000_000 + index * apartMs))
    .filter(deed => deed !== undefined);
}

test('a single key acts at once, a sequence of two keys together', () => {
  expect(press('3')).toEqual([{ kind: 'period', period: '7d' }]);
  expect(press('gl')).toEqual([LIVE]);
});

test('the first key of a sequence expires after a while, or with another key', () => {
  expect(press('gl', 5_000)).toEqual([]);
  expect(press('gx')).toEqual([]);
  expect(press('gxl')).toEqual([]);
  expect(press('ggl')).toEqual([]);
  expect(press('gxgl')).toEqual([LIVE]);
});

test('the second key of a sequence never triggers its own shortcut', () => {
  expect(press('g3')).toEqual([]);
  expect(press('g?')).toEqual([]);
});

test('no shortcut hides another', () => {
  const all = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts);
  for (const { keys, action } of all) expect(press(keys.join(''))).toEqual([action]);
  expect(keysFor(LIVE)).toEqual(['g', 'l']);
});
