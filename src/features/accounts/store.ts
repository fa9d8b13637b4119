import { and, eq, sql } from 'drizzle-orm';
import type { User } from '../../core/user.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { memberships, users } from './tables.ts';

export type NewUser = Omit<User, 'id'>;
export type UserChange = Partial<Omit<User, 'id' | 'email' | 'createdAt'>>;
export type MembershipRow = typeof memberships.$inferSelect;

/** The users and team memberships of the application database. */
export function createAccountsStore(db: AppDb) {
  const byId = db.prepared(current =>
    current
      .select()
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare(),
  );
  return {
    findUser: (id: number): User | undefined => byId().get({ id }),
    findUserByEmail: (email: string): User | undefined => findRow(db, users, eq(users.email, email)),
    hasUsers: (): boolean => db.select({ id: users.id }).from(users).limit(1).get() !== undefined,
    /** Id of the first user there was and still is; undefined while there is none. */
    findFirstId: (): number | undefined =>
      db.select({ id: users.id }).from(users).orderBy(users.id).limit(1).get()?.id,
    listUsers: (): User[] => listRows(db, users),
    /** Foreign keys delete everything that belongs to the user. */
    removeUser: (id: number): void => {
      db.delete(users).where(eq(users.id, id)).run();
    },
    countUsers: (): number => countRows(db, users),
    /** `alongside` belongs to the same transaction. */
    insertUser: (user: NewUser, alongside: (added: User) => void): User =>
      db.transaction(tx => {
        const added = tx.insert(users).values(user).returning().get();
        alongside(added);
        return added;
      }),
    updateUser: (id: number, change: UserChange): User | undefined =>
      db.update(users).set(change).where(eq(users.id, id)).returning().get(),

    findMembership: (ownerId: number, memberId: number): MembershipRow | undefined =>
      findRow(db, memberships, and(eq(memberships.ownerId, ownerId), eq(memberships.memberId, memberId))),
    /** Teams that a user belongs to, each with its owner, oldest first. */
    listTeamsByMember: (memberId: number): { membership: MembershipRow; owner: User }[] =>
      db
        .select({ membership: memberships, owner: users })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.ownerId))
        .where(eq(memberships.memberId, memberId))
        .orderBy(memberships.createdAt, users.id)
        .all(),
    /** Members of an owner's team, oldest first. */
    listMembersByOwner: (ownerId: number): { membership: MembershipRow; user: User }[] =>
      db
        .select({ membership: memberships, user: users })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.memberId))
        .where(eq(memberships.ownerId, ownerId))
        .orderBy(memberships.createdAt, users.id)
        .all(),
    putMembership: (membership: MembershipRow): void => {
      db.insert(memberships)
        .values(membership)
        .onConflictDoUpdate({
          target: [memberships.ownerId, memberships.memberId],
          set: { role: membership.role, siteIds: membership.siteIds, sections: membership.sections },
        })
        .run();
    },
    removeMembership: (ownerId: number, memberId: number): boolean =>
      db
        .delete(memberships)
        .where(and(eq(memberships.ownerId, ownerId), eq(memberships.memberId, memberId)))
        .returning()
        .all().length > 0,
  };
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;
