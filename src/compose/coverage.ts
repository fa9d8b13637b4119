/** Composes the comparison of crawls with hits. */
import { createCoverageService } from '../features/content/coverage/service.ts';
import type { Content } from './content.ts';
import type { Imports } from './imports.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Stores } from './stores.ts';

export const composeCoverage = ({
  stores,
  reads,
  content,
  follow,
}: {
  readonly stores: Stores;
  readonly reads: QueuedHits;
  readonly content: Content;
  readonly follow: Imports['follow'];
}) =>
  createCoverageService({
    store: content.store,
    hits: reads.reportHits,
    logSums: stores.logSums,
    listPending: follow.listSums,
  });
