/** Imports of what an exported folder has beside hits: kudos and notes, which are in the application database. */
import { toDay } from '../../lib/time.ts';
import type { ImportChange, ImportRow } from './store.ts';

/** What imports add outside the store of hits. */
export interface BesideHits {
  /** Removes what an import added; nothing where that is nothing. */
  remove(importKey: string): Promise<void>;
}

/** What an import of kudos or notes came to. */
export interface BesideReport {
  readonly imported: number;
  readonly duplicates: number;
  readonly bad: number;
  /** Time of the first and last good row. */
  readonly first: Date | null;
  readonly last: Date | null;
}

interface BesideDeps {
  readonly remove: (row: ImportRow) => Promise<void>;
  readonly end: (row: ImportRow, change: ImportChange & Pick<ImportRow, 'status'>) => void;
  readonly fail: (row: ImportRow, error: unknown) => void;
}

const toCounts = ({ imported, duplicates, bad, first, last }: BesideReport): ImportChange => ({
  rowsRead: imported + duplicates + bad,
  rowsImported: imported,
  rowsSkipped: duplicates,
  rowsBad: bad,
  startDate: first && toDay(first, 'UTC'),
  endDate: last && toDay(last, 'UTC'),
});

/** Creates the function that runs an import which is recorded as running: all of it is added, or nothing. */
export const createRunBeside =
  ({ end, remove, fail }: BesideDeps) =>
  async (row: ImportRow, add: (importKey: string) => Promise<BesideReport>) => {
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
