import { and, eq, gt, lte } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
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
      findRow(db, invitations, and(eq(invitations.id, id), isOpen(ownerId, now))),
    findByTokenHash: (tokenHash: string): InvitationRow | undefined =>
      findRow(db, invitations, eq(invitations.tokenHash, tokenHash)),
    /** Oldest first. */
    listOpen: (ownerId: number, now: Date): InvitationRow[] =>
      listRows(db, invitations, { where: isOpen(ownerId, now) }),
    countOpen: (ownerId: number, now: Date): number => countRows(db, invitations, isOpen(ownerId, now)),
    /** Invitations of all accounts whose mail waits. */
    listMailWaiting: (): InvitationRow[] =>
      listRows(db, invitations, { where: eq(invitations.mailStatus, 'waiting') }),
    saveMailOutcome: (id: number, outcome: MailOutcome): void => {
      db.update(invitations).set(outcome).where(eq(invitations.id, id)).run();
    },
    saveScope: (id: number, scope: Pick<InvitationRow, 'siteIds' | 'sections'>): void => {
      db.update(invitations).set(scope).where(eq(invitations.id, id)).run();
    },
    remove: (id: number): void => {
      db.delete(invitations).where(eq(invitations.id, id)).run();
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;
