/** A store that answers from sums however few the hits are, and hits of a day and visitor. */
import { expect } from 'bun:test';
import type { Dimension, Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import type { HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { openTestFolder, type TestFolder } from '../stores/durability-folder.ts';
import { createTestHitStore, openTemporaryHitStore } from './duck-hit-store.ts';
import { IS_LONG } from './fuzz.ts';
import { openHitEngine } from './hit-engine.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit, aQuery } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';

const FIRST_DAY = Date.UTC(2026, 2, 1);

/** The options of a store that answers from sums however few the hits are. */
const SUMMED: HitStoreOptions = { maxRawHits: -1 };

/** Opens the store on a temporary folder, which is gone with the test. */
export const openSummedStore = (options: HitStoreOptions = {}) =>
  openTemporaryHitStore({ ...SUMMED, ...options });

/** Opens the store on a folder that has something already. */
const openSummedFolder = async (folder: DataFolder, options: HitStoreOptions = {}) => {
  const engine = await openHitEngine({ folder });
  return { engine, store: createTestHitStore(engine, { ...SUMMED, ...options }) };
};

/** Opens a store with hits that are summed up already, beside plain arrays with the same hits. */
export const openSummed = async (hits: readonly NewHit[], options?: HitStoreOptions) => {
  const store = await openSummedStore(options);
  const memory = createMemoryHitStore();
  for (const each of [store, memory]) await each.append(hits);
  await store.maintain({ force: true });
  return {
    ...store,
    memory,
    dropHits: () => store.engine.rebuild(copy => copy.run('delete from hits')),
  };
};

type FindWrong = (engine: HitEngine) => Promise<unknown[]>;

/** Rebuilds a store, and expects nothing wrong with its sums. */
export const expectSound = async (
  store: Pick<TestHitStore, 'maintain'> & { readonly engine: HitEngine },
  findWrong: FindWrong,
): Promise<void> => {
  await store.maintain({ force: true });
  expect(await findWrong(store.engine)).toEqual([]);
};

/** Expects an answer before and after a rebuild, which leaves nothing wrong with the sums. */
export const expectKept = async (
  store: Parameters<typeof expectSound>[0],
  findWrong: FindWrong,
  ask: () => Promise<unknown>,
  right: unknown,
): Promise<void> => {
  expect(await ask()).toEqual(right);
  await expectSound(store, findWrong);
  expect(await ask()).toEqual(right);
};

/** Opens a folder with hits, of the schema before a migration or with some migrations only; `change` does more to it. */
export const openFormerFolder = async (
  schema: string | ((migration: string) => boolean),
  hits: readonly NewHit[],
  change: (former: HitEngine) => Promise<unknown> = async () => undefined,
): Promise<TestFolder> => {
  const folder = openTestFolder();
  const isHad = typeof schema === 'string' ? (name: string) => name < schema : schema;
  const migrations = hitMigrations.filter(({ name }) => isHad(name));
  const former = await openHitEngine({ folder, migrations });
  await former.append(hits);
  await change(former);
  await former.close();
  return folder;
};

/** Expects the answers of a former folder once more after its first compaction, which stores sums. Returns them. */
export const expectUpgraded = async <Answer>(
  folder: DataFolder,
  findWrong: FindWrong,
  ask: (store: TestHitStore) => Promise<Answer>,
): Promise<Answer> => {
  const opened = await openSummedFolder(folder);
  const before = await ask(opened.store);
  await expectSound({ ...opened.store, engine: opened.engine }, findWrong);
  expect(await ask(opened.store)).toEqual(before);
  await opened.engine.close();
  return before;
};

/** Start of a day, from 1. */
export const startOf = (day: number): Date => new Date(FIRST_DAY + (day - 1) * DAY_MS);

/** A hit of a visitor on a day, so many minutes after its start. */
export const hitOn = (day: number, visitor: number, more: Partial<NewHit> = {}, minutes = visitor): NewHit =>
  aHit({
    createdAt: new Date(+startOf(day) + minutes * MINUTE_MS),
    visitorHash: BigInt(visitor),
    visitorScope: 'stable',
    ...more,
  });

/** A query of all hits of some days, the last one excluded. */
export const ofDays = (first: number, end: number, more: Partial<HitQuery> = {}) => {
  const span = { start: startOf(first), end: startOf(end) };
  return { ...aQuery(more), span };
};

/** Returns every so many of the questions by turns; all without a turn, and in the long form. */
export const takeTurn = <Question>(
  questions: readonly Question[],
  turn: number | undefined,
  turns: number,
): readonly Question[] =>
  IS_LONG || turn === undefined ? questions : questions.filter((_, index) => (index + turn) % turns === 0);

/** What is asked at a time: a turn of the questions, with so many hours before the first day. */
export interface Asked {
  readonly turn?: number;
  readonly hours?: number;
}

const PAGE = { offset: 0, limit: 50 };

interface AnswersOptions {
  readonly dimensions: readonly Dimension[];
  readonly filters: readonly Filter[];
  readonly queryOf: (filters?: readonly Filter[]) => HitQuery;
}

/** Returns a function that asks a store for groups, days and numbers of hits by each value, over whole days and with parts of days. */
export const answersBy =
  ({ dimensions, filters, queryOf }: AnswersOptions) =>
  async (store: TestHitStore, { turn, hours = 0 }: Asked = {}): Promise<unknown[]> => {
    const ofHours = (query: HitQuery): HitQuery => ({
      ...query,
      span: query.span && { start: new Date(+query.span.start - hours * HOUR_MS), end: query.span.end },
    });
    const edges = [1, 2, 3, 6].map(startOf);
    const answers: unknown[] = [];
    for (const dimension of dimensions)
      answers.push([dimension, await store.group(ofHours(queryOf()), dimension, PAGE)]);
    for (const filter of takeTurn(filters, turn, 2))
      answers.push([
        filter,
        await store.group(ofHours(queryOf([filter])), filter.dimension, PAGE),
        await store.count(ofHours(queryOf([filter]))),
        await store.series(queryOf([filter]), edges),
      ]);
    return answers;
  };

interface ChangesOptions {
  readonly options: HitStoreOptions;
  /** Hits of a site; a second has the same. */
  readonly hits: readonly NewHit[];
  /** Hits that come in after the sums were made. */
  readonly late: readonly NewHit[];
  /** Those of the first site that are removed. */
  readonly removed?: readonly number[];
  readonly answersOf: (store: TestHitStore, asked?: Asked) => Promise<unknown[]>;
  /** Expects that what is stored is right. */
  readonly isSound: (engine: HitEngine) => Promise<void>;
}

/** Expects the answers of all rows after late hits, a removal, the removal of a site and a restart. */
export async function expectEqualAfterChanges(given: ChangesOptions): Promise<void> {
  const { options, hits, late, removed = [1, 2, 3, 81], answersOf } = given;
  await using store = await openSummedStore(options);
  const memory = createMemoryHitStore();
  const stores = [store, memory];
  const isRight = async (each: TestHitStore, asked: Asked) =>
    expect(await answersOf(each, asked)).toEqual(await answersOf(memory, asked));
  for (const each of stores) await each.append([...hits, ...hits.map(hit => ({ ...hit, siteId: 2 }))]);
  await store.maintain({ force: true });
  for (const each of stores) await each.append(late);
  await isRight(store, { turn: 0, hours: 30 });
  await store.maintain({ force: true });
  await isRight(store, { turn: 1 });
  for (const each of stores) {
    await each.remove({ siteId: 1, kinds: ['hit'], which: { ids: removed } });
    await each.remove({ siteId: 2, kinds: ['hit'], which: 'all' });
  }
  await isRight(store, { turn: 1, hours: 30 });
  await store.maintain({ force: true });
  await isRight(store, { turn: 2 });
  await given.isSound(store.engine);
  expect((await store.engine.check()).faults).toEqual([]);
  await using again = await store.reopen();
  await isRight(again, { turn: 3 });
}

interface FormerOptions extends Pick<ChangesOptions, 'hits' | 'answersOf' | 'isSound'> {
  readonly folder: DataFolder;
  readonly options?: HitStoreOptions;
  readonly findWrong: FindWrong;
  /** Has no sums at all, which is right until there are some. */
  readonly lacksAll?: boolean;
}

/** Expects the answers of all rows of a former folder, also after a removal and after its first compaction stores sums. */
export async function expectEqualOfFormer({ folder, options, ...given }: FormerOptions): Promise<void> {
  const memory = createMemoryHitStore();
  await memory.append(given.hits);
  const { engine, store } = await openSummedFolder(folder, options);
  const isRight = async (turn: number) =>
    expect(await given.answersOf(store, { turn })).toEqual(await given.answersOf(memory, { turn }));
  await isRight(0);
  for (const each of [store, memory])
    await each.remove({ siteId: 1, kinds: ['hit'], which: { ids: [2, 4] } });
  await isRight(1);
  if (!given.lacksAll) expect(await given.findWrong(engine)).toEqual([]);
  await expectSound({ ...store, engine }, given.findWrong);
  await given.isSound(engine);
  await isRight(2);
  await engine.close();
}

/** Harms the sums of a store, and expects a check to find a fault. */
export async function expectFault(engine: HitEngine, harm: string, fault: RegExp): Promise<void> {
  await engine.rebuild(async copy => {
    for (const statement of harm.split('; ')) await copy.run(statement);
  });
  expect((await engine.check()).faults.join()).toMatch(fault);
}

/** Expects that a check finds no fault in the sums of some hits, and a fault once they were harmed. */
export async function expectFaultAfter(harm: string, hits: readonly NewHit[], fault: RegExp): Promise<void> {
  await using store = await openSummed(hits);
  expect((await store.engine.check()).faults).toEqual([]);
  await expectFault(store.engine, harm, fault);
}
