/** Waits for the rows of imports that the database of hits does not take yet, while other imports are read. */
import type { HitStore } from '../../core/hits/store.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { ImportChange, ImportRow, ImportsStore } from './store.ts';

/** The error of an import that runs: why it does not end. */
const WAITING =
  'everything is read, and waits until the database of hits takes it: the log of the server says why';

interface DeliveryDeps {
  readonly hits: Pick<HitStore, 'deliverImport'>;
  readonly store: Pick<ImportsStore, 'update'>;
  readonly findFacts: (siteId: number) => SiteFacts | undefined;
  readonly remove: (row: ImportRow) => Promise<void>;
  readonly end: (row: ImportRow, change: ImportChange & Pick<ImportRow, 'status'>) => void;
  readonly fail: (row: ImportRow, error: unknown) => void;
  /** Aborts when the server stops. */
  readonly closing: AbortSignal;
}

/** Creates the deliveries of imports: they run beside each other, and each can be stopped. */
export function createImportDeliveries({ hits, store, findFacts, remove, end, fail, closing }: DeliveryDeps) {
  const running = new Map<number, { readonly stop: AbortController; readonly done: Promise<void> }>();

  const run = async (row: ImportRow, change: ImportChange, signal: AbortSignal): Promise<void> => {
    const { siteId, importKey, kind } = row;
    const onWaiting = () => store.update(row.id, { ...change, error: WAITING });
    if (kind === 'rows') await hits.deliverImport({ siteId, importKey, signal, onWaiting });
    signal.throwIfAborted();
    // The site may have been deleted in the meantime, and its rows already been removed.
    if (!findFacts(siteId)) await remove(row);
    end(row, { status: 'completed', ...change });
  };

  return {
    /** Whether an import waits. */
    has: ({ id }: ImportRow): boolean => running.has(id),
    /**
     * Records an import as completed once its rows are delivered, which takes as long as it takes: they are stored already, and
     * do not go when nobody waits for them any more. Rejects when it is stopped.
     */
    deliver(row: ImportRow, change: ImportChange): Promise<void> {
      const stop = new AbortController();
      const signal = AbortSignal.any([closing, stop.signal]);
      const done = run(row, change, signal)
        .catch(error => {
          // A stopping server delivers it after its next start.
          if (!signal.aborted) fail(row, error);
          throw error;
        })
        .finally(() => running.delete(row.id));
      done.catch(() => undefined);
      running.set(row.id, { stop, done });
      return done;
    },
    /** Stops to wait for an import. */
    async stop({ id }: ImportRow, reason: Error): Promise<void> {
      running.get(id)?.stop.abort(reason);
      await running.get(id)?.done.catch(() => undefined);
    },
    /** Resolves when nothing waits; call it when the server stops. */
    idle: async (): Promise<void> => {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
