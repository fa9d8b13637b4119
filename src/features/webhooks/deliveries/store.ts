import { and, asc, count, desc, eq, inArray, isNull, lt, lte, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { webhookDeliveries as deliveries } from './tables.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Pick<DeliveryRow, 'webhookId' | 'siteId' | 'event' | 'content' | 'occurredAt'>;
/** What an attempt made of a delivery. */
export type DeliveryResult = Pick<
  DeliveryRow,
  'id' | 'status' | 'attempts' | 'lastStatusCode' | 'lastError' | 'nextAttemptAt' | 'deliveredAt'
>;
/** What may be changed of a delivery. */
export type DeliveryChange = Partial<
  Pick<DeliveryRow, 'status' | 'attempts' | 'lastStatusCode' | 'lastError' | 'nextAttemptAt' | 'deliveredAt'>
>;

const isPending = eq(deliveries.status, 'pending');

/** The deliveries of the application database: those under way, and a log of those that are over. */
export function createDeliveriesStore(db: AppDb) {
  const update = (id: number, change: DeliveryChange): DeliveryRow | undefined =>
    db.update(deliveries).set(change).where(eq(deliveries.id, id)).returning().get();

  const removeAll = (chosen: SQLWrapper): number =>
    db.delete(deliveries).where(inArray(deliveries.id, chosen)).returning({ id: deliveries.id }).all().length;

  return {
    /** Adds deliveries that are due at once. No transaction of its own: it may be part of its caller's. */
    add(rows: readonly NewDelivery[], now: Date): void {
      // As one text: what a flood of hits becomes would take longest in the making of its statement.
      const list = rows.map(row => ({ ...row, at: row.occurredAt.getTime() }));
      db.run(sql`
        insert into webhook_deliveries
          (webhook_id, site_id, event, content, occurred_at, status, attempts, next_attempt_at, created_at)
        select value ->> 'webhookId', value ->> 'siteId', value ->> 'event', value ->> 'content', value ->> 'at',
          'pending', 0, ${now.getTime()}, ${now.getTime()}
        from json_each(${JSON.stringify(list)}) order by key`);
    },
    /** Writes what became of deliveries. One that was given up meanwhile comes back only as a delivered one. */
    recordResults(changes: readonly DeliveryResult[]): void {
      const list = changes.map(change => ({
        ...change,
        nextAttemptAt: change.nextAttemptAt?.getTime() ?? null,
        deliveredAt: change.deliveredAt?.getTime() ?? null,
      }));
      db.run(sql`
        update webhook_deliveries set status = value ->> 'status', attempts = value ->> 'attempts',
          last_status_code = value ->> 'lastStatusCode', last_error = value ->> 'lastError',
          next_attempt_at = value ->> 'nextAttemptAt', delivered_at = value ->> 'deliveredAt'
        from json_each(${JSON.stringify(list)}) where webhook_deliveries.id = value ->> 'id'
          and (webhook_deliveries.status = 'pending' or value ->> 'status' = 'delivered')`);
    },
    /** Adds one that is due at no time: its caller sends it. */
    addUnscheduled: (row: NewDelivery, now: Date): DeliveryRow =>
      db
        .insert(deliveries)
        .values({ ...row, status: 'pending', attempts: 0, createdAt: now })
        .returning()
        .get(),
    /** Several of these calls, and whatever else is written meanwhile, as one. */
    together: (work: () => void): void => db.transaction(work),
    update,
    find: (webhookId: number, id: number): DeliveryRow | undefined =>
      db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.id, id)))
        .get(),
    /** Newest first. */
    list: (webhookId: number, slice: { readonly offset: number; readonly limit: number }): DeliveryRow[] =>
      db
        .select()
        .from(deliveries)
        .where(eq(deliveries.webhookId, webhookId))
        .orderBy(desc(deliveries.id))
        .limit(slice.limit)
        .offset(slice.offset)
        .all(),
    count: (webhookId: number): number =>
      db.select({ count: count() }).from(deliveries).where(eq(deliveries.webhookId, webhookId)).get()
        ?.count ?? 0,
    countPending: (webhookId: number): number =>
      db
        .select({ count: count() })
        .from(deliveries)
        .where(and(eq(deliveries.webhookId, webhookId), isPending))
        .get()?.count ?? 0,
    /** Number of pending deliveries of all webhooks. */
    countAllPending: (): number =>
      // Written out, so that the index of pending ones is used.
      db.all<{ count: number }>(
        sql`select count(*) as count from webhook_deliveries where status = 'pending'`,
      )[0]?.count ?? 0,
    /** The ones that were to be sent first. */
    listDue: (webhookId: number, now: Date, limit: number): DeliveryRow[] =>
      db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.webhookId, webhookId), isPending, lte(deliveries.nextAttemptAt, now)))
        .orderBy(asc(deliveries.nextAttemptAt), asc(deliveries.id))
        .limit(limit)
        .all(),
    /** Webhooks with something to send. */
    listWebhooksDue: (now: Date): number[] =>
      // One step into the index for each webhook, however much waits for its time.
      db
        .all<{ id: number }>(sql`
          select id from webhooks where exists (select 1 from webhook_deliveries
            where webhook_id = webhooks.id and status = 'pending' and next_attempt_at <= ${now.getTime()})`)
        .map(row => row.id),
    /** Makes what is waiting for its next attempt due. */
    retryNow(webhookId: number, now: Date): void {
      db.update(deliveries)
        .set({ nextAttemptAt: now })
        .where(
          and(eq(deliveries.webhookId, webhookId), isPending, sql`${deliveries.nextAttemptAt} is not null`),
        )
        .run();
    },
    /** Gives up what is under way. */
    abandon(webhookId: number, reason: string): void {
      db.update(deliveries)
        .set({ status: 'failed', nextAttemptAt: null, lastError: reason })
        .where(and(eq(deliveries.webhookId, webhookId), isPending))
        .run();
    },
    /** Gives up what nobody is sending any more: the process that was to send it has ended. */
    abandonUnscheduled(reason: string): void {
      db.update(deliveries)
        .set({ status: 'failed', lastError: reason })
        .where(and(isPending, isNull(deliveries.nextAttemptAt)))
        .run();
    },
    /** Leaves the newest ones of a webhook's log, and everything that is under way. */
    trim(webhookId: number, kept: number): void {
      const oldest = db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(eq(deliveries.webhookId, webhookId), ne(deliveries.status, 'pending')))
        .orderBy(desc(deliveries.id))
        .limit(1)
        .offset(kept);
      db.delete(deliveries)
        .where(
          and(
            eq(deliveries.webhookId, webhookId),
            ne(deliveries.status, 'pending'),
            sql`${deliveries.id} <= (${oldest})`,
          ),
        )
        .run();
    },
    /** Removes old ones that are over, some at a time; false when there was none left. */
    removeSomeBefore: (instant: Date): boolean => {
      const some = db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(ne(deliveries.status, 'pending'), lt(deliveries.createdAt, instant)))
        .limit(2000);
      return removeAll(some) > 0;
    },
    /** Removes some of a site that is gone; false when there was none left. */
    removeSomeOfSite: (siteId: number): boolean => {
      const some = db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(eq(deliveries.siteId, siteId))
        .limit(2000);
      return removeAll(some) > 0;
    },
  };
}

export type DeliveriesStore = ReturnType<typeof createDeliveriesStore>;
