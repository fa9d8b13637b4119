/** Delivers the rows of imports, which are many: in steps of ids, and again until all are there. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../core/errors.ts';
import type { ImportedHits } from '../../core/hits/import.ts';
import type { Outbox } from '../../core/hits/outbox.ts';
import type { Log } from '../../core/log.ts';
import { createMutex } from '../../lib/mutex.ts';
import type { ClickHouse } from './client.ts';
import { type CopyOptions, copyRows } from './copy.ts';
import type { SiteDays } from './site-days.ts';

const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** Options of a delivery. */
export interface ImportDeliveryOptions extends CopyOptions {
  /** Called when ClickHouse does not take rows, which are tried again. */
  readonly onWaiting?: (() => void) | undefined;
  /** Hits of an import: those that were stored during it lose the marks that these have. */
  readonly hits?: ImportedHits | undefined;
}

export interface ImportDelivery {
  /** Resolves once the rows of all imports are delivered, however long ClickHouse is away. */
  deliver(options?: ImportDeliveryOptions): Promise<void>;
  /** Runs a change of rows between two steps, which would restore what it removes. */
  runBetween<T>(change: () => Promise<T>): Promise<T>;
  /** Ends deliveries; what is left stays in the data folder. */
  close(): Promise<void>;
}

interface Deps {
  readonly db: ClickHouse;
  readonly outbox: Outbox;
  readonly log: Log;
  /** Prepares the database, and resolves once the rows that were accepted before imports are in it. */
  readonly settle: () => Promise<void>;
  readonly reconcileMarks: (hits: ImportedHits) => Promise<void>;
  readonly days: Pick<SiteDays, 'runUndated' | 'dateRows'>;
}

export function createImportDelivery({
  db,
  outbox,
  log,
  settle,
  reconcileMarks,
  days,
}: Deps): ImportDelivery {
  const deliveries = createMutex();
  const steps = createMutex();
  const closing = new AbortController();
  const deliverOnce = async ({ hits, ...options }: ImportDeliveryOptions): Promise<void> => {
    await settle();
    const ranges = await steps.runExclusive(outbox.listImported);
    if (ranges.length > 0) {
      await copyRows({ db, outbox }, ranges, { ...options, runStep: steps.runExclusive });
      await days.dateRows(ranges);
      await steps.runExclusive(() => outbox.takeOut(ranges));
    }
    if (hits) await reconcileMarks(hits);
  };
  const deliver: ImportDelivery['deliver'] = async (options = {}) => {
    const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);
    for (let failures = 0; ; failures += 1)
      try {
        return await deliveries.runExclusive(() =>
          days.runUndated(() => deliverOnce({ ...options, signal })),
        );
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // Whatever it is: the rows are recorded as imported, and would come with a later delivery of an import that failed.
        if (failures === 0) log.warn({ err: error }, 'imported hits wait in the data folder for ClickHouse');
        options.onWaiting?.();
        const pauseMs = Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures, 10));
        await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
  };
  return {
    deliver,
    runBetween: steps.runExclusive,
    close: async () => {
      closing.abort(new AppError('unavailable', 'The server is stopping'));
      await deliveries.idle();
      await steps.idle();
    },
  };
}
