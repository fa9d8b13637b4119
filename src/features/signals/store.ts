import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { Span } from '../../core/span.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { type SignalCategory, signals } from './tables.ts';

export type SignalRow = Omit<typeof signals.$inferSelect, 'importKey'>;
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
    ...createItemsOfSite(db, signals),
    findByExternalId: (siteId: number, externalId: string): SignalRow | undefined =>
      findRow(db, signals, and(eq(signals.siteId, siteId), eq(signals.externalId, externalId))),
    /** Newest first, by when they occurred. */
    list: (query: SignalQuery, page: Page): SignalRow[] =>
      listRows(db, signals, {
        where: matching(query),
        orderBy: [desc(signals.occurredAt), desc(signals.id)],
        page,
      }),
    count: (query: SignalQuery): number => countRows(db, signals, matching(query)),
    removeOfImport: (importKey: string): void => {
      db.delete(signals).where(eq(signals.importKey, importKey)).run();
    },
  };
}

export type SignalsStore = ReturnType<typeof createSignalsStore>;
