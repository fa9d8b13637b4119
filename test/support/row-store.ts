import type { HitStore } from '../../src/core/hits/store.ts';

/** A store of rows, without imports and exports. */
export type RowStore = Omit<
  HitStore,
  | 'importFile'
  | 'findImport'
  | 'exportRows'
  | 'importDays'
  | 'exportDays'
  | 'removeDays'
  | 'importedSpans'
  | 'storedSpans'
>;
