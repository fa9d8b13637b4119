/** Removals over plain arrays. */
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { ImportReport } from '../../src/core/hits/import.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';

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
