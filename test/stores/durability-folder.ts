import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { NewHit } from '../../src/core/hits/row.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import type { HitEngineOptions } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { prepareFolder } from '../support/prepared-folder.ts';

/** A clock that a test moves. */
export interface MovableClock {
  now(): Date;
  set(at: Date): void;
}

export const movableClock = (at = new Date('2026-03-10T12:00:00Z')): MovableClock => {
  let present = at;
  return {
    now: () => present,
    set: to => {
      present = to;
    },
  };
};

export interface TestFolder extends DataFolder {
  readonly clock: MovableClock;
  [Symbol.dispose](): void;
}

/** A temporary path that is gone with the test. */
export function temporaryPath(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'footfall-durability-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A data folder of the test's own, gone with the test. */
export function openTestFolder(path = mkdtempSync(join(tmpdir(), 'footfall-durability-'))): TestFolder {
  const clock = movableClock();
  const folder = openDataFolder(path, { clock, log: pino({ level: 'silent' }) });
  return {
    ...folder,
    clock,
    [Symbol.dispose]: () => {
      folder.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Runs work with the hits of a folder, and closes them. */
export async function withHits<Result>(
  folder: DataFolder,
  work: (engine: HitEngine) => Promise<Result>,
  options: Omit<HitEngineOptions, 'folder'> = {},
): Promise<Result> {
  const engine = await openHitEngine({ folder, ...options });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Reads from the hits of a folder. */
export const readHits = (folder: DataFolder, sql: string, options?: Omit<HitEngineOptions, 'folder'>) =>
  withHits(folder, engine => engine.read(sql), options);

type OpenFolder = (path?: string) => TestFolder | Promise<TestFolder>;

/** Takes what fills a folder, from another starting point than an empty one if one is given. The answer opens a copy of it. */
export function prepareTestFolder(
  fill: (folder: TestFolder) => Promise<unknown>,
  begin: OpenFolder = openTestFolder,
): (path?: string) => Promise<TestFolder> {
  const copy = prepareFolder(async path => {
    const folder = await begin(path);
    await fill(folder);
    folder.close();
  });
  return async path => openTestFolder((await copy(path)).folder);
}

const openMigratedFolder = prepareTestFolder(folder => withHits(folder, async () => undefined));

/** An engine on a folder of its own, both gone at the end of the block. */
export async function openTestEngine(options: Omit<HitEngineOptions, 'folder'> = {}) {
  const folder = await openMigratedFolder();
  const engine = await openHitEngine({ folder, ...options });
  return Object.assign(engine, {
    folder,
    async [Symbol.asyncDispose]() {
      await engine.close();
      folder[Symbol.dispose]();
    },
  });
}

/** A visitor known by the salt of the day. */
export const visitor = (hash: number): Pick<NewHit, 'visitorHash' | 'visitorScope'> => ({
  visitorHash: BigInt(hash),
  visitorScope: 'day',
});

/** A log whose lines a test reads. */
export function collectLines() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) };
}
