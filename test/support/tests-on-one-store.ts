/**
 * Tests that run at the same time on one hits store, each on sites of its own. Opening a store and compacting it is what takes
 * long: these open one, and compact it together.
 */
import { afterAll, test as defineTest } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMutex } from '../../src/lib/mutex.ts';
import { type SharedStore, viewSites } from './site-view.ts';

type Body = () => Promise<void>;
type DefineTest = (name: string, body: Body) => void;

/** How a part of a contract defines its tests. */
export interface ContractTests {
  /** Defines a test that may share its store. */
  readonly test: DefineTest;
  /** Defines a test of what a whole store has, of many rows, or of calls at the same time. */
  readonly testAlone: DefineTest;
}

/** Runs each test by itself, on a store that was opened before it. */
export const ONE_BY_ONE: ContractTests = { test: defineTest, testAlone: defineTest };

/** Opens a store in an empty folder. */
export type OpenStore = (folder: string, options: { readonly isShared: boolean }) => Promise<SharedStore>;

/** Sites of a test. */
const SITES = 100;

/** Compacts a store once all that still run ask for it. */
function createJointCompaction(store: SharedStore, running: number) {
  let left = running;
  let asking: PromiseWithResolvers<void>[] = [];
  const compactIfAllAsk = async (): Promise<void> => {
    if (asking.length === 0 || asking.length < left) return;
    const answered = asking;
    asking = [];
    const compacted = store.maintain({ force: true });
    for (const { resolve } of answered) resolve(compacted);
  };
  return {
    compact: (): Promise<void> => {
      const asked = Promise.withResolvers<void>();
      asking.push(asked);
      void compactIfAllAsk();
      return asked.promise;
    },
    leave: (): void => {
      left -= 1;
      void compactIfAllAsk();
    },
  };
}

/** Returns a view through which calls wait for each other, as reads of many tests at once would for a free connection. */
function takeTurns(store: SharedStore, compact: () => Promise<void>): SharedStore {
  const turns = createMutex();
  return new Proxy(store, {
    get: (target, name: keyof SharedStore) => {
      if (name === 'maintain') return compact;
      const method = target[name] as (...given: unknown[]) => Promise<unknown>;
      if (name === 'exportDays' || name === 'exportRows') return method;
      return (...given: unknown[]) => turns.runExclusive(() => method.apply(target, given));
    },
  });
}

interface Opened extends AsyncDisposable {
  readonly store: SharedStore;
}

async function openInFolder(open: (folder: string) => Promise<SharedStore>): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'hit-store-'));
  const store = await open(folder);
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Defines tests of a `describe`, on one store where they may share it. `store` gives the store of the test that calls it. */
export function testOnOneStore(open: OpenStore): ContractTests & { readonly store: () => SharedStore } {
  const current = new AsyncLocalStorage<SharedStore>();
  const bodies: Body[] = [];
  let shared: Opened | undefined;
  let results: Promise<readonly Promise<void>[]> | undefined;
  const runAll = async (): Promise<readonly Promise<void>[]> => {
    shared = await openInFolder(folder => open(folder, { isShared: true }));
    const { compact, leave } = createJointCompaction(shared.store, bodies.length);
    const store = takeTurns(shared.store, compact);
    return bodies.map((body, index) => {
      const result = current.run(viewSites(store, (index + 1) * SITES), body).finally(leave);
      // It is reported by its own test, which comes later.
      result.catch(() => undefined);
      return result;
    });
  };
  afterAll(() => shared?.[Symbol.asyncDispose]());
  return {
    store: () => {
      const store = current.getStore();
      if (!store) throw new Error('a store is there while tests run, not before');
      return store;
    },
    test: (name, body) => {
      const index = bodies.push(body) - 1;
      defineTest(name, async () => {
        results ??= runAll();
        await (await results)[index];
      });
    },
    testAlone: (name, body) =>
      defineTest(name, async () => {
        await using alone = await openInFolder(folder => open(folder, { isShared: false }));
        await current.run(alone.store, body);
      }),
  };
}
