import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { StoreHealth } from '../core/store-health.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import { createStorageWatch, type StorageWatch } from '../features/health/storage-health.ts';
import { createBackupStore } from '../features/health/store.ts';
import type { Notifications } from '../features/mail/service.ts';
import type { MailStore } from '../features/mail/store.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';

/** Watches the disk and the memory of the hits, and mails the operator. */
export function startStorageWatch(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  parts: {
    readonly storeHealth: () => StoreHealth;
    readonly accounts: Pick<AccountsService, 'findOperatorId'>;
    readonly notifications: Notifications;
    readonly own: { readonly mail: Pick<MailStore, 'findLastAt'> };
  },
): StorageWatch {
  const { storeHealth, accounts, own, notifications } = parts;
  return createStorageWatch({
    health: storeHealth,
    clock,
    findLastMailAt: () => own.mail.findLastAt('storage_problem'),
    notify: ({ kind, text: problem }) => {
      log.warn({ problem }, 'the storage needs attention');
      const userId = accounts.findOperatorId();
      if (userId !== undefined)
        notifications.send('storage_problem', { userId, problem, isLossless: kind !== 'damage' });
    },
  });
}

/** Keeps when the last backup was finished, for the operator. */
export function createBackupRecord({ clock, log }: { readonly clock: Clock; readonly log: Log }, db: AppDb) {
  const store = createBackupStore(db);
  return {
    findLastBackupAt: store.findLastAt,
    /** Records a backup that has just been finished. A failure is logged: the backup is good all the same. */
    recordBackup(): void {
      try {
        store.saveLastAt(clock.now());
      } catch (error) {
        log.warn({ err: error }, 'the time of the backup could not be recorded');
      }
    },
  };
}
