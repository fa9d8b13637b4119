/**
 * Imports a history from a file into the next snapshot. It works on the rebuild's copy, in an instance of its own that alone
 * may read outside the data folder: the live one stays locked down and keeps its memory, and a failed import leaves nothing.
 */
import { GIVEN_VALUE, type ImportReport, type ImportRequest } from '../../../core/hits/import.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { CopySession, HitEngine, Rebuild } from '../engine-types.ts';
import { loadLogSums } from '../log-sums/load.ts';
import { addToRollUps } from '../rollups/rollups.ts';
import { raw, sql, toRun } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { deriveValues } from './derive.ts';
import { type Fault, MAX_REPORTED_FAULTS } from './fields.ts';
import { type ImportFile, openImportFile } from './file.ts';
import { recordImport } from './record.ts';
import { findFaultyRows, type ImportInput } from './rules.ts';
import { openSource, toFileError } from './source.ts';
import { splitRows, toTimes } from './split-rows.ts';
import { type ImportKind, storeBatch } from './store-rows.ts';

interface FaultRow {
  readonly row: number;
  readonly message: string;
}

/** Finds bad rows and stores their numbers. Returns the first of them, and the first of each kind of fault, by line. */
const findFaults = async (copy: Rebuild, input: ImportInput) => {
  const { source } = input;
  const faulty = findFaultyRows(input);
  await copy.run(`create table staging.main.faults as ${faulty.text}`, faulty.values);
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
interface ImportedRows {
  readonly kind: ImportKind;
  readonly siteId: number;
  /** Newest id in the copy before the import. */
  readonly lastIdBefore: number;
  readonly ids: readonly [first: number, last: number];
  /** Start of the first day imported. */
  readonly from: Date;
}

/** Reconciles hits that were stored during the import: they lose the mark where an imported one is now the first of its visitor's day. */
const reconcileMarks = async (
  copy: CopySession,
  { siteId, lastIdBefore, ids: [first, last], from }: ImportedRows,
): Promise<void> => {
  for (const mark of ['is_unique', 'is_first_of_day']) {
    const path = raw(mark === 'is_unique' ? 'and old.path is not distinct from hits.path' : '');
    const statement = sql`update hits set ${raw(mark)} = false
      where site_id = ${siteId} and id > ${lastIdBefore} and (id < ${first} or id > ${last}) and ${raw(mark)} and exists (
        select 1 from hits old where old.site_id = ${siteId} and old.id between ${first} and ${last}
        and old.created_at >= ${from} and old.${raw(mark)} and old.visitor_hash = hits.visitor_hash
        and old.created_at::date = hits.created_at::date ${path})`;
    await copy.run(statement.text, statement.values);
  }
};

/**
 * Reconciles rows that were stored during the import. Those whose ids are below the imported ones are below the watermarks:
 * roll-ups and stored visits lack them.
 */
const reconcile = async (copy: CopySession, imported: ImportedRows): Promise<void> => {
  const { kind, lastIdBefore, ids } = imported;
  if (kind === 'hit') await reconcileMarks(copy, imported);
  if (ids[0] === lastIdBefore + 1) return;
  const run = toRun(copy);
  const missed = sql`id > ${lastIdBefore} and id < ${ids[0]}`;
  if (kind === 'hit') await addToRollUps(run, missed, 1);
  await markVisitsStale(run, kind, missed);
};

/** Ends the rebuild of a dry run, so that nothing of it stays. */
class DryRun extends Error {
  override readonly name = 'DryRun';
  constructor(readonly report: ImportReport) {
    super('a dry run has ended');
  }
}

/** Imports a history, all or nothing. Throws a `CommandError` when the file cannot be read in its format. */
export const importFile = async (
  engine: HitEngine,
  request: ImportRequest,
  rowsPerPart?: number,
): Promise<ImportReport> => {
  const { siteId, onProgress, signal } = request;
  const importedRows: ImportedRows[] = [];
  const load = async (copy: Rebuild, file: ImportFile): Promise<ImportReport> => {
    const source = await openSource(copy, file, request);
    const counted = sql`select count(*) as rows from (${source.rows})`;
    const [all] = await copy.read<{ rows: number }>(counted.text, counted.values);
    const total = (all?.rows ?? 0) + source.broken.count;
    onProgress?.(0, total);
    const input = { source, derived: await deriveValues(copy, source, request), request };
    const { faulty, ...found } = await findFaults(copy, input);
    const imported = { hit: 0, event: 0, agent_visit: 0 };
    let duplicates = 0;
    // A rebuild that ran out of memory is repeated.
    importedRows.length = 0;
    let done = found.bad;
    onProgress?.(done, total);
    const onDone = (rows: number): void => {
      done += rows;
      onProgress?.(done, total);
    };
    const batches = await splitRows(copy, input, { faulty, rowsPerPart });
    for (const batch of batches) {
      const stored = await storeBatch(copy, batch, { isDryRun: request.isDryRun === true, onDone });
      imported[batch.kind] = stored.imported;
      duplicates += stored.duplicates;
      if (stored.imported > 0) {
        const { kind } = batch;
        const from = new Date(Math.floor(+toTimes(batch.parts).first / DAY_MS) * DAY_MS);
        importedRows.push({ kind, siteId, lastIdBefore: copy.lastIds[kind], ids: stored.ids, from });
      }
    }
    await file.assertUnchanged();
    await copy.run('detach staging');
    const parts = batches.flatMap(batch => batch.parts);
    const times = parts.length > 0 ? toTimes(parts) : { first: null, last: null };
    const report = { read: total, imported, duplicates, ...times, ...found };
    const ids = Object.fromEntries(importedRows.map(rows => [rows.kind, rows.ids]));
    if (request.isDryRun) throw new DryRun(report);
    const { importKey, logSums } = request;
    if (importKey !== undefined) {
      if (logSums !== undefined) await loadLogSums(toRun(copy), { siteId, importKey, file: logSums });
      await recordImport(toRun(copy), { siteId, importKey, ids, report });
    }
    return report;
  };
  const work = async (copy: Rebuild): Promise<ImportReport> => {
    const file = await openImportFile(request);
    try {
      return await load(copy, file);
    } catch (error) {
      if (copy.signal.aborted || error instanceof DryRun) throw error;
      throw toFileError(error, file, request.format);
    } finally {
      await file.close();
    }
  };
  const finalize = async (copy: CopySession): Promise<void> => {
    for (const rows of importedRows) await reconcile(copy, rows);
  };
  const report = engine.rebuild(work, signal ? { signal, finalize } : { finalize });
  if (!request.isDryRun) return report;
  return report.catch(error => {
    if (error instanceof DryRun) return error.report;
    throw error;
  });
};
