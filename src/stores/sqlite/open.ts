import { statSync } from 'node:fs';
import { unavailable } from '../../core/errors.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Migration } from '../migrate.ts';
import type { ConfigDb } from './config-db.ts';
import {
  buildNext,
  type ConfigGeneration,
  closeGeneration,
  logBytes,
  openConfigGeneration,
  startConfigGeneration,
  writeCopy,
} from './generation.ts';
import { configMigrations } from './schema.ts';

const MIB = 1024 ** 2;
const ROTATION_BYTES = 32 * MIB;
const NIGHTLY_BYTES = MIB;
const NIGHT_MS = 20 * 60 * 60 * 1000;

/**
 * The configuration database of a data folder that this process holds. Throws a `CommandError` when it cannot be used.
 * A committed transaction is on disk; nothing is folded together in place, neither while running nor at `close`.
 */
export function openConfigDb(
  folder: DataFolder,
  migrations: readonly Migration[] = configMigrations,
): ConfigDb {
  let current = startConfigGeneration(folder, migrations);
  const superseded: ConfigGeneration[] = [];
  let isInTransaction = false;

  /** Folding a large file in takes a while, during which nothing else happens: it waits for a log in proportion. */
  const isLarge = (bytes: number): boolean =>
    bytes >= ROTATION_BYTES && bytes >= statSync(current.file).size / 2;
  /** Large, or worth the while after most of a day. */
  const isGrown = (): boolean => {
    const bytes = logBytes(current.file);
    const ageMs = folder.clock.now().getTime() - statSync(current.file).mtimeMs;
    return isLarge(bytes) || (bytes >= NIGHTLY_BYTES && ageMs >= NIGHT_MS);
  };
  const rotate: ConfigDb['rotate'] = ({ force = false } = {}) => {
    if (isInTransaction || !(force || isGrown())) return;
    const next = current.number + 1;
    buildNext(folder, current, next);
    closeGeneration(current);
    superseded.push(current);
    current = openConfigGeneration(folder, next);
    folder.retire('app');
  };
  const rotateWhenLarge = () => {
    if (!isLarge(logBytes(current.file))) return;
    try {
      rotate();
    } catch (error) {
      folder.log.warn(
        { err: error },
        'the log of the configuration could not be folded in; it goes on growing',
      );
    }
  };
  return {
    get db() {
      return current.db;
    },
    prepared: build => {
      let made: { readonly by: ConfigGeneration; readonly statement: ReturnType<typeof build> } | undefined;
      return () => {
        if (made?.by !== current) made = { by: current, statement: build(current.db) };
        return made.statement;
      };
    },
    transaction: work => {
      if (isInTransaction) throw new Error('A transaction of the configuration is going on already');
      isInTransaction = true;
      try {
        const { db, client } = current;
        return client.transaction(() => work(db)).immediate();
      } catch (error) {
        throw diskRefusal(error) ?? error;
      } finally {
        isInTransaction = false;
        rotateWhenLarge();
      }
    },
    rotate,
    backupTo: file => writeCopy(current, file),
    ping: () => {
      current.client.query('SELECT 1').get();
    },
    get sizeBytes() {
      return statSync(current.file).size + logBytes(current.file);
    },
    close: () => closeGeneration(current),
  };
}

/** 503 for a write that the disk did not take. */
function diskRefusal(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(FULL|IOERR|READONLY)/.test(code)
    ? unavailable('The server cannot store this right now (is its disk full?): try again later')
    : undefined;
}
