/** Removals over plain arrays, and marks of unique hits that an import moves. */
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { ImportReport } from '../../src/core/hits/import.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import type { MemoryRow } from './memory-hit-store.ts';

/** Whether a removal is of a row. */
export const isRemoved = (
  row: StoredHit,
  { siteId, which }: Removal,
  imports: ReadonlyMap<string, MemoryImport>,
): boolean => {
  if (row.siteId !== siteId) return false;
  if (which === 'all') return true;
  if ('visitorHash' in which) return row.visitorHash === which.visitorHash;
  if ('importKey' in which)
    return (
      imports.get(`${siteId} ${which.importKey}`)?.ids[row.kind]?.has(row.id) === true ||
      (which.followedImport !== undefined && row.followedImport === which.followedImport)
    );
  return 'ids' in which ? which.ids.includes(row.id) : row.createdAt < which.before;
};

/** A stored import: the ids of its rows by kind, and its report. */
export interface MemoryImport {
  readonly ids: Readonly<Partial<Record<HitKind, ReadonlySet<number>>>>;
  readonly report: ImportReport;
}

/** Moves the marks among imported rows to those that the file marks. */
export const moveMarks = (
  rows: readonly MemoryRow[],
  imported: readonly { readonly id: number; readonly isMarked: boolean }[],
): void => {
  const marks = new Map(imported.map(({ id, isMarked }) => [id, isMarked]));
  for (const row of rows.filter(({ id }) => marks.get(id))) {
    const holder = rows.find(other => other.isUnique && other.key === row.key);
    if (holder === undefined || marks.get(holder.id) !== false) continue;
    holder.isUnique = false;
    row.isUnique = true;
  }
};
