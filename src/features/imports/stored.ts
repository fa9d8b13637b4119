/** What the store has of an import: rows or days, found and removed by its key. */
import type { HitStore } from '../../core/hits/store.ts';
import { toDay } from '../../lib/time.ts';
import type { ExtrasStore } from './extras.ts';
import { countHits, countRows, type ImportOutcome, KINDS, toBadRows } from './load.ts';
import type { ImportChange, ImportRow } from './store.ts';

export type StoredHits = Pick<HitStore, 'findImport' | 'importedSpans' | 'remove' | 'removeDays'>;

/** Returns what the row of a completed import says of it. */
export const toCounts = (outcome: Omit<ImportOutcome, 'format' | 'kind'>): ImportChange => {
  const { read, imported, skipped, bad } = countRows(outcome);
  const { report, leftOut } = outcome;
  return {
    rowsRead: read,
    rowsImported: imported,
    rowsSkipped: skipped,
    rowsBad: bad,
    badRows: toBadRows(report),
    leftOut,
    startDate: report.first && toDay(report.first, 'UTC'),
    endDate: report.last && toDay(report.last, 'UTC'),
    hits: countHits(outcome),
  };
};

export const createStoredImports = (hits: StoredHits, extras: ExtrasStore) => ({
  /** Removes everything that an import added. */
  async remove({ id, siteId, importKey, kind, options }: ImportRow): Promise<void> {
    if (kind === 'days') await hits.removeDays(siteId, importKey);
    else {
      await extras.remove(importKey);
      const which = { importKey, ...(options.isFollowed && { followedImport: id }) };
      await hits.remove({ siteId, kinds: KINDS, which });
    }
  },
  /** Returns the counts to record for an import that is stored; undefined for one that is not. */
  async find({ siteId, importKey, kind }: ImportRow): Promise<ImportChange | undefined> {
    if (kind === 'rows') {
      const report = await hits.findImport(siteId, importKey);
      return report ? toCounts({ report, leftOut: report.leftOut ?? [], days: null }) : undefined;
    }
    // The counts of days were recorded before they were stored.
    const spans = await hits.importedSpans(siteId, 'stored');
    return spans.some(span => span.importKey === importKey) ? {} : undefined;
  },
});
