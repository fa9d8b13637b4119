import { Database } from 'bun:sqlite';
import { readFileSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { getErrorCode } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Salt, SaltStore } from '../../ingest/visitor.ts';
import { isTimeZone } from '../../lib/time.ts';

interface SaltRow extends Pick<Salt, 'zone' | 'day'> {
  /** The salt, and its checksum; those of version 0.2 have none. */
  readonly salt: Uint8Array;
}

const SALT_BYTES = 32;
const DAMAGED_CODE = 'SQLITE_CORRUPT';
/** What a damaged or missing file means. */
const CONSEQUENCE = 'visitors of today who have no id of their own count once more';

/**
 * Keeps the visitors' salts, one for each zone, in a file of its own, `salt.db`, which alone is overwritten in place:
 * in the application database, whose older snapshots are kept for a day, an erased salt would live on.
 * An old salt's bytes are overwritten by the next one's, else zeroed (`secure_delete`, no journal file). A file torn by a crash or
 * a copy is recreated: then the visitors of that day count once more, and the log says so, also where `isExpected` and there is none.
 */
export function openSaltFile(
  path: string,
  { log, isExpected }: { readonly log: Log; readonly isExpected: boolean },
): SaltStore & { close(): void } {
  if (isExpected && isSaltMissing(path)) log.warn(describeMissing(path));
  const database = open(path, log);
  const store = database.query(
    'insert into zone_salts (zone, day, salt) values (?, ?, ?) on conflict do update set day = excluded.day, salt = excluded.salt',
  );
  const replace = database.transaction((salts: readonly Salt[]) => {
    for (const salt of salts) store.run(salt.zone, salt.day, Buffer.concat([salt.bytes, checksumOf(salt)]));
  });
  return {
    load() {
      // When the day ends in a zone that this machine does not know, nobody could say.
      for (const { zone } of readSalts(database))
        if (!isTimeZone(zone)) database.query('delete from zone_salts where zone = ?').run(zone);
      return readSalts(database);
    },
    replace: salts => replace.immediate(salts),
    close: () => database.close(),
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
    prepare(copy);
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
  const tables = database.query<{ name: string }, []>('select name from sqlite_schema').all();
  const isOld = tables.some(({ name }) => name === 'salts');
  if (tables.length > 0 && !isOld && !tables.some(({ name }) => name === 'zone_salts')) throw damage();
  database.run(
    'create table if not exists zone_salts (zone text primary key, day text not null, salt blob not null) strict, without rowid',
  );
  if (isOld) takeOver(database);
  const check = database.query('pragma quick_check').get() as { quick_check: string };
  if (check.quick_check !== 'ok') throw damage();
  readSalts(database);
  return database;
}

/** Takes over the salt of versions whose days were those of UTC. */
function takeOver(database: Database): void {
  const take = database.transaction(() => {
    database.run("insert or ignore into zone_salts select 'UTC', day, salt from salts");
    database.run('drop table salts');
  });
  take.immediate();
}

/** Throws when a salt is not what was written. */
const readSalts = (database: Database): Salt[] =>
  database
    .query<SaltRow, []>('select zone, day, salt from zone_salts')
    .all()
    .map(({ zone, day, salt }) => {
      const read = { zone, day, bytes: new Uint8Array(salt.slice(0, SALT_BYTES)) };
      const checksum = salt.slice(SALT_BYTES);
      if (checksum.length > 0 && !checksumOf(read).equals(checksum)) throw damage();
      return read;
    });

const damage = () => Object.assign(new Error('damaged'), { code: DAMAGED_CODE });

function checksumOf({ zone, day, bytes }: Salt): Buffer {
  // Versions whose days were those of UTC wrote no zone.
  const label = zone === 'UTC' ? day : `${zone} ${day}`;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(Bun.hash.crc32(Buffer.concat([Buffer.from(label), bytes])));
  return checksum;
}
