import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { StoreHealth } from '../core/store-health.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import type { Notices } from '../features/notices/service.ts';
import type { NoticesStore } from '../features/notices/store.ts';
import type { Metrics } from '../features/operations/metrics.ts';
import { createStorageWatch, type StorageWatch } from '../features/operations/storage-health.ts';

/** Watches the disk and the memory of the hits: as metrics, and by mail to the operator. */
export function startStorageWatch(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  parts: {
    readonly storeHealth: () => StoreHealth;
    readonly accounts: Pick<AccountsService, 'findOperatorId'>;
    readonly notices: Notices;
    readonly own: { readonly notices: Pick<NoticesStore, 'findLastAt'> };
    readonly metrics: Metrics;
  },
): StorageWatch {
  const { storeHealth, accounts, own, notices, metrics } = parts;
  metrics.watchStorage(storeHealth);
  return createStorageWatch({
    health: storeHealth,
    clock,
    findLastMailAt: () => own.notices.findLastAt('storage_problem'),
    notify: ({ kind, text: problem }) => {
      log.warn({ problem }, 'the storage needs attention');
      const userId = accounts.findOperatorId();
      if (userId !== undefined)
        notices.send('storage_problem', { userId, problem, isLossless: kind !== 'damage' });
    },
  });
}
