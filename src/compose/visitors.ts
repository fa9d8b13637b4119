/** Composes what one person left. */
import { createVisitorsService } from '../features/visitors/service.ts';
import type { Ingest } from './ingest.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Stores } from './stores.ts';

export const composeVisitors = ({
  stores,
  reads,
  ingest,
}: {
  readonly stores: Stores;
  readonly reads: QueuedHits;
  readonly ingest: Ingest;
}) =>
  createVisitorsService({
    reads: reads.reportHits,
    hits: stores.hits,
    hashVisitor: ingest.visitors.stableHash,
  });
