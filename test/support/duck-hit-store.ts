import { existsSync, readdirSync } from 'node:fs';
import pino from 'pino';
import type { HitFeed } from '../../src/core/hits/feed.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { type HitEngineOptions, openHitEngine } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { prepareFolder } from './prepared-folder.ts';

type Options = HitStoreOptions & Pick<HitEngineOptions, 'memoryLimitBytes' | 'refreshPace'>;
type OpenHitStore = HitStore & HitFeed & { readonly engine: HitEngine };

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

async function openStore(
  path: string,
  now: string,
  { memoryLimitBytes, refreshPace, ...options }: Options = {},
): Promise<OpenHitStore> {
  const clock = { now: () => new Date(now) };
  const folder = openDataFolder(path, { clock, log: pino({ level: 'silent' }) });
  const engine = await openHitEngine({
    folder,
    ...(memoryLimitBytes ? { memoryLimitBytes } : {}),
    ...(refreshPace ? { refreshPace } : {}),
  });
  const store = createDuckHitStore(engine, options);
  const close = async () => {
    await store.close();
    folder.close();
  };
  return { ...store, close, engine };
}
