/** Folders of former schemas, whose sums were in other tables: rows answer until the first compaction has made sums of all of them. */
import { expect, test } from 'bun:test';
import type { Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { createTestHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  expectEqualOfFormer,
  expectUpgraded,
  hitOn,
  ofDays,
  openFormerFolder,
} from '../support/summed-store.ts';
import { until } from '../support/until.ts';

const COUNTED = { offset: 0, limit: 50, countsVisitors: true };

/** Visitors who come again, change their country, or have neither a tag nor a name. */
const HITS: readonly NewHit[] = Array.from({ length: 40 }, (_, number) =>
  hitOn(1 + (number % 5), number % 7, {
    path: `/${number % 3}`,
    country: number % 4 ? 'DE' : 'FR',
    ...(number % 3 && { city: `City ${number % 4}`, properties: `{"plan":"${number % 2}"}` }),
    ...(number % 3 !== 1 && { url: `https://shop.example/?utm_campaign=${number % 3}` }),
    ...(number % 5 === 0 && { source: 'News' }),
  }),
);

const queryOf = (filters: readonly Filter[] = [], attribution: HitQuery['attribution'] = 'visit') =>
  ofDays(1, 6, { siteHosts: ['shop.example'], filters, attribution });

const answersOf = async (store: TestHitStore): Promise<unknown[]> => {
  const answers: unknown[] = [await store.totals(queryOf(), { countsVisits: true })];
  for (const dimension of ['path', 'source', 'city', 'campaign', 'hostname', 'exit_page'] as const)
    answers.push(await store.group(queryOf(), dimension, COUNTED));
  for (const dimension of ['country', 'property:plan', 'device', 'entry_page'] as const)
    answers.push(await store.group(queryOf([], 'hit'), dimension, { offset: 0, limit: 50 }));
  return answers;
};

// Before sums by value and engagement, before tags were read in any case, and with all sums in tables of their own.
test.each(['0018-engagement', '0022-value-sums', '0027-tags', '0029-sums'])(
  'a folder of a schema before %s answers from rows, also after a removal, until its first compaction',
  async migration => {
    using folder = await openFormerFolder(migration, HITS, former => former.maintain({ force: true }));
    await expectEqualOfFormer({
      folder,
      hits: HITS,
      answersOf,
      findWrong: findWrongSums,
      lacksAll: true,
      isSound: async engine => expect(await engine.read('select 1 from stale_sums')).toEqual([]),
    });
  },
);

test('engagement of a folder of a former schema is that of its rows', async () => {
  const views = HITS.slice(0, 9).flatMap(hit => [
    hit,
    aHit({ ...hit, kind: 'engagement', view: 1n, engagedSeconds: 20, scrollDepth: 50 }),
  ]);
  const memory = createMemoryHitStore();
  await memory.append(views);
  const ask = async (store: TestHitStore) =>
    (await store.pageEngagement(queryOf(), 'each')).sort((a, b) =>
      (a.path ?? '').localeCompare(b.path ?? ''),
    );
  using folder = await openFormerFolder('0029-sums', views, former => former.maintain({ force: true }));
  expect(await expectUpgraded(folder, findWrongSums, ask)).toEqual(await ask(memory));
});

test('sums are made by the start after one that ended before it had made them', async () => {
  using folder = await openFormerFolder('0029-sums', HITS, former => former.maintain({ force: true }));
  await (await openHitEngine({ folder })).close();
  const engine = await openHitEngine({ folder });
  expect(engine.sums().isMade).toBe(false);
  createTestHitStore(engine, { maxRawHits: HITS.length - 1 });
  await until(() => engine.sums().isMade);
  expect(await findWrongSums(engine)).toEqual([]);
  await engine.close();
});
