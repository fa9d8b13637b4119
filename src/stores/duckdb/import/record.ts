/** The record of an import in the file of hits: the ids of its rows, and its report. */

import { coverDays } from '../../../core/days.ts';
import type { HitKind } from '../../../core/hits/columns.ts';
import type { ImportedHits, ImportReport } from '../../../core/hits/import.ts';
import { type Read, type Run, sql } from '../sql/sql.ts';

/** First and last id of the imported rows, by kind. */
export type ImportedIds = Readonly<Partial<Record<HitKind, readonly [first: number, last: number]>>>;

interface ImportRecord {
  readonly siteId: number;
  readonly importKey: string;
  readonly ids: ImportedIds;
  readonly report: ImportReport;
}

/** Records an import. Call it in the rebuild that adds its rows. */
export const recordImport = async (
  run: Run,
  { siteId, importKey, ids, report }: ImportRecord,
): Promise<void> => {
  await run(
    sql`insert into imports values (${importKey}, ${siteId}, ${JSON.stringify(ids)}, ${JSON.stringify(report)})`,
  );
};

/** Returns the record of an import; undefined when there is none. */
export const findImport = async (
  read: Read,
  siteId: number,
  importKey: string,
): Promise<Pick<ImportRecord, 'ids' | 'report'> | undefined> => {
  const [found] = await read<{ ids: string; report: string }>(
    sql`select ids, report from imports where site_id = ${siteId} and import_key = ${importKey}`,
  );
  if (!found) return undefined;
  const report = JSON.parse(found.report);
  const toDate = (time: string | null) => (time === null ? null : new Date(time));
  return {
    ids: JSON.parse(found.ids),
    report: { ...report, first: toDate(report.first), last: toDate(report.last) },
  };
};

/** Returns the hits of an import, as far as its record says: any others may have been stored during it. */
export const findImportedHits = async (
  read: Read,
  siteId: number,
  importKey: string,
): Promise<ImportedHits | undefined> => {
  const found = await findImport(read, siteId, importKey);
  const ids = found?.ids.hit;
  if (!ids || !found.report.first || !found.report.last) return undefined;
  const days = coverDays({ start: found.report.first, end: new Date(+found.report.last + 1) });
  return { siteId, ids, lastIdBefore: 0, days };
};
