/** Applies and reverts changes in the background, each until it is done. */
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { LAST_WRITE_MS } from '../../core/limits.ts';
import type { Log } from '../../core/log.ts';
import type { Appliers } from './apply.ts';
import type { ChangeRow, ChangesStore } from './store.ts';

export interface RunDeps {
  readonly store: ChangesStore;
  /** Receives the days whose rows change, before they do. */
  readonly onChange: (days: {
    readonly siteId: number;
    readonly firstDay: string;
    readonly lastDay: string;
  }) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export function createRuns({ store, onChange, log }: RunDeps, { change, restore, removeHeld }: Appliers) {
  /** Changes that this process applies or reverts. */
  const underWay = new Map<number, Promise<void>>();
  /** Why the last attempt at a change failed. */
  const failures = new Map<number, string>();
  let isStopped = false;

  const announce = ({ siteId, counts: { firstDay, lastDay } }: ChangeRow): void => {
    if (firstDay !== null && lastDay !== null) onChange({ siteId, firstDay, lastDay });
  };

  /** Removes for good what a change holds. */
  const drop = async (row: ChangeRow): Promise<void> => {
    await removeHeld(row);
    store.update(row.id, { status: 'permanent', undoUntil: null });
  };

  /** Removes all that a site had before a reset; `drop` does so again once nothing of it can still come. */
  const clear = async (row: ChangeRow): Promise<void> => {
    const { id, siteId, createdAt } = row;
    await change(row);
    for (const held of store.listHeld(siteId)) if (held.id < id) await drop(held);
    await removeHeld(row);
    store.update(id, { status: 'done', undoUntil: new Date(+createdAt + LAST_WRITE_MS) });
  };

  const applyHeld = async (row: ChangeRow): Promise<void> => {
    await change(row);
    if (row.undoUntil === null) await drop(row);
    else store.update(row.id, { status: 'done' });
  };

  const revert = async (row: ChangeRow): Promise<void> => {
    await restore(row);
    store.update(row.id, { status: 'undone', undoUntil: null });
  };

  const applyOrRevert = async (row: ChangeRow): Promise<void> => {
    announce(row);
    const work = row.status === 'undoing' ? revert : row.kind === 'reset' ? clear : applyHeld;
    await work(row);
    failures.delete(row.id);
    announce(row);
  };

  return {
    drop,
    /** Applies or reverts a change; what fails is logged, and tried again when this is called again. */
    run(row: ChangeRow): Promise<void> {
      const running = underWay.get(row.id);
      if (running) return running;
      const work = applyOrRevert(row)
        .catch(error => {
          if (isStopped) return;
          log.warn({ err: error, change: row.id }, 'a change of stored hits is not done yet');
          failures.set(row.id, error instanceof AppError ? error.message : 'The reason is in the server log');
        })
        .finally(() => underWay.delete(row.id));
      underWay.set(row.id, work);
      return work;
    },
    /** Returns why a change that has not ended is not done yet; null while nothing has failed. */
    findFailure: ({ id }: ChangeRow): string | null => failures.get(id) ?? null,
    stop(): void {
      isStopped = true;
    },
  };
}
