/** Keeps what is summed up of rows: in each rebuild, and in memory between two. */
import type { HitEngine } from './engine-types.ts';
import { updateChannels } from './rollups/channels.ts';
import { beginEngagement, updateEngagement } from './rollups/engagement.ts';
import { ownSums } from './rollups/own-values.ts';
import { pageSums, updatePaths } from './rollups/pages.ts';
import { returningSums } from './rollups/returning-visits.ts';
import { updateRollUps } from './rollups/update.ts';
import { visitGroupSums } from './rollups/visit-groups.ts';
import { updateVisitorSums } from './rollups/visitor-sums.ts';
import { refreshVisitors } from './rollups/visitors.ts';
import { toRun } from './sql/sql.ts';
import { rebuildVisits, refreshVisits } from './visits/update.ts';

export const keepSums = (engine: HitEngine, rowsPerSlice?: number): void => {
  engine.onRebuild(async copy => {
    await updateChannels(copy, rowsPerSlice);
    await beginEngagement(copy);
    const watermark = await updateRollUps(copy, rowsPerSlice);
    await updatePaths(toRun(copy));
    await updateVisitorSums(copy, [pageSums, ownSums, visitGroupSums, returningSums], {
      watermark,
      rowsPerSlice,
      updateVisits: () => rebuildVisits(copy, rowsPerSlice),
    });
    await updateEngagement(copy, rowsPerSlice);
  });
  engine.onRefresh(async tables => {
    await refreshVisits(tables);
    await refreshVisitors(tables);
  });
};
