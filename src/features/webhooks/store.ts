import { eq } from 'drizzle-orm';
import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { webhooks } from './tables.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type NewWebhook = Omit<WebhookRow, 'id'>;
export type WebhookChange = Partial<Omit<WebhookRow, 'id' | 'ownerId' | 'createdAt'>>;

/** The webhooks of the configuration database; removing one takes its deliveries with it. */
export function createWebhooksStore(config: ConfigDb) {
  const update = (id: number, change: WebhookChange): WebhookRow | undefined =>
    config.db.update(webhooks).set(change).where(eq(webhooks.id, id)).returning().get();

  return {
    listAll: (): WebhookRow[] => config.db.select().from(webhooks).orderBy(webhooks.id).all(),
    insert: (webhook: NewWebhook): WebhookRow => config.db.insert(webhooks).values(webhook).returning().get(),
    update,
    remove(id: number): void {
      config.db.delete(webhooks).where(eq(webhooks.id, id)).run();
    },
  };
}

export type WebhooksStore = ReturnType<typeof createWebhooksStore>;
