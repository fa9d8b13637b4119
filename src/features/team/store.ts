import { and, count, eq, gt, lte } from 'drizzle-orm';
import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { invitations } from './tables.ts';

export type InvitationRow = typeof invitations.$inferSelect;
export type NewInvitation = Omit<InvitationRow, 'id' | 'mailError'>;
export type MailOutcome = Pick<InvitationRow, 'mailStatus' | 'mailError'>;

/** Open invitations of the configuration database: what is taken up, taken back or over is there no more. */
export function createTeamStore(config: ConfigDb) {
  const openOf = (ownerId: number, now: Date) =>
    and(eq(invitations.ownerId, ownerId), gt(invitations.expiresAt, now));
  return {
    /** In place of an earlier one to the same address; forgets those that are over. */
    replace: (invitation: NewInvitation): InvitationRow =>
      config.transaction(db => {
        const { ownerId, email, createdAt } = invitation;
        db.delete(invitations).where(lte(invitations.expiresAt, createdAt)).run();
        db.delete(invitations)
          .where(and(eq(invitations.ownerId, ownerId), eq(invitations.email, email)))
          .run();
        return db.insert(invitations).values(invitation).returning().get();
      }),
    find: (ownerId: number, id: number, now: Date): InvitationRow | undefined =>
      config.db
        .select()
        .from(invitations)
        .where(and(eq(invitations.id, id), openOf(ownerId, now)))
        .get(),
    findByTokenHash: (tokenHash: string): InvitationRow | undefined =>
      config.db.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)).get(),
    /** Oldest first. */
    listOf: (ownerId: number, now: Date): InvitationRow[] =>
      config.db.select().from(invitations).where(openOf(ownerId, now)).orderBy(invitations.id).all(),
    countOf: (ownerId: number, now: Date): number =>
      config.db.select({ count: count() }).from(invitations).where(openOf(ownerId, now)).get()?.count ?? 0,
    /** Invitations of all accounts whose mail waits. */
    listMailWaiting: (): InvitationRow[] =>
      config.db.select().from(invitations).where(eq(invitations.mailStatus, 'waiting')).all(),
    settleMail: (id: number, outcome: MailOutcome): void => {
      config.db.update(invitations).set(outcome).where(eq(invitations.id, id)).run();
    },
    remove: (id: number): void => {
      config.db.delete(invitations).where(eq(invitations.id, id)).run();
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;
