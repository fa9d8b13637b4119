import { eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { listRows } from '../../stores/sqlite/rows.ts';
import { webhooks } from './tables.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type NewWebhook = Omit<WebhookRow, 'id'>;
export type WebhookChange = Partial<Omit<WebhookRow, 'id' | 'ownerId' | 'createdAt'>>;

/** Creates the store of webhooks. Removing one removes its deliveries too. */
export function createWebhooksStore(db: AppDb) {
  const update = (id: number, change: WebhookChange): WebhookRow | undefined =>
    db.update(webhooks).set(change).where(eq(webhooks.id, id)).returning().get();

  return {
    listAll: (): WebhookRow[] => listRows(db, webhooks),
    insert: (webhook: NewWebhook): WebhookRow => db.insert(webhooks).values(webhook).returning().get(),
    update,
    remove(id: number): void {
      db.delete(webhooks).where(eq(webhooks.id, id)).run();
    },
  };
}

export type WebhooksStore = ReturnType<typeof createWebhooksStore>;
