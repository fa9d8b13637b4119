import { expect, test } from 'bun:test';
import { findEntries } from '../../src/web/app/palette-match.ts';

const site = (label: string, keywords = '') => ({ group: 'Sites', label, keywords, isFromLongList: true });
const page = (label: string, keywords = '') => ({ group: 'This site', label, keywords });

const ENTRIES = [
  site('Café Zoë', 'https://zoe.example'),
  site('The shop', 'https://shop.example'),
  page('Overview'),
  page('Live'),
];

const found = (text: string, entries = ENTRIES) =>
  findEntries(entries, text).map(({ name, entries: of }) => [name, ...of.map(({ label }) => label)]);

test('entries match every typed word, in any order, case and accent', () => {
  expect(found('zoe')).toEqual([['Sites', 'Café Zoë']]);
  expect(found('ZOË caf')).toEqual([['Sites', 'Café Zoë']]);
  expect(found('zoe shop')).toEqual([]);
});

test('a site matches by its address; its name ranks higher', () => {
  expect(found('shop.ex')).toEqual([['Sites', 'The shop']]);
  const two = [site('Tea', 'https://live.example'), page('Live')];
  expect(found('live', two)).toEqual([
    ['This site', 'Live'],
    ['Sites', 'Tea'],
  ]);
});

test('the beginning of a name ranks higher than its middle', () => {
  const names = [site('Anchovies'), site('Best chop'), site('Chores')];
  expect(found('cho', names)).toEqual([['Sites', 'Chores', 'Best chop', 'Anchovies']]);
});

test('an empty search lists a few entries of large groups and all of small ones', () => {
  const many = [...Array.from({ length: 40 }, (_, n) => site(`Site ${n}`)), page('Live')];
  expect(found('', many).map(group => group.length - 1)).toEqual([4, 1]);
  expect(found('site 3', many)[0]).toContain('Site 39');
});

test('special characters of patterns match literally', () => {
  expect(found('a.*(')).toEqual([]);
  expect(found('*+', [site('2 *+ 3')])).toEqual([['Sites', '2 *+ 3']]);
});
