/** Keeps sums up to date: in each rebuild, and in memory between two rebuilds. */

import { updateChannels } from './aggregates/channels.ts';
import { updateSums } from './aggregates/update.ts';
import { refreshVisitors } from './aggregates/visitors.ts';
import type { HitEngine, Rebuild } from './engine-types.ts';
import { sql, toRead } from './sql/sql.ts';
import { rebuildVisits, refreshVisits } from './visits/update.ts';

/**
 * Number of hits up to which scanning the whole table costs less than the further operators of a statement over sums:
 * reports over a year break even between 300,000 hits and 1,000,000. One site's share does not matter: a scan reads all.
 */
export const MAX_RAW_HITS = 200_000;

/** Rows of sums by a value that every site may have: they take as much space as a few thousand hits. */
const MIN_WIDE_ROWS = 2_000;

interface SumsOptions {
  /** Maximum number of hits of all sites at which reports read raw rows instead of sums. */
  readonly maxRawHits?: number;
  /** Maximum number of hits that are summed up at once. */
  readonly rowsPerSlice?: number | undefined;
  /** Number of rows up to which a site always keeps its sums by a value. */
  readonly minWideRows?: number | undefined;
}

/**
 * Returns whether a copy has no sums and needs none yet. They are started at half the number of hits from which reports read
 * them, so that they exist by then; once started, they are maintained however few hits are left.
 */
const needsNone = async (copy: Rebuild, maxRawHits: number): Promise<boolean> => {
  const [found] = await toRead(copy)<{ readonly needs_none: boolean }>(
    sql`select watermark = 0 and (select count(*) from hits) <= ${Math.floor(maxRawHits / 2)} as needs_none from sum_state`,
  );
  return found?.needs_none ?? false;
};

export const keepSums = (
  engine: HitEngine,
  { maxRawHits = MAX_RAW_HITS, rowsPerSlice, minWideRows = MIN_WIDE_ROWS }: SumsOptions = {},
): void => {
  // A first start after an upgrade may have ended before they were made.
  const isDue = !engine.sums().isMade && engine.countHits() > Math.max(0, maxRawHits);
  engine.onRebuild(async copy => {
    await updateChannels(copy, rowsPerSlice);
    if (await needsNone(copy, maxRawHits)) return rebuildVisits(copy, rowsPerSlice);
    await updateSums(copy, { rowsPerSlice, minWideRows }, () => rebuildVisits(copy, rowsPerSlice));
  }, isDue);
  engine.onRefresh(async tables => {
    await refreshVisits(tables);
    await refreshVisitors(tables);
  });
};
