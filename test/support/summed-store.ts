/** A store that answers from sums however few the hits are, and hits of a day and visitor. */
import { expect } from 'bun:test';
import type { Dimension, Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { aHit } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';

const FIRST_DAY = Date.UTC(2026, 2, 1);

export const openSummedStore = async (folder: DataFolder, options: HitStoreOptions = {}) => {
  const engine = await openHitEngine({ folder });
  return { engine, store: createDuckHitStore(engine, { maxRawHits: -1, ...options }) };
};

/** Start of a day, from 1. */
export const startOf = (day: number): Date => new Date(FIRST_DAY + (day - 1) * DAY_MS);

/** A hit of a visitor on a day, so many minutes after its start. */
export const hitOn = (day: number, visitor: number, more: Partial<NewHit> = {}, minutes = visitor): NewHit =>
  aHit({
    createdAt: new Date(+startOf(day) + minutes * MINUTE_MS),
    visitorHash: BigInt(visitor),
    visitorScope: 'stable',
    path: '/',
    ...more,
  });

const PAGE = { offset: 0, limit: 50 };

interface AnswersOptions {
  readonly dimensions: readonly Dimension[];
  readonly filters: readonly Filter[];
  readonly queryOf: (filters?: readonly Filter[]) => HitQuery;
}

/** Returns a function that asks a store for groups, days and numbers of hits by each value, over whole days and with parts of days. */
export const answersBy =
  ({ dimensions, filters, queryOf }: AnswersOptions) =>
  async (store: HitStore, hours = 0): Promise<unknown[]> => {
    const ofHours = (query: HitQuery): HitQuery => ({
      ...query,
      span: query.span && { start: new Date(+query.span.start - hours * HOUR_MS), end: query.span.end },
    });
    const edges = [1, 2, 3, 6].map(startOf);
    const answers: unknown[] = [];
    for (const dimension of dimensions)
      answers.push([dimension, await store.group(ofHours(queryOf()), dimension, PAGE)]);
    for (const filter of filters)
      answers.push([
        filter,
        await store.group(ofHours(queryOf([filter])), filter.dimension, PAGE),
        await store.count(ofHours(queryOf([filter]))),
        await store.series(queryOf([filter]), edges),
      ]);
    return answers;
  };

interface ChangesOptions {
  readonly folder: DataFolder;
  readonly options: HitStoreOptions;
  /** Hits of a site; a second has the same. */
  readonly hits: readonly NewHit[];
  /** Hits that come in after the sums were made. */
  readonly late: readonly NewHit[];
  readonly answersOf: (store: HitStore, hours?: number) => Promise<unknown[]>;
  /** Expects that what is stored is right. */
  readonly isSound: (engine: HitEngine) => Promise<void>;
}

/** Expects the answers of all rows after late hits, a removal, the removal of a site and a restart. */
export async function expectEqualAfterChanges(given: ChangesOptions): Promise<void> {
  const { folder, options, hits, late, answersOf } = given;
  const { engine, store } = await openSummedStore(folder, options);
  const memory = createMemoryHitStore();
  const stores = [store, memory];
  const isRight = async (hours = 0) =>
    expect(await answersOf(store, hours)).toEqual(await answersOf(memory, hours));
  for (const each of stores) await each.append([...hits, ...hits.map(hit => ({ ...hit, siteId: 2 }))]);
  await store.maintain({ force: true });
  for (const each of stores) await each.append(late);
  await isRight(30);
  await store.maintain({ force: true });
  for (const each of stores) {
    await each.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1, 2, 3, 81] } });
    await each.remove({ siteId: 2, kinds: ['hit'], which: 'all' });
  }
  await isRight(30);
  await store.maintain({ force: true });
  await isRight();
  await given.isSound(engine);
  expect((await engine.check()).faults).toEqual([]);
  await engine.close();
  const again = await openSummedStore(folder, options);
  expect(await answersOf(again.store)).toEqual(await answersOf(memory));
  await again.engine.close();
}
