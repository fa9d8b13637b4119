/** Compares the two databases of a data folder at the start, and records the position of each in the other while the server runs. */

import { CommandError } from '../core/errors.ts';
import { HIT_KINDS } from '../core/hits/columns.ts';
import { createMutex } from '../lib/mutex.ts';
import { findHitsLocation, findMissingClickHouseFile } from '../stores/clickhouse-file.ts';
import { LOSS_REMEDY } from '../stores/data-folder.ts';
import type { DataFolder } from '../stores/data-folder-types.ts';
import type { HitEngine } from '../stores/duckdb/engine-types.ts';
import { writePositionFiles } from '../stores/position-files.ts';
import {
  type AppPosition,
  combineRecorded,
  comparePositions,
  compareWithRecorded,
  describeMissingChanges,
  expectedIds,
  greatestIds,
  type LastIds,
  LINEAGE_SECRET,
  lineageOf,
  missingIds,
  type ReadPositions,
} from '../stores/positions.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { findSecret, loadSecret } from '../stores/sqlite/secrets.ts';
import { listStorageIds } from '../stores/sqlite/storage-ids.ts';
import { isDrawn } from '../stores/storage-ids.ts';

const NOTE_MS = 250;
/** Minimum interval for writing positions that only the server's own records change, and ids of hits. */
const RECORD_NOTE_MS = 1000;

export interface StorePair {
  readonly folder: DataFolder;
  readonly db: AppDb;
  readonly engine: HitEngine;
}

/**
 * Makes sure that neither database is older than the other one knows, and that no id is used twice; returns the storage ids
 * of sites that have hits but no configuration. Throws a `CommandError` when changes of the configuration are missing,
 * unless `acceptsLoss`, and when the two come from different data folders.
 */
export async function reconcileStores(
  pair: StorePair,
  { acceptsLoss, notes }: { readonly acceptsLoss: boolean; readonly notes: readonly ReadPositions[] },
): Promise<ReadonlySet<number>> {
  const { folder, db, engine } = pair;
  const { recorded, files } = combineRecorded(engine.recordedAppPosition(), notes);
  // Not created here: a configuration without its secret has lost everything else too.
  const secret = findSecret(db, LINEAGE_SECRET);
  const present = db.position(secret ? lineageOf(secret) : '');
  if (recorded)
    checkConfiguration(pair, {
      present,
      recorded,
      others: files.map(file => file.configuration),
      acceptsLoss,
    });
  const missing = missingIds(expectedIds(db.hitIds(), files), engine.lastIds());
  await engine.raiseIds(greatestIds([db.hitIds(), ...files.map(({ hitIds }) => hitIds)]));
  if (missing > 0)
    folder.log.error(
      { missing },
      'hits that were stored before are not in the files of hits; their ids are not given again',
    );
  const missingFile = findMissingClickHouseFile(folder, notes);
  if (missingFile) folder.log.error(missingFile);
  const orphans = await findOrphans(pair);
  // The server starts on a full disk too: older positions only detect less.
  await noteBoth(pair).catch(error =>
    folder.log.warn({ err: error }, 'the positions of the databases could not be recorded'),
  );
  return orphans;
}

function checkConfiguration(
  { folder, db }: StorePair,
  positions: {
    readonly present: AppPosition;
    readonly recorded: AppPosition;
    /** Of the same data folder. */
    readonly others: readonly AppPosition[];
    readonly acceptsLoss: boolean;
  },
): void {
  const { present, recorded, others, acceptsLoss } = positions;
  const comparison = compareWithRecorded(present, recorded, others);
  const until = new Date(recorded.at).toISOString();
  if (comparison.outcome === 'current' && comparePositions(present, recorded).outcome === 'older')
    folder.log.warn(
      'this folder is a copy of a running server: changes of the configuration made during the copy are not in it',
    );
  if (comparison.outcome === 'foreign') {
    const fault = `The configuration (app.*) and the hits (hits.*) in ${folder.path} come from two different data folders`;
    // A configuration without sites cannot show the hits of one for those of another.
    if (!acceptsLoss || listStorageIds(db).size > 0)
      throw new CommandError(`${fault}: restore both from one copy`);
    folder.log.error(fault);
  }
  if (comparison.outcome === 'older') {
    const { missingChanges } = comparison;
    const fault = `The configuration in ${folder.path} ${describeMissingChanges(missingChanges)}, the last made before ${until}`;
    if (!acceptsLoss) throw new CommandError(`${fault}. ${LOSS_REMEDY}`);
    folder.log.error({ missingChanges, until }, fault);
  }
  if (comparison.outcome === 'shorter')
    folder.log.warn(
      { until },
      'records of the configuration, such as kudos, checks or deliveries, are missing',
    );
  for (const position of [recorded, ...others]) db.raiseCounters(position);
}

/** Storage ids that have rows, and no site. */
async function findOrphans({ folder, db, engine }: StorePair): Promise<ReadonlySet<number>> {
  const known = listStorageIds(db);
  const stored = await engine.siteIds({ isEarly: true }).catch(error => {
    // Storage ids are random and do not collide: a failure only costs the message about orphans.
    folder.log.error(
      { err: error },
      'hits of sites that the configuration does not know could not be looked for',
    );
    return [];
  });
  const orphans = stored.filter(storageId => !known.has(storageId));
  if (orphans.length === 0) return new Set();
  folder.log.error(
    { sites: orphans.length },
    'there are hits of sites that the configuration does not know; they are kept and shown nowhere',
  );
  // Those of version 0.1 are ids of sites.
  const siteIds = orphans.filter(storageId => !isDrawn(storageId));
  if (siteIds.length > 0)
    db.raiseCounters({ ...db.position(''), changes: 0, lastIds: { sites: Math.max(...siteIds) } });
  return new Set(orphans);
}

async function noteBoth(pair: StorePair): Promise<void> {
  const { db } = pair;
  const lineage = lineageOf(loadSecret(db, LINEAGE_SECRET));
  noteHitIds(pair, lineage);
  await noteConfiguration(pair, db.position(lineage));
}

/**
 * Notes how far the configuration has come wherever it is recorded: in the files first, so that the one that a copy takes
 * last is never older than the journal in it.
 */
async function noteConfiguration(pair: StorePair, configuration: AppPosition): Promise<void> {
  writeFiles(pair, configuration);
  await pair.engine.recordAppPosition(configuration);
}

const writeFiles = ({ folder, engine }: StorePair, configuration: AppPosition): void =>
  writePositionFiles(folder, {
    configuration,
    hitIds: engine.lastIds(),
    journal: engine.journalInode(),
    hitsLocation: findHitsLocation(folder),
  });

/** Notes in the configuration how far the hits have come; in the files first, as above. */
function noteHitIds(pair: StorePair, lineage: string): void {
  const { db, engine } = pair;
  const hitIds = engine.lastIds();
  if (!isAhead(hitIds, db.hitIds())) return;
  writeFiles(pair, db.position(lineage));
  db.recordHitIds(hitIds);
}

/** Records the position of each database in the other while the server runs. */
export interface PositionKeeper {
  /**
   * Records the changes that people made since the last time, and resolves when that is on disk: a response that waits for
   * it reports nothing that could be lost unnoticed. Undefined when there is nothing to record. Never fails.
   */
  recordChanges(): Promise<void> | undefined;
  /** Records both positions at the end. */
  close(): Promise<void>;
}

/** Starts to check for changes a few times a second; nothing is written while there are none. */
export function startPositionKeeper(pair: StorePair): PositionKeeper {
  const { db, engine, folder } = pair;
  const lineage = lineageOf(loadSecret(db, LINEAGE_SECRET));
  let recording: Promise<void> | undefined;
  let recordsNotedAt = 0;
  const recordChanged = async () => {
    const recorded = engine.recordedAppPosition();
    const isRecordTurn = Bun.nanoseconds() / 1e6 - recordsNotedAt >= RECORD_NOTE_MS;
    if (isRecordTurn) {
      recordsNotedAt = Bun.nanoseconds() / 1e6;
      noteHitIds(pair, lineage);
    }
    const present = db.position(lineage);
    const hasRecords = present.generation !== recorded?.generation || present.frames !== recorded.frames;
    if (present.changes !== recorded?.changes || (isRecordTurn && hasRecords))
      await noteConfiguration(pair, present);
  };
  const timer = setInterval(() => {
    recording ??= recordChanged()
      .catch(error =>
        folder.log.debug({ err: error }, 'the positions of the databases could not be recorded'),
      )
      .finally(() => {
        recording = undefined;
      });
  }, NOTE_MS);
  timer.unref();
  /** The next write, which has not started: all callers until then share it. */
  let next: Promise<void> | undefined;
  const notes = createMutex();
  const noteSoon = (): Promise<void> => {
    next ??= notes.runExclusive(() => {
      next = undefined;
      return noteConfiguration(pair, db.position(lineage));
    });
    return next;
  };
  const skip = (error: unknown) =>
    folder.log.debug({ err: error }, 'the position of the configuration was not recorded');
  return {
    recordChanges: () => {
      try {
        if (db.changes === engine.recordedAppPosition()?.changes) return undefined;
        return noteSoon().catch(skip);
      } catch (error) {
        skip(error);
        return undefined;
      }
    },
    close: async () => {
      clearInterval(timer);
      await recording;
      await noteBoth(pair).catch(error =>
        folder.log.warn({ err: error }, 'the positions of the databases could not be recorded'),
      );
    },
  };
}

const isAhead = (ids: LastIds, recorded: Partial<LastIds>): boolean =>
  HIT_KINDS.some(kind => ids[kind] > (recorded[kind] ?? 0));
