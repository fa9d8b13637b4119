/** Verifies the files of hits without changing a byte of them. */

import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { toFirstLine } from '../../../core/errors.ts';
import { HIT_KINDS } from '../../../core/hits/columns.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { CheckScope, FolderFiles } from '../../data-folder-types.ts';
import { APPLIED_MIGRATIONS, type AppliedMigration, findSchemaFaults } from '../../migrate.ts';
import type { AppPosition } from '../../positions.ts';
import { findSumFaults } from '../aggregates/check.ts';
import { type CopySession, type HitCheck, type IdCounters, TABLES } from '../engine-types.ts';
import { findSpanFaults } from '../imported-days/spans.ts';
import { countMissing, countRows, readIdCounters } from '../journal/id-counters.ts';
import { readJournal } from '../journal/reader.ts';
import { copyIdCounters, countRecord, sumKinds } from '../journal/replay.ts';
import { defaultMemoryLimitBytes } from '../memory.ts';
import { loadDuckDbReadOnly } from '../native/native.ts';
import { parseSiteId } from '../rows/rows.ts';
import { hitMigrations } from '../schema.ts';
import { openInstance } from '../sql/instance.ts';
import { createSession } from '../sql/session.ts';
import { quoteLiteral } from '../sql/sql.ts';
import { findVisitFaults } from '../visits/check.ts';
import { isMarkedDamaged } from './damage.ts';
import { wasInUse } from './lost-files.ts';
import type { Snapshot } from './snapshot.ts';

const SLICE_MS = 3;

const UNREADABLE: Omit<HitCheck, 'faults' | 'sizeBytes'> = {
  schema: null,
  rows: null,
  lastIds: null,
  configuration: undefined,
  storageIds: new Set(),
};

/** Checks the newest file of hits of a folder that no server uses, and its journal. */
export async function checkHitFiles(files: FolderFiles, scope: CheckScope = 'all'): Promise<HitCheck> {
  const [newest] = files.snapshots('hits');
  const faults = findOrphanJournals(files, newest ?? 0);
  if (newest === undefined)
    return { ...UNREADABLE, sizeBytes: 0, faults: [...faults, 'the hits (hits.*.duckdb) are missing'] };
  const file = files.databaseFile('hits', newest);
  const journal = files.logFile('hits', newest);
  const journalBytes = statSync(journal, { throwIfNoEntry: false })?.size;
  const sizeBytes = statSync(file).size + (journalBytes ?? 0);
  if (isMarkedDamaged(files, newest)) faults.push(`${basename(file)} has a block that could not be read`);
  if (journalBytes === undefined) faults.push(`${basename(journal)} is missing`);
  try {
    const base = await readFile(files, file, scope);
    faults.push(...base.faults);
    const { schema } = base;
    if (journalBytes === undefined) return { ...UNREADABLE, schema, rows: base.rows, sizeBytes, faults };
    const checkedJournal = await checkJournal(journal, base.counters);
    const next = files.logFile('hits', newest + 1);
    if (checkedJournal.isSuperseded && !(existsSync(next) && wasInUse(next)))
      faults.push(
        `${basename(files.databaseFile('hits', newest + 1))} is missing: ${basename(journal)} says that it had an import or a removal`,
      );
    return {
      sizeBytes,
      schema,
      rows: checkedJournal.rows,
      faults: [...faults, ...checkedJournal.faults],
      lastIds: checkedJournal.counters.lastIds,
      configuration: checkedJournal.configuration,
      storageIds: new Set([...base.storageIds, ...checkedJournal.storageIds]),
    };
  } catch (error) {
    const message = toFirstLine(error);
    return { ...UNREADABLE, sizeBytes, faults: [...faults, `${basename(file)} cannot be read: ${message}`] };
  }
}

/** Checks the current snapshot: its file, the rows that were loaded since, and its journal. */
export async function checkSnapshot(
  files: FolderFiles,
  snapshot: Pick<Snapshot, 'number' | 'session' | 'journal' | 'baseBytes' | 'counters' | 'configuration'>,
): Promise<HitCheck> {
  const { number, session, journal } = snapshot;
  const file = basename(files.databaseFile('hits', number));
  const applied = await session.read<AppliedMigration>(APPLIED_MIGRATIONS);
  const rows = await countRows(session);
  const faults = findOrphanJournals(files, number);
  if (isMarkedDamaged(files, number)) faults.push(`${file} has a block that could not be read`);
  const missing = sumKinds(countMissing(snapshot.counters, rows));
  if (missing !== 0) faults.push(`${file} and its journal lack ${missing} rows`);
  faults.push(...(await findContentFaults(session, file)));
  faults.push(...(await checkJournal(journal.file, await readIdCounters(session))).faults);
  return {
    sizeBytes: snapshot.baseBytes + journal.sizeBytes,
    schema: applied.at(-1)?.name ?? null,
    rows,
    faults,
    lastIds: snapshot.counters.lastIds,
    configuration: snapshot.configuration,
    storageIds: new Set(await listStorageIds(session)),
  };
}

const findOrphanJournals = (files: FolderFiles, newest: number): string[] =>
  files
    .orphanLogs('hits')
    .filter(({ number, file }) => number > newest && wasInUse(file))
    .map(({ file }) => `${basename(file)} is there without its file of hits`);

/** Reads every value of every table of a file. */
async function readFile(files: FolderFiles, file: string, scope: CheckScope) {
  const duckdb = await loadDuckDbReadOnly(files);
  const memoryLimitBytes = defaultMemoryLimitBytes();
  const open = await openInstance(duckdb, files, { memoryLimitBytes, isLocked: false, name: 'check' });
  const connection = await open.connect();
  try {
    await connection.run(`ATTACH ${quoteLiteral(file)} AS checked (READ_ONLY)`);
    await connection.run('USE checked');
    const session = createSession(duckdb, connection);
    const applied = await session.read<AppliedMigration>(APPLIED_MIGRATIONS);
    const counters = await readIdCounters(session);
    const rows = await countRows(session);
    const faults = scope === 'all' ? findSchemaFaults(hitMigrations, applied, file) : [];
    const missing = sumKinds(countMissing(counters, rows));
    if (missing !== 0) faults.push(`${basename(file)} lacks ${missing} rows`);
    const findFaults = scope === 'all' ? findContentFaults : readEveryValue;
    faults.push(...(await findFaults(session, basename(file))));
    const storageIds = await listStorageIds(session);
    return { schema: applied.at(-1)?.name ?? null, counters, rows, faults, storageIds };
  } finally {
    connection.closeSync();
    open.instance.closeSync();
  }
}

/** Reads everything, and compares what is stored about visits, pages and imported days where all can be read. */
async function findContentFaults(session: CopySession, name: string): Promise<string[]> {
  const faults = await readEveryValue(session, name);
  if (faults.length > 0) return faults;
  return [
    ...(await findVisitFaults(session, name)),
    ...(await findSumFaults(session, name)),
    ...(await findSpanFaults(session, name)),
  ];
}

/** Reads every value of every table of a session. Returns one fault for each table that cannot be read. */
export async function readEveryValue(session: CopySession, name: string): Promise<string[]> {
  const tables = await session.read<{ table_name: string }>(
    'SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() ORDER BY table_name',
  );
  const faults: string[] = [];
  for (const { table_name: table } of tables)
    try {
      await session.read(`SELECT bit_xor(hash(t)) FROM "${table}" t`);
    } catch (error) {
      const message = toFirstLine(error);
      faults.push(`${name} is damaged: the table ${table} cannot be read (${message})`);
    }
  return faults;
}

/** Tables that have rows of sites; a file of an earlier version may lack the last ones. */
const SITE_TABLES = [...Object.values(TABLES), 'imported_spans', 'log_sums'];

/** Lists the storage ids that have rows. */
async function listStorageIds(session: CopySession): Promise<number[]> {
  const tables = await session.read<{ name: string }>(
    'SELECT table_name AS name FROM duckdb_tables() WHERE database_name = current_database()',
  );
  const present = SITE_TABLES.filter(table => tables.some(({ name }) => name === table));
  const rows = await session.read<{ site_id: number }>(
    present.map(table => `SELECT DISTINCT site_id FROM ${table}`).join(' UNION '),
  );
  return rows.map(row => row.site_id);
}

/** Reads a journal without replaying it; changes are counted by the numbers in their records. Other work runs in between. */
async function checkJournal(journal: string, base: IdCounters) {
  const slice = createTimeSlice(SLICE_MS);
  const counters = copyIdCounters(base);
  const storageIds = new Set<number>();
  const found = { missing: 0, corruptBytes: 0 };
  let configuration: AppPosition | undefined;
  let isSuperseded = false;
  for (const { record, startsAt, endsAt, isTorn } of readJournal(journal)) {
    if (slice.isOver()) await slice.next();
    if (record === undefined) {
      if (!isTorn) found.corruptBytes += endsAt - startsAt;
      continue;
    }
    isSuperseded = 'superseded' in record;
    if ('header' in record) configuration = record.header.configuration ?? configuration;
    if ('configuration' in record) configuration = record.configuration;
    found.missing += countRecord(counters, record);
    if ('rows' in record)
      for (const { rows } of record.rows) for (const row of rows) storageIds.add(parseSiteId(row));
  }
  const faults: string[] = [];
  if (found.corruptBytes > 0)
    faults.push(`${basename(journal)} is damaged: ${found.corruptBytes} bytes cannot be read`);
  if (found.missing > 0) faults.push(`${basename(journal)} lacks ${found.missing} rows`);
  const rows = Object.fromEntries(
    HIT_KINDS.map(kind => [kind, counters.lastIds[kind] - counters.removed[kind]]),
  );
  return { counters, configuration, storageIds, isSuperseded, faults, rows: rows as IdCounters['lastIds'] };
}
