import { and, count, eq, gt, lte } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { invitations } from './tables.ts';

export type InvitationRow = typeof invitations.$inferSelect;
export type NewInvitation = Omit<InvitationRow, 'id' | 'mailError'>;
export type MailOutcome = Pick<InvitationRow, 'mailStatus' | 'mailError'>;

/** Open invitations of the application database. */
export function createTeamStore(db: AppDb) {
  const isOpen = (ownerId: number, now: Date) =>
    and(eq(invitations.ownerId, ownerId), gt(invitations.expiresAt, now));
  return {
    /** Replaces an earlier invitation of the same address; deletes expired ones. */
    replace: (invitation: NewInvitation): InvitationRow =>
      db.transaction(tx => {
        const { ownerId, email, createdAt } = invitation;
        tx.delete(invitations).where(lte(invitations.expiresAt, createdAt)).run();
        tx.delete(invitations)
          .where(and(eq(invitations.ownerId, ownerId), eq(invitations.email, email)))
          .run();
        return tx.insert(invitations).values(invitation).returning().get();
      }),
    find: (ownerId: number, id: number, now: Date): InvitationRow | undefined =>
      db
        .select()
        .from(invitations)
        .where(and(eq(invitations.id, id), isOpen(ownerId, now)))
        .get(),
    findByTokenHash: (tokenHash: string): InvitationRow | undefined =>
      db.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)).get(),
    /** Oldest first. */
    listOpen: (ownerId: number, now: Date): InvitationRow[] =>
      db.select().from(invitations).where(isOpen(ownerId, now)).orderBy(invitations.id).all(),
    countOpen: (ownerId: number, now: Date): number =>
      db.select({ count: count() }).from(invitations).where(isOpen(ownerId, now)).get()?.count ?? 0,
    /** Invitations of all accounts whose mail waits. */
    listMailWaiting: (): InvitationRow[] =>
      db.select().from(invitations).where(eq(invitations.mailStatus, 'waiting')).all(),
    saveMailOutcome: (id: number, outcome: MailOutcome): void => {
      db.update(invitations).set(outcome).where(eq(invitations.id, id)).run();
    },
    remove: (id: number): void => {
      db.delete(invitations).where(eq(invitations.id, id)).run();
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;
