/** Marks of unique hits that an import moves. */
import type { MemoryRow } from './memory-hit-store.ts';

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
