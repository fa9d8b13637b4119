import { and, count, desc, eq, gte, lt } from 'drizzle-orm';
import { type Page, toOffset } from '../../core/page.ts';
import type { Span } from '../../core/span.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { type SignalCategory, signals } from './tables.ts';

export type SignalRow = Omit<typeof signals.$inferSelect, 'importKey'>;
export type NewSignal = Omit<typeof signals.$inferSelect, 'id'>;
export type SignalChange = Partial<Omit<SignalRow, 'id' | 'siteId' | 'createdAt'>>;

/** Query of signals. */
export interface SignalQuery {
  readonly siteId: number;
  /** Of when they occurred. */
  readonly span: Span;
  readonly category?: SignalCategory | undefined;
}

const matching = ({ siteId, span, category }: SignalQuery) =>
  and(
    eq(signals.siteId, siteId),
    gte(signals.occurredAt, span.start),
    lt(signals.occurredAt, span.end),
    category === undefined ? undefined : eq(signals.category, category),
  );

/** The context signals of the application database. */
export function createSignalsStore(db: AppDb) {
  return {
    find: (siteId: number, id: number): SignalRow | undefined =>
      db
        .select()
        .from(signals)
        .where(and(eq(signals.id, id), eq(signals.siteId, siteId)))
        .get(),
    findByExternalId: (siteId: number, externalId: string): SignalRow | undefined =>
      db
        .select()
        .from(signals)
        .where(and(eq(signals.siteId, siteId), eq(signals.externalId, externalId)))
        .get(),
    insert: (signal: NewSignal): SignalRow => db.insert(signals).values(signal).returning().get(),
    update: (id: number, change: SignalChange): SignalRow | undefined =>
      db.update(signals).set(change).where(eq(signals.id, id)).returning().get(),
    /** Newest first, by when they occurred. */
    list: (query: SignalQuery, page: Page): SignalRow[] =>
      db
        .select()
        .from(signals)
        .where(matching(query))
        .orderBy(desc(signals.occurredAt), desc(signals.id))
        .limit(page.size)
        .offset(toOffset(page))
        .all(),
    count: (query: SignalQuery): number =>
      db.select({ count: count() }).from(signals).where(matching(query)).get()?.count ?? 0,
    remove: (id: number): void => {
      db.delete(signals).where(eq(signals.id, id)).run();
    },
    removeOfImport: (importKey: string): void => {
      db.delete(signals).where(eq(signals.importKey, importKey)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(signals).where(eq(signals.siteId, siteId)).run();
    },
  };
}

export type SignalsStore = ReturnType<typeof createSignalsStore>;
