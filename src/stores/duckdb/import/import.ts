/**
 * Imports a history from a file into the next snapshot. It works on the rebuild's copy, in an instance of its own that alone
 * may read outside the data folder: the live one stays locked down and keeps its memory, and a failed import leaves nothing.
 */

import { coverDays } from '../../../core/days.ts';
import { CommandError } from '../../../core/errors.ts';
import type { ImportedKind } from '../../../core/hits/columns.ts';
import {
  GIVEN_VALUE,
  type ImportedHits,
  type ImportReport,
  type ImportRequest,
} from '../../../core/hits/import.ts';
import type { ParquetFiles } from '../../../core/hits/parquet-files.ts';
import type { Span } from '../../../core/span.ts';
import { storeChannels } from '../aggregates/channels.ts';
import { addToSums } from '../aggregates/hits.ts';
import type { CopySession, HitEngine, Rebuild } from '../engine-types.ts';
import { createFileSource } from '../export/row-source.ts';
import { loadLogSums } from '../log-sums/load.ts';
import { allowSorting, isOutOfMemory, NeedsMemory } from '../memory.ts';
import { tableOf } from '../queries/conditions.ts';
import { unionAll } from '../queries/parts.ts';
import { markSeenOnSeveralDays, toDateSql } from '../site-zones.ts';
import { raw, sql, toRead, toRun } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { deriveValues } from './derive.ts';
import { type Fault, MAX_REPORTED_FAULTS } from './fields.ts';
import { type ImportFile, openImportFile } from './file.ts';
import { recordImport } from './record.ts';
import { findFaultyRows, type ImportInput } from './rules.ts';
import { openSource, toFileError } from './source.ts';
import { needsSorting, splitRows, toTimes } from './split-rows.ts';
import { type Batch, storeBatch } from './store-rows.ts';

interface FaultRow {
  readonly row: number;
  readonly message: string;
}

/** Finds bad rows and stores their numbers. Returns the first of them, and the first of each kind of fault, by line. */
const findFaults = async (copy: Rebuild, input: ImportInput) => {
  const { source } = input;
  const faulty = findFaultyRows(input);
  await toRun(copy)(sql`create table staging.main.faults as ${faulty}`);
  const [counted] = await copy.read<{ faulty: number }>('select count(*) as faulty from staging.main.faults');
  const count = counted?.faulty ?? 0;
  const kinds = await copy.read<FaultRow & { kind: string; count: number }>(
    `select split_part(message, '${GIVEN_VALUE}', 1) as kind, min(row) as row, arg_min(message, row) as message,
       count(*) as count
     from staging.main.faults group by kind order by min(row) limit ${MAX_REPORTED_FAULTS}`,
  );
  const first = await copy.read<FaultRow>(
    `select row, message from staging.main.faults order by row limit ${MAX_REPORTED_FAULTS}`,
  );
  const messages = new Map([...first, ...kinds].map(({ row, message }) => [row, message]));
  const lines = await source.findLines([...messages.keys()]);
  const named = [...messages].map(([row, message]): Fault => ({ line: lines.get(row) ?? row + 1, message }));
  return {
    faulty: count,
    bad: count + source.broken.count,
    faults: [...source.broken.faults, ...named].sort((a, b) => a.line - b.line),
    faultCounts: Object.fromEntries([
      ...source.broken.counts,
      ...kinds.map(({ kind, count: ofKind }) => [kind, ofKind] as const),
    ]),
  };
};

/** Imported rows of a kind, which those that were stored during the import have to be reconciled with. */
interface ImportedRows extends ImportedHits {
  readonly kind: ImportedKind;
}

/** Reconciles hits that were stored during the import: they lose the mark where an imported one is now the first of its visitor's day. */
const reconcileMarks = async (
  copy: CopySession,
  { siteId, lastIdBefore, ids: [first, last], days }: ImportedRows,
): Promise<void> => {
  for (const mark of ['is_unique', 'is_first_of_day']) {
    const path = raw(mark === 'is_unique' ? 'and old.path is not distinct from hits.path' : '');
    const statement = sql`update hits set ${raw(mark)} = false
      where site_id = ${siteId} and id > ${lastIdBefore} and (id < ${first} or id > ${last}) and ${raw(mark)} and exists (
        select 1 from hits old where old.site_id = ${siteId} and old.id between ${first} and ${last}
        and old.created_at >= ${days.start} and old.${raw(mark)} and old.visitor_hash = hits.visitor_hash
        and old.day = hits.day ${path})`;
    await toRun(copy)(statement);
  }
};

/**
 * Reconciles rows that were stored during the import. Those whose ids are below the imported ones are below the watermarks:
 * sums and stored visits lack them.
 */
const reconcile = async (
  copy: CopySession,
  imported: ImportedRows,
  { hasSums }: { readonly hasSums: boolean },
): Promise<void> => {
  const { kind, lastIdBefore, ids } = imported;
  if (kind === 'hit') await reconcileMarks(copy, imported);
  if (!hasSums || ids[0] === lastIdBefore + 1) return;
  const run = toRun(copy);
  const missed = sql`id > ${lastIdBefore} and id < ${ids[0]}`;
  if (kind === 'hit') {
    await storeChannels(run, raw('hits'), missed);
    await addToSums(run, missed, 1);
  }
  await markVisitsStale(run, kind, missed);
};

/** Sets the followed import of the imported rows. */
const markFollowed = async (
  copy: Rebuild,
  imported: readonly ImportedRows[],
  followedImport: number,
): Promise<void> => {
  for (const { kind, ids } of imported)
    await toRun(copy)(
      sql`update ${tableOf(kind)} set followed_import = ${followedImport} where id between ${ids[0]} and ${ids[1]}`,
    );
};

/** Marks visitors as stable who have a daily hash of another time zone and are on several days of the site. */
const markDayVisitors = async (copy: Rebuild, imported: readonly ImportedRows[]): Promise<void> => {
  const visitors = imported
    .filter(({ kind }) => kind !== 'agent_visit')
    .map(
      ({ siteId, kind, ids: [first, last] }) => sql`select visitor_hash from ${tableOf(kind)}
        where site_id = ${siteId} and id between ${first} and ${last} and not visitor_is_stable`,
    );
  const [{ siteId } = {}] = imported;
  if (siteId === undefined || visitors.length === 0) return;
  await markSeenOnSeveralDays(toRun(copy), {
    site: sql`site_id = ${siteId}`,
    rows: sql`visitor_hash in (${unionAll(visitors)})`,
    summed: sql`id <= ${copy.lastIds.hit}`,
  });
};

/** Ends the rebuild of a dry run, so that nothing of it stays. */
class DryRun extends Error {
  override readonly name = 'DryRun';
  constructor(readonly report: ImportReport) {
    super('a dry run has ended');
  }
}

/** An import of more rows takes twice as long with the memory of a frugal rebuild, and at 100 million that does not suffice. */
const MAX_FRUGAL_ROWS = 20_000_000;

/** Ends a frugal rebuild of many rows, which then begins again with more memory. */
const requireMemory = ({ isFrugal }: Rebuild, rows: number): void => {
  if (isFrugal && rows > MAX_FRUGAL_ROWS) throw new NeedsMemory(`${rows} rows`);
};

/** Throws for a file with more rows than the request allows. */
const requireFewRows = ({ file, name = file, maxRows }: ImportRequest, rows: number): void => {
  if (maxRows !== undefined && rows > maxRows)
    throw new CommandError(
      `${name} has ${rows} rows, and an upload may have ${maxRows}: split it, or have the operator import it with \`footfall import\``,
    );
};

/** Options of an import. */
export interface ImportOptions {
  /** Maximum number of rows that are stored at once. */
  readonly rowsPerPart?: number | undefined;
  /** Where the rows are kept that were stored before; by default, and besides, here. */
  readonly files?: ParquetFiles;
  /** Receives the imported hits, once they are stored. */
  readonly onHits?: (hits: ImportedHits) => void;
}

/** Returns the days of the site that rows of a batch are on, whole. */
const daysOf = ({ parts }: Batch, zone: string): Span => {
  const { first, last } = toTimes(parts);
  return coverDays({ start: first, end: new Date(+last + 1) }, zone);
};

/** Returns a batch that is compared with rows that are kept elsewhere, besides those of the copy. */
const besideFiles = async (
  copy: Rebuild,
  batch: Batch,
  { files, zone }: { readonly files: ParquetFiles; readonly zone: string },
): Promise<Batch> => {
  const { siteId, kind } = batch;
  const span = daysOf(batch, zone);
  const kept = await createFileSource(files, { siteId, kind, span }, copy).openAll();
  const day = toDateSql(raw('created_at::timestamp'), zone, span);
  // The mark of a visitor's first row of a day is only of sums, which know the rows of this file.
  return {
    ...batch,
    stored: sql`(from ${batch.stored} union all by name
      select *, ${day} as day, false as is_first_of_day from ${kept} where id not in (select id from ${batch.stored}))`,
  };
};

/** Imports a history, all or nothing. Throws a `CommandError` when the file cannot be read in its format. */
export const importFile = async (
  engine: HitEngine,
  request: ImportRequest,
  { rowsPerPart, files, onHits }: ImportOptions = {},
): Promise<ImportReport> => {
  const { siteId, onProgress, signal } = request;
  const importedRows: ImportedRows[] = [];
  const load = async (copy: Rebuild, file: ImportFile): Promise<ImportReport> => {
    const zone = engine.zoneOf(siteId);
    const source = await openSource(copy, file, request);
    const counted = sql`select count(*) as rows from (${source.rows})`;
    const [all] = await toRead(copy)<{ rows: number }>(counted);
    const total = (all?.rows ?? 0) + source.broken.count;
    requireFewRows(request, total);
    requireMemory(copy, total);
    onProgress?.(0, total);
    const input = { source, derived: await deriveValues(copy, source, request), request };
    const { faulty, ...found } = await findFaults(copy, input);
    const imported = { hit: 0, event: 0, agent_visit: 0, engagement: 0 };
    let duplicates = 0;
    // A rebuild that ran out of memory is repeated.
    importedRows.length = 0;
    let done = found.bad;
    onProgress?.(done, total);
    const onDone = (rows: number): void => {
      done += rows;
      onProgress?.(done, total);
    };
    const batches = await splitRows(copy, input, { faulty, zone, rowsPerPart });
    if (batches.some(needsSorting)) await allowSorting(copy);
    for (const own of batches) {
      const batch = files ? await besideFiles(copy, own, { files, zone }) : own;
      const stored = await storeBatch(copy, batch, { isDryRun: request.isDryRun === true, onDone });
      imported[batch.kind] = stored.imported;
      duplicates += stored.duplicates;
      if (stored.imported > 0) {
        const { kind } = batch;
        const days = daysOf(batch, zone);
        importedRows.push({ kind, siteId, lastIdBefore: copy.lastIds[kind], ids: stored.ids, days });
      }
    }
    if (source.fields.has('visitor_is_stable')) await markDayVisitors(copy, importedRows);
    await file.assertUnchanged();
    await copy.run('detach staging');
    const parts = batches.flatMap(batch => batch.parts);
    const times = parts.length > 0 ? toTimes(parts) : { first: null, last: null };
    const report = { read: total, imported, duplicates, ...times, ...found };
    const ids = Object.fromEntries(importedRows.map(rows => [rows.kind, rows.ids]));
    if (request.isDryRun) throw new DryRun(report);
    const { importKey, logSums, followedImport, complete = given => given } = request;
    if (followedImport !== undefined) await markFollowed(copy, importedRows, followedImport);
    if (importKey !== undefined) {
      if (logSums !== undefined) await loadLogSums(toRun(copy), { siteId, importKey, file: logSums });
      await recordImport(toRun(copy), { siteId, importKey, ids, report: complete(report) });
    }
    return report;
  };
  const work = async (copy: Rebuild): Promise<ImportReport> => {
    const file = await openImportFile(request);
    try {
      return await load(copy, file);
    } catch (error) {
      const isRepeated = copy.isFrugal && isOutOfMemory(error);
      if (copy.signal.aborted || error instanceof DryRun || isRepeated) throw error;
      throw toFileError(error, file, request.format);
    } finally {
      await file.close();
    }
  };
  const finalize = async (copy: CopySession): Promise<void> => {
    for (const rows of importedRows) await reconcile(copy, rows, { hasSums: files === undefined });
  };
  try {
    const report = await engine.rebuild(work, { ...(signal && { signal }), finalize, isFrugal: true });
    const hits = importedRows.find(({ kind }) => kind === 'hit');
    if (hits) onHits?.(hits);
    return report;
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
};
