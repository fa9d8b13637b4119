/** Keeps what is summed up of rows: in each rebuild, and in memory between two. */
import type { HitEngine } from './engine-types.ts';
import { updatePages } from './rollups/pages.ts';
import { updateRollUps } from './rollups/update.ts';
import { refreshVisitors } from './rollups/visitors.ts';
import { rebuildVisits, refreshVisits } from './visits/update.ts';

export const keepSums = (engine: HitEngine, rowsPerSlice?: number): void => {
  engine.onRebuild(async copy => {
    const watermark = await updateRollUps(copy, rowsPerSlice);
    await updatePages(copy, { watermark, rowsPerSlice }, () => rebuildVisits(copy, rowsPerSlice));
  });
  engine.onRefresh(async tables => {
    await refreshVisits(tables);
    await refreshVisitors(tables);
  });
};
