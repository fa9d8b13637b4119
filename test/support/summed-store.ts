/** A store that answers from sums however few the hits are, and hits of a day and visitor. */
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
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
