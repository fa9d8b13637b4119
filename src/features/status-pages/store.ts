import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb, Db } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import {
  statusIncidents,
  statusNotes,
  statusPageMonitors,
  statusPages,
  statusSubscribers,
} from './tables.ts';

export type PageRow = typeof statusPages.$inferSelect;
export type PageChange = Partial<Omit<PageRow, 'id' | 'ownerId' | 'siteId' | 'groupId' | 'createdAt'>>;
export type PageMonitorRow = typeof statusPageMonitors.$inferSelect;
export type NewPageMonitor = Pick<PageMonitorRow, 'monitorId' | 'name' | 'showsHost'>;
export type IncidentRow = typeof statusIncidents.$inferSelect;
export type IncidentChange = Partial<Omit<IncidentRow, 'id' | 'pageId' | 'createdAt'>>;
export type NoteRow = typeof statusNotes.$inferSelect;
export type SubscriberRow = typeof statusSubscribers.$inferSelect;

/** Status pages, what is written there, and who is mailed, in the application database. */
export const createStatusPagesStore = (db: AppDb) => ({
  transaction: <Result>(work: () => Result): Result => db.transaction(work),
  ...createPageStore(db),
  ...createIncidentStore(db),
  ...createNoteStore(db),
  ...createSubscriberStore(db),
});

export type StatusPagesStore = ReturnType<typeof createStatusPagesStore>;

function createPageStore(db: AppDb) {
  function putMonitors(tx: Db, pageId: number, rows: readonly NewPageMonitor[]): void {
    tx.delete(statusPageMonitors).where(eq(statusPageMonitors.pageId, pageId)).run();
    for (const [position, row] of rows.entries())
      tx.insert(statusPageMonitors)
        .values({ ...row, pageId, position })
        .run();
  }

  return {
    findPage: (id: number): PageRow | undefined => findRow(db, statusPages, eq(statusPages.id, id)),
    findPageBySlug: (slug: string): PageRow | undefined =>
      findRow(db, statusPages, eq(statusPages.slug, slug)),
    findPageOf: ({ siteId, groupId }: Pick<PageRow, 'siteId' | 'groupId'>): PageRow | undefined =>
      findRow(
        db,
        statusPages,
        siteId === null ? eq(statusPages.groupId, groupId ?? 0) : eq(statusPages.siteId, siteId),
      ),
    /** Oldest first. */
    listPages: (ownerId: number): PageRow[] =>
      listRows(db, statusPages, { where: eq(statusPages.ownerId, ownerId) }),
    /** Lists the pages that show a monitor, with what they call it. */
    listPagesOfMonitor: (monitorId: number) =>
      db
        .select({ page: statusPages, shown: statusPageMonitors })
        .from(statusPageMonitors)
        .innerJoin(statusPages, eq(statusPages.id, statusPageMonitors.pageId))
        .where(eq(statusPageMonitors.monitorId, monitorId))
        .all(),
    insertPage: (page: Omit<PageRow, 'id'>, monitors: readonly NewPageMonitor[]): PageRow =>
      db.transaction(tx => {
        const added = tx.insert(statusPages).values(page).returning().get();
        putMonitors(tx, added.id, monitors);
        return added;
      }),
    /** Changes fields, and replaces the monitors when given. */
    updatePage: (id: number, change: PageChange, monitors?: readonly NewPageMonitor[]): PageRow | undefined =>
      db.transaction(tx => {
        if (monitors) putMonitors(tx, id, monitors);
        return tx.update(statusPages).set(change).where(eq(statusPages.id, id)).returning().get();
      }),
    /** Foreign keys remove what belongs to it, and the mails that wait. */
    removePage(id: number): void {
      db.delete(statusPages).where(eq(statusPages.id, id)).run();
    },
    /** Gives the page of a site to another account. */
    moveOfSite(siteId: number, ownerId: number): void {
      db.update(statusPages).set({ ownerId }).where(eq(statusPages.siteId, siteId)).run();
    },
    removeOfSite(siteId: number): void {
      db.delete(statusPages).where(eq(statusPages.siteId, siteId)).run();
    },
    /** In order. */
    listMonitors: (pageId: number): PageMonitorRow[] =>
      listRows(db, statusPageMonitors, {
        where: eq(statusPageMonitors.pageId, pageId),
        orderBy: asc(statusPageMonitors.position),
      }),
  };
}

function createIncidentStore(db: AppDb) {
  const ofPage = (pageId: number) => eq(statusIncidents.pageId, pageId);
  const latestFirst = [desc(statusIncidents.startedAt), desc(statusIncidents.id)] as const;
  return {
    findIncident: (pageId: number, id: number): IncidentRow | undefined =>
      findRow(db, statusIncidents, and(ofPage(pageId), eq(statusIncidents.id, id))),
    /** Latest first. */
    listIncidents: (pageId: number, page: Page): IncidentRow[] =>
      listRows(db, statusIncidents, { where: ofPage(pageId), orderBy: [...latestFirst], page }),
    countIncidents: (pageId: number): number => countRows(db, statusIncidents, ofPage(pageId)),
    /** Lists those that are open or were resolved after an instant, open ones and the latest first. */
    listIncidentsSince: (pageId: number, since: Date, limit: number): IncidentRow[] =>
      listRows(db, statusIncidents, {
        where: and(
          ofPage(pageId),
          or(isNull(statusIncidents.resolvedAt), gt(statusIncidents.resolvedAt, since)),
        ),
        orderBy: [asc(isNotNull(statusIncidents.resolvedAt)), ...latestFirst],
        limit,
      }),
    insertIncident: (incident: Omit<IncidentRow, 'id'>): IncidentRow =>
      db.insert(statusIncidents).values(incident).returning().get(),
    updateIncident: (id: number, change: IncidentChange): IncidentRow | undefined =>
      db.update(statusIncidents).set(change).where(eq(statusIncidents.id, id)).returning().get(),
    removeIncident(id: number): void {
      db.delete(statusIncidents).where(eq(statusIncidents.id, id)).run();
    },
  };
}

/** What a note belongs to. */
export type NoteTarget = Pick<NoteRow, 'pageId' | 'incidentId' | 'downtimeId'>;

function createNoteStore(db: AppDb) {
  const ofTarget = ({ pageId, incidentId, downtimeId }: NoteTarget) =>
    and(
      eq(statusNotes.pageId, pageId),
      incidentId === null
        ? eq(statusNotes.downtimeId, downtimeId ?? 0)
        : eq(statusNotes.incidentId, incidentId),
    );
  return {
    findNote: (pageId: number, id: number): NoteRow | undefined =>
      findRow(db, statusNotes, and(eq(statusNotes.pageId, pageId), eq(statusNotes.id, id))),
    countNotes: (target: NoteTarget): number => countRows(db, statusNotes, ofTarget(target)),
    /** Lists the notes of some incidents, oldest first. */
    listIncidentNotes: (ids: readonly number[]): NoteRow[] =>
      listRows(db, statusNotes, { where: inArray(statusNotes.incidentId, [...ids]) }),
    countNotesOfPage: (pageId: number): number => countRows(db, statusNotes, eq(statusNotes.pageId, pageId)),
    /** Lists the newest notes of a page on some incidents and downtimes, newest first. */
    listNewestNotes: (
      pageId: number,
      of: { readonly incidentIds: readonly number[]; readonly downtimeIds: readonly number[] },
      limit: number,
    ): NoteRow[] =>
      listRows(db, statusNotes, {
        where: and(
          eq(statusNotes.pageId, pageId),
          or(
            inArray(statusNotes.incidentId, [...of.incidentIds]),
            inArray(statusNotes.downtimeId, [...of.downtimeIds]),
          ),
        ),
        orderBy: desc(statusNotes.id),
        limit,
      }),
    insertNote: (note: Omit<NoteRow, 'id'>): NoteRow => db.insert(statusNotes).values(note).returning().get(),
    updateNote: (id: number, change: Partial<Pick<NoteRow, 'text' | 'updatedAt'>>): NoteRow | undefined =>
      db.update(statusNotes).set(change).where(eq(statusNotes.id, id)).returning().get(),
    removeNote(id: number): void {
      db.delete(statusNotes).where(eq(statusNotes.id, id)).run();
    },
  };
}

const createSubscriberStore = (db: AppDb) => ({
  findSubscriber: (id: number): SubscriberRow | undefined =>
    findRow(db, statusSubscribers, eq(statusSubscribers.id, id)),
  listSubscribers: (pageId: number): SubscriberRow[] =>
    listRows(db, statusSubscribers, { where: eq(statusSubscribers.pageId, pageId) }),
  countSubscribers: (pageId: number): number =>
    countRows(db, statusSubscribers, eq(statusSubscribers.pageId, pageId)),
  hasSubscriber: (pageId: number, email: string): boolean =>
    findRow(
      db,
      statusSubscribers,
      and(eq(statusSubscribers.pageId, pageId), eq(statusSubscribers.email, email)),
    ) !== undefined,
  /** Adds an address, or changes the language of one that is there. */
  putSubscriber(subscriber: Omit<SubscriberRow, 'id'>): void {
    db.insert(statusSubscribers)
      .values(subscriber)
      .onConflictDoUpdate({
        target: [statusSubscribers.pageId, statusSubscribers.email],
        set: { language: subscriber.language },
      })
      .run();
  },
  /** Foreign keys remove the mails that wait. */
  removeSubscriber(id: number): void {
    db.delete(statusSubscribers).where(eq(statusSubscribers.id, id)).run();
  },
});
