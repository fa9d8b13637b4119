import { Database } from 'bun:sqlite';
import { truncateSync } from 'node:fs';
import { getErrorCode } from '../../core/errors.ts';
import type { SaltStore } from '../../ingest/visitor.ts';

/**
 * Keeps the visitors' salt of the day in a file of its own, `salt.db`, which alone is overwritten in place:
 * in the application database, whose older snapshots are kept for a day, an erased salt would live on.
 * The old salt's bytes are zeroed (`secure_delete`, no journal file). A file torn by a crash or a copy is recreated:
 * then the visitors of that day count once more.
 */
export function openSaltFile(path: string): SaltStore & { close(): void } {
  const state = { database: open(path) };
  return {
    load() {
      const row = state.database.query('select day, salt from salts').get() as {
        day: string;
        salt: Uint8Array;
      } | null;
      return row ? { day: row.day, salt: new Uint8Array(row.salt) } : undefined;
    },
    replace(day, salt) {
      const replace = state.database.transaction(() => {
        state.database.run('delete from salts');
        state.database.query('insert into salts (day, salt) values (?, ?)').run(day, salt);
      });
      replace.immediate();
    },
    close: () => state.database.close(),
  };
}

function open(path: string): Database {
  try {
    return prepare(new Database(path, { create: true, strict: true }));
  } catch (error) {
    const code = getErrorCode(error);
    if (!code.startsWith('SQLITE_NOTADB') && !code.startsWith('SQLITE_CORRUPT')) throw error;
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
  const check = database.query('pragma quick_check').get() as { quick_check: string };
  if (check.quick_check !== 'ok') throw Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' });
  return database;
}
