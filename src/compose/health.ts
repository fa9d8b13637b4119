/** Composes what watches over the server itself. */
import { createStorageWatch } from '../features/health/storage-health.ts';
import { createBackupStore } from '../features/health/store.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Stores } from './stores.ts';

interface HealthDeps {
  readonly stores: Stores;
  readonly access: Access;
  readonly mail: Mail;
}

export type Health = ReturnType<typeof composeHealth>;

export function composeHealth({ clock, log }: Context, { stores, access, mail }: HealthDeps) {
  const backups = createBackupStore(stores.db);
  return {
    storageWatch: createStorageWatch({
      health: stores.health,
      clock,
      findLastMailAt: () => mail.findLastAt('storage_problem'),
      notify: ({ kind, text: problem }) => {
        log.warn({ problem }, 'the storage needs attention');
        const userId = access.accounts.findOperatorId();
        if (userId === undefined) return;
        const isLossless = kind !== 'damage' && kind !== 'refusal';
        mail.notifications.send('storage_problem', { userId, problem, isLossless });
      },
    }),
    findLastBackupAt: backups.findLastAt,
    /** Records a backup that has just been finished. A failure is only logged, since the backup is good. */
    recordBackup(): void {
      try {
        backups.saveLastAt(clock.now());
      } catch (error) {
        log.warn({ err: error }, 'the time of the backup could not be recorded');
      }
    },
  };
}
