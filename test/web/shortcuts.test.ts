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

test('a key alone does its deed at once, two keys do theirs together', () => {
  expect(press('3')).toEqual([{ kind: 'period', period: '7d' }]);
  expect(press('gl')).toEqual([LIVE]);
});

test('what begins a shortcut is forgotten after a while, or when another key comes', () => {
  expect(press('gl', 5_000)).toEqual([]);
  expect(press('gx')).toEqual([]);
  expect(press('gxl')).toEqual([]);
  expect(press('ggl')).toEqual([]);
  expect(press('gxgl')).toEqual([LIVE]);
});

test('a second key never does what it does alone', () => {
  expect(press('g3')).toEqual([]);
  expect(press('g?')).toEqual([]);
});

test('no shortcut hides another', () => {
  const all = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts);
  for (const { keys, action } of all) expect(press(keys.join(''))).toEqual([action]);
  expect(keysFor(LIVE)).toEqual(['g', 'l']);
});
