import pino from 'pino';
import type { HitFeed } from '../../src/core/hits/feed.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { type HitEngineOptions, openHitEngine } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';

/** The real store on a folder of its own; closing it lets the folder go. */
export const openDuckHitStore = async (
  path: string,
  now = '2026-03-20T12:00:00Z',
  {
    memoryLimitBytes,
    refreshPace,
    ...options
  }: HitStoreOptions & Pick<HitEngineOptions, 'memoryLimitBytes' | 'refreshPace'> = {},
): Promise<HitStore & HitFeed & { readonly engine: HitEngine }> => {
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
};
