/** Imports the extras of an exported folder: what it has besides rows of hits, such as kudos and notes. */
import { toDay } from '../../lib/time.ts';
import type { ImportChange, ImportRow } from './store.ts';

/** Stores the extras of imports, outside the store of hits. */
export interface ExtrasStore {
  /** Removes what an import added, if anything. */
  remove(importKey: string): Promise<void>;
}

/** Counts of an import of extras. */
export interface ExtrasReport {
  readonly imported: number;
  readonly duplicates: number;
  readonly bad: number;
  /** Time of the first and last good row. */
  readonly first: Date | null;
  readonly last: Date | null;
}

interface ExtrasDeps {
  readonly remove: (row: ImportRow) => Promise<void>;
  readonly end: (row: ImportRow, change: ImportChange & Pick<ImportRow, 'status'>) => void;
  readonly fail: (row: ImportRow, error: unknown) => void;
}

const toCounts = ({ imported, duplicates, bad, first, last }: ExtrasReport): ImportChange => ({
  rowsRead: imported + duplicates + bad,
  rowsImported: imported,
  rowsSkipped: duplicates,
  rowsBad: bad,
  startDate: first && toDay(first, 'UTC'),
  endDate: last && toDay(last, 'UTC'),
});

/** Creates the function that runs an import already recorded as running. It adds everything, or nothing. */
export const createRunExtras =
  ({ end, remove, fail }: ExtrasDeps) =>
  async (row: ImportRow, add: (importKey: string) => Promise<ExtrasReport>) => {
    try {
      const report = await add(row.importKey);
      end(row, { status: 'completed', ...toCounts(report) });
      return { id: row.id, ...report };
    } catch (error) {
      await remove(row);
      fail(row, error);
      throw error;
    }
  };
