/** A store that answers from sums however few the hits are, and hits of a day and visitor. */
import type { Dimension, Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { DataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { aHit } from './hit-rows.ts';

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
