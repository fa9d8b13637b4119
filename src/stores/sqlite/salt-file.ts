import { Database } from 'bun:sqlite';
import { readFileSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { getErrorCode } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { SaltStore } from '../../ingest/visitor.ts';

interface SaltRow {
  readonly day: string;
  /** The salt, and its checksum; those of version 0.2 have none. */
  readonly salt: Uint8Array;
}

const SALT_BYTES = 32;
const DAMAGED_CODE = 'SQLITE_CORRUPT';
/** What a damaged or missing file means. */
const CONSEQUENCE = 'visitors of today who have no id of their own count once more';

/**
 * Keeps the visitors' salt of the day in a file of its own, `salt.db`, which alone is overwritten in place:
 * in the application database, whose older snapshots are kept for a day, an erased salt would live on.
 * The old salt's bytes are zeroed (`secure_delete`, no journal file). A file torn by a crash or a copy is recreated:
 * then the visitors of that day count once more, and the log says so, also where `isExpected` and there is none.
 */
export function openSaltFile(
  path: string,
  { log, isExpected }: { readonly log: Log; readonly isExpected: boolean },
): SaltStore & { close(): void } {
  if (isExpected && isSaltMissing(path)) log.warn(describeMissing(path));
  const state = { database: open(path, log) };
  return {
    load: () => readSalt(state.database),
    replace(day, salt) {
      const replace = state.database.transaction(() => {
        state.database.run('delete from salts');
        const stored = Buffer.concat([salt, checksumOf(day, salt)]);
        state.database.query('insert into salts (day, salt) values (?, ?)').run(day, stored);
      });
      replace.immediate();
    },
    close: () => state.database.close(),
  };
}

/** Returns whether there is no file, or one in which nothing was ever stored. */
export const isSaltMissing = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;

/** Says that there is no file. */
export const describeMissing = (path: string): string => `${basename(path)} is missing: ${CONSEQUENCE}`;

/** Describes a file that is damaged, without changing it. */
export function findSaltFault(path: string): string | undefined {
  if (isSaltMissing(path)) return undefined;
  let copy: Database | undefined;
  try {
    copy = Database.deserialize(readFileSync(path), { strict: true });
    verify(copy);
    return undefined;
  } catch {
    return describeDamage(path);
  } finally {
    copy?.close();
  }
}

const describeDamage = (path: string): string => `${basename(path)} is damaged: ${CONSEQUENCE}`;

function open(path: string, log: Log): Database {
  try {
    return prepare(new Database(path, { create: true, strict: true }));
  } catch (error) {
    const code = getErrorCode(error);
    if (!code.startsWith('SQLITE_NOTADB') && !code.startsWith(DAMAGED_CODE)) throw error;
    log.warn(describeDamage(path));
    // Worth nothing without its content, and its content is gone: emptied in place, so that nothing of it stays.
    truncateSync(path);
    return prepare(new Database(path, { create: true, strict: true }));
  }
}

function prepare(database: Database): Database {
  database.run('pragma secure_delete = on');
  database.run('pragma journal_mode = memory');
  database.run('pragma synchronous = full');
  database.run('create table if not exists salts (day text not null, salt blob not null) strict');
  verify(database);
  return database;
}

/** Throws when a database, or the salt in it, is not what was written. */
function verify(database: Database): void {
  const check = database.query('pragma quick_check').get() as { quick_check: string };
  if (check.quick_check !== 'ok') throw damage();
  readSalt(database);
}

function readSalt(database: Database): ReturnType<SaltStore['load']> {
  const row = database.query<SaltRow, []>('select day, salt from salts').get();
  if (!row) return undefined;
  const salt = new Uint8Array(row.salt.slice(0, SALT_BYTES));
  const checksum = row.salt.slice(SALT_BYTES);
  if (checksum.length > 0 && !checksumOf(row.day, salt).equals(checksum)) throw damage();
  return { day: row.day, salt };
}

const damage = () => Object.assign(new Error('damaged'), { code: DAMAGED_CODE });

function checksumOf(day: string, salt: Uint8Array): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(Bun.hash.crc32(Buffer.concat([Buffer.from(day), salt])));
  return checksum;
}
