/** Collects finished attempts and records them in batches, since each commit waits for the disk. */
import type { Log } from '../../../core/log.ts';
import type { Attempted, RecordResults } from './result-recorder.ts';

/** Minimum time between two batches. */
const RECORD_PAUSE_MS = 250;
/** Pause after a batch could not be recorded. */
const RETRY_PAUSE_MS = 5000;

export interface ResultBatcherDeps {
  readonly recordResults: RecordResults;
  /** Returns whether a redelivery was requested during the attempt. */
  readonly isRedelivery: (attempted: Attempted) => boolean;
  /** Called with the recorded attempts of each webhook. */
  readonly onRecorded: (webhookId: number, attempted: readonly Attempted[]) => void;
  readonly log: Log;
}

export function createResultBatcher(deps: ResultBatcherDeps) {
  let attempted: Attempted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let recordedAtMs = Number.NEGATIVE_INFINITY;

  function record(): void {
    timer = undefined;
    recordedAtMs = performance.now();
    const batch = attempted.map(one => ({ ...one, isRedelivery: deps.isRedelivery(one) }));
    try {
      deps.recordResults(batch);
    } catch (error) {
      deps.log.error({ err: error, deliveries: batch.length }, 'deliveries could not be written down');
      timer = setTimeout(record, RETRY_PAUSE_MS);
      return;
    }
    attempted = [];
    for (const [webhookId, own] of Map.groupBy(batch, ({ delivery }) => delivery.webhookId))
      deps.onRecorded(webhookId, own);
  }

  return {
    /** Adds an attempt to the next batch. */
    add(one: Attempted): void {
      attempted.push(one);
      timer ??= setTimeout(record, Math.max(0, recordedAtMs + RECORD_PAUSE_MS - performance.now()));
    },
    /** Records the last batch, once. */
    stop(): void {
      if (timer) clearTimeout(timer);
      if (attempted.length > 0) record();
      if (timer) clearTimeout(timer);
    },
  };
}

export type ResultBatcher = ReturnType<typeof createResultBatcher>;
