import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../../stores/sqlite/rows.ts';
import { MAX_WAIT_MS } from './retry-schedule.ts';
import { webhookDeliveries as deliveries } from './tables.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Pick<DeliveryRow, 'webhookId' | 'siteId' | 'event' | 'content' | 'occurredAt'>;
/** A delivery, and when to send it. Default: at once. */
type DueDelivery = NewDelivery & { readonly dueAt?: Date };
/** Result of an attempt. */
export type DeliveryResult = Pick<
  DeliveryRow,
  'id' | 'status' | 'attempts' | 'lastStatusCode' | 'lastError' | 'nextAttemptAt' | 'deliveredAt'
>;
/** Fields of a delivery that may be changed. */
export type DeliveryChange = Partial<
  Pick<DeliveryRow, 'status' | 'attempts' | 'lastStatusCode' | 'lastError' | 'nextAttemptAt' | 'deliveredAt'>
>;

const isPending = eq(deliveries.status, 'pending');
/** Returns the latest instant for which an attempt can have been scheduled by now. */
const latestAttempt = (now: Date): Date => new Date(now.getTime() + MAX_WAIT_MS);

/** Creates the store of deliveries: pending ones, and a log of finished ones. */
export function createDeliveriesStore(db: AppDb) {
  const update = (id: number, change: DeliveryChange): DeliveryRow | undefined =>
    db.update(deliveries).set(change).where(eq(deliveries.id, id)).returning().get();

  return {
    ...createRetention(db),
    /** Adds deliveries. No transaction of its own: it may be part of its caller's. */
    add(rows: readonly DueDelivery[], now: Date): void {
      // As one JSON parameter: building a statement with a parameter for each value would take longer than running it.
      const list = rows.map(row => ({
        ...row,
        at: row.occurredAt.getTime(),
        dueAt: (row.dueAt ?? now).getTime(),
      }));
      db.run(sql`
        insert into webhook_deliveries
          (webhook_id, site_id, event, content, occurred_at, status, attempts, next_attempt_at, created_at)
        select value ->> 'webhookId', value ->> 'siteId', value ->> 'event', value ->> 'content', value ->> 'at',
          'pending', 0, value ->> 'dueAt', ${now.getTime()}
        from json_each(${JSON.stringify(list)}) order by key`);
    },
    /** Writes the results of attempts. A delivery that was abandoned during the attempt changes only to delivered. */
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
    /** Adds one without a due time, which its caller sends. */
    addUnscheduled: (row: NewDelivery, now: Date): DeliveryRow =>
      db
        .insert(deliveries)
        .values({ ...row, status: 'pending', attempts: 0, createdAt: now })
        .returning()
        .get(),
    transaction: (work: () => void): void => db.transaction(work),
    update,
    find: (webhookId: number, id: number): DeliveryRow | undefined =>
      findRow(db, deliveries, and(eq(deliveries.webhookId, webhookId), eq(deliveries.id, id))),
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
    count: (webhookId: number): number => countRows(db, deliveries, eq(deliveries.webhookId, webhookId)),
    countPending: (webhookId: number): number =>
      countRows(db, deliveries, and(eq(deliveries.webhookId, webhookId), isPending)),
    /** Number of pending deliveries of all webhooks. */
    countAllPending: (): number =>
      // A literal instead of a parameter, so that the partial index of pending deliveries is used.
      db.all<{ count: number }>(
        sql`select count(*) as count from webhook_deliveries where status = 'pending'`,
      )[0]?.count ?? 0,
    /** Lists due deliveries, earliest first; those that were scheduled before the clock was set back come last. */
    listDue(webhookId: number, now: Date, limit: number): DeliveryRow[] {
      const list = (isDue: SQL, count: number): DeliveryRow[] =>
        listRows(db, deliveries, {
          where: and(eq(deliveries.webhookId, webhookId), isPending, isDue),
          orderBy: [asc(deliveries.nextAttemptAt), asc(deliveries.id)],
          limit: count,
        });
      const due = list(lte(deliveries.nextAttemptAt, now), limit);
      if (due.length === limit) return due;
      return [...due, ...list(gt(deliveries.nextAttemptAt, latestAttempt(now)), limit - due.length)];
    },
    /** Lists the webhooks with due deliveries. */
    listWebhooksDue: (now: Date): number[] =>
      // Two index lookups for each webhook, however many deliveries it has.
      db
        .all<{ id: number }>(sql`
          select id from webhooks where exists (select 1 from webhook_deliveries
            where webhook_id = webhooks.id and status = 'pending' and next_attempt_at <= ${now.getTime()})
          or exists (select 1 from webhook_deliveries
            where webhook_id = webhooks.id and status = 'pending' and next_attempt_at > ${latestAttempt(now).getTime()})`)
        .map(row => row.id),
    /** Makes scheduled retries due now. */
    retryNow(webhookId: number, now: Date): void {
      db.update(deliveries)
        .set({ nextAttemptAt: now })
        .where(
          and(eq(deliveries.webhookId, webhookId), isPending, sql`${deliveries.nextAttemptAt} is not null`),
        )
        .run();
    },
    /** Abandons the pending deliveries of a webhook. */
    abandon(webhookId: number, reason: string): void {
      db.update(deliveries)
        .set({ status: 'failed', nextAttemptAt: null, lastError: reason })
        .where(and(eq(deliveries.webhookId, webhookId), isPending))
        .run();
    },
    /** Abandons pending deliveries without a due time: the process that sent them has ended. */
    abandonUnscheduled(reason: string): void {
      db.update(deliveries)
        .set({ status: 'failed', lastError: reason })
        .where(and(isPending, isNull(deliveries.nextAttemptAt)))
        .run();
    },
  };
}

/** Creates the methods that remove deliveries. */
function createRetention(db: AppDb) {
  const removeAll = (chosen: SQLWrapper): number =>
    db.delete(deliveries).where(inArray(deliveries.id, chosen)).returning({ id: deliveries.id }).all().length;

  return {
    /** Removes all but the newest finished deliveries of a webhook. */
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
    /** Removes a batch of old finished deliveries. Returns false when there were none left. */
    removeSomeBefore: (instant: Date): boolean => {
      const some = db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(ne(deliveries.status, 'pending'), lt(deliveries.createdAt, instant)))
        .limit(2000);
      return removeAll(some) > 0;
    },
    /** Removes a batch of the deliveries of a deleted site. Returns false when there were none left. */
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
