import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { NewHit } from '../../src/core/hits/row.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';

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
