import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import type { HitEngineOptions } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { openHitEngine } from './hit-engine.ts';
import { type TestHitStore, withReads } from './hit-reads.ts';
import { prepareFolder } from './prepared-folder.ts';

type Options = HitStoreOptions & Pick<HitEngineOptions, 'memoryLimitBytes' | 'refreshPace' | 'purgeDelayMs'>;
type OpenHitStore = TestHitStore & AsyncDisposable & { readonly engine: HitEngine };

/** The real store, with short ways to ask it. */
export const createTestHitStore = (...given: Parameters<typeof createDuckHitStore>): TestHitStore =>
  withReads(createDuckHitStore(...given));

const USUAL_TIME = '2026-03-20T12:00:00Z';

const copyUsualFolder = prepareFolder(async folder => {
  const store = await openStore(folder, USUAL_TIME);
  await store.close();
});

const isEmpty = (path: string): boolean => !existsSync(path) || readdirSync(path).length === 0;

/** Fills a folder that is to be opened at the usual time, and has nothing yet, with files that are migrated already. */
export async function fillMigrated(path: string, now: string): Promise<void> {
  if (now === USUAL_TIME && isEmpty(path)) await copyUsualFolder(path);
}

/** The real store on a folder of its own, which is migrated already; closing it lets the folder go. */
export async function openDuckHitStore(
  path: string,
  now = USUAL_TIME,
  options: Options = {},
): Promise<OpenHitStore> {
  await fillMigrated(path, now);
  return openStore(path, now, options);
}

interface TemporaryHitStore extends OpenHitStore {
  readonly path: string;
  /** Closes the store, and opens its folder again, with the same options unless others are given. */
  reopen(options?: Options): Promise<OpenHitStore>;
}

/** The real store on a temporary folder, which is gone with the test. */
export async function openTemporaryHitStore(options: Options = {}): Promise<TemporaryHitStore> {
  const path = mkdtempSync(join(tmpdir(), 'hit-store-'));
  const store = await openDuckHitStore(path, USUAL_TIME, options);
  return {
    ...store,
    path,
    reopen: async (others = options) => {
      await store.close();
      return openDuckHitStore(path, USUAL_TIME, others);
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

async function openStore(
  path: string,
  now: string,
  { memoryLimitBytes, refreshPace, purgeDelayMs, ...options }: Options = {},
): Promise<OpenHitStore> {
  const clock = { now: () => new Date(now) };
  const folder = openDataFolder(path, { clock, log: pino({ level: 'silent' }) });
  const engine = await openHitEngine({
    folder,
    ...(memoryLimitBytes ? { memoryLimitBytes } : {}),
    ...(refreshPace ? { refreshPace } : {}),
    ...(purgeDelayMs === undefined ? {} : { purgeDelayMs }),
  });
  const store = createTestHitStore(engine, options);
  const close = async () => {
    await store.close();
    folder.close();
  };
  return { ...store, close, engine, [Symbol.asyncDispose]: close };
}
