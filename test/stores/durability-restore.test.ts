/** Restored spam over crashes: what was moved is in one place, whenever the process ended. */

import { expect, test } from 'bun:test';
import { cpSync, readFileSync, truncateSync } from 'node:fs';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import { createTestHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { openTestFolder, temporaryPath } from './durability-folder.ts';

const open = async (folder: DataFolder) =>
  createTestHitStore(await openHitEngine({ folder }), { maxRawHits: 0 });
const journal = (folder: DataFolder, number = 1) => folder.pathOf(`hits.00000${number}.journal`);
const aSpamHit = (path: string, visitor: bigint) =>
  aHit({ kind: 'spam_hit', reason: 'a list', path, visitor, at: '2026-03-10T07:00:00Z' });

/** Where everything is, by path, and what a new hit's id is. */
async function stateOf(folder: DataFolder) {
  const store = await open(folder);
  const paths = async (kind: 'hit' | 'spam_hit') =>
    (await store.list(aQuery({ kind }), { offset: 0, limit: 100 })).map(row => row.path).sort();
  const state = { hits: await paths('hit'), spam: await paths('spam_hit') };
  const { uniqueHits } = await store.totals(aQuery());
  await store.close();
  return { ...state, uniqueHits };
}

/** A closed folder with a hit and three suppressed ones, two of which are restored by the journal's last line. */
async function givenRestored(folder: DataFolder) {
  const store = await open(folder);
  await store.append([aHit({ path: '/a', visitor: 1n }), aSpamHit('/a', 1n)]);
  await store.append([aSpamHit('/b', 2n), aSpamHit('/c', 3n)]);
  const sizeBefore = readFileSync(journal(folder)).length;
  await store.restoreSpam({ siteId: 1, which: { ids: [1, 2] } });
  await store.close();
  return sizeBefore;
}

const DONE = { hits: ['/a', '/a', '/b'], spam: ['/c'], uniqueHits: 2 };
const NOT_DONE = { hits: ['/a'], spam: ['/a', '/b', '/c'], uniqueHits: 1 };

test('restored hits are hits after a start, and after the next snapshot', async () => {
  using folder = openTestFolder();
  await givenRestored(folder);
  expect(await stateOf(folder)).toEqual(DONE);
  const store = await open(folder);
  expect(await store.append([aHit({ path: '/d' })])).toEqual([4]);
  await store.maintain({ force: true });
  expect(await store.append([aHit({ path: '/e' })])).toEqual([5]);
  await store.restoreSpam({ siteId: 1, which: 'all' });
  expect((await store.facts()).rows).toMatchObject({ hit: 6, spam_hit: 0 });
  await store.close();
  expect((await stateOf(folder)).hits).toEqual(['/a', '/a', '/b', '/c', '/d', '/e']);
});

test('a crash at any point of restoring leaves everything where it was', async () => {
  using path = temporaryPath();
  using made = openTestFolder();
  const sizeBefore = await givenRestored(made);
  const size = readFileSync(journal(made)).length;
  for (const cut of [sizeBefore, sizeBefore + 1, Math.floor((sizeBefore + size) / 2), size - 2]) {
    const copy = `${path.path}/${cut}`;
    cpSync(made.path, copy, {
      recursive: true,
      filter: name => !/lock|tmp/.test(name.slice(made.path.length)),
    });
    using folder = openTestFolder(copy);
    truncateSync(journal(folder), cut);
    expect([cut, await stateOf(folder)]).toEqual([cut, NOT_DONE]);
    const store = await open(folder);
    expect(await store.restoreSpam({ siteId: 1, which: { ids: [1, 2] } })).toEqual([2, 3]);
    await store.close();
    expect(await stateOf(folder)).toEqual(DONE);
  }
});

test('many at once are restored in steps, beside hits that come in, and none is lost or doubled', async () => {
  using folder = openTestFolder();
  const store = await open(folder);
  const many = Array.from({ length: 25_000 }, (_, n) => aSpamHit(`/${n % 100}`, BigInt(n % 500)));
  await store.append(many);
  const [ids] = await Promise.all([
    store.restoreSpam({ siteId: 1, which: 'all' }),
    ...Array.from({ length: 50 }, (_, n) => store.append([aHit({ path: `/new-${n}` })])),
    store.maintain({ force: true }),
  ]);
  expect(new Set(ids).size).toBe(25_000);
  expect((await store.facts()).rows).toMatchObject({ hit: 25_050, spam_hit: 0 });
  expect((await store.totals(aQuery())).uniqueHits).toBe(500);
  await store.close();
  const again = await open(folder);
  expect((await again.facts()).rows).toMatchObject({ hit: 25_050, spam_hit: 0 });
  await again.close();
});
