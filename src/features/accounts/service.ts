import type { Account, MemberScope, Role, TeamRole } from '../../core/access.ts';
import { CommandError, notFound } from '../../core/errors.ts';
import { planRights } from '../../core/plans.ts';
import type { User } from '../../core/user.ts';
import { formatScope, parseScope } from './member-scope.ts';
import type { MembershipRow } from './store.ts';
import { createUsers, type UsersDeps } from './users.ts';

/** A user who may act on somebody else's account. */
export interface Member {
  readonly user: User;
  readonly role: MembershipRow['role'];
  /** Null for the whole account. */
  readonly scope: MemberScope | null;
  /** When they became a member. */
  readonly createdAt: Date;
}

/** A member to add. */
interface NewMember extends Pick<MembershipRow, 'ownerId' | 'memberId' | 'role'> {
  /** Null for the whole account. */
  readonly scope: MemberScope | null;
}

/** Users, the accounts that they may act on, and the members of teams. */
export function createAccountsService(deps: UsersDeps) {
  const { store, clock } = deps;
  const users = createUsers(deps);
  const { findUser } = users;

  const toAccount = (owner: User, role: Role, scope: MemberScope | null = null): Account => ({
    owner,
    role,
    kind: role === 'owner' ? 'personal' : 'team',
    rights: planRights(owner, clock.now()),
    scope,
  });
  const toMember = (user: User, membership: MembershipRow): Member => ({
    user,
    role: membership.role,
    scope: parseScope(membership),
    createdAt: membership.createdAt,
  });

  /** Returns the account of an owner with this user's role. 404 when there is no active membership. */
  function getAccount(user: User, ownerId: number | undefined): Account {
    if (ownerId === undefined || ownerId === user.id) return toAccount(user, 'owner');
    const membership = store.findMembership(ownerId, user.id);
    const owner = membership && findUser(ownerId);
    const account = owner && toAccount(owner, membership.role, parseScope(membership));
    // Teams need Ultra: without it members have no access until the plan is back.
    if (!account?.rights.isUltra) throw notFound(`account ${ownerId}`);
    return account;
  }

  const putRole = (ownerId: number, memberId: number, role: MembershipRow['role']): void => {
    const known = store.findMembership(ownerId, memberId);
    putMember({ ownerId, memberId, role, scope: known ? parseScope(known) : null });
  };
  const putMember = ({ scope, ...membership }: NewMember): void =>
    store.putMembership({ ...membership, ...formatScope(scope), createdAt: clock.now() });

  return {
    ...users,
    getAccount,

    /** The personal account first, then every active team. */
    listAccounts(user: User): Account[] {
      const teams = store
        .listTeamsByMember(user.id)
        .map(({ owner, membership }) => toAccount(owner, membership.role, parseScope(membership)));
      return [toAccount(user, 'owner'), ...teams.filter(team => team.rights.isUltra)];
    },

    /** The members of an owner's team, oldest first. */
    listMembers: (ownerId: number): Member[] =>
      store.listMembersByOwner(ownerId).map(({ user, membership }) => toMember(user, membership)),
    /** A member of an owner's team. 404 when there is no such one. */
    getMember(ownerId: number, memberId: number): Member {
      const membership = store.findMembership(ownerId, memberId);
      const user = membership && findUser(memberId);
      if (!user) throw notFound(`member ${memberId}`);
      return toMember(user, membership);
    },
    /** Adds a member of the whole account, or changes the role of one, whose sites and sections stay. */
    putMember: putRole,
    /** Adds a member, or changes what one may do. */
    putScopedMember: putMember,
    removeMember: (ownerId: number, memberId: number): boolean => store.removeMembership(ownerId, memberId),

    /** Adds a member for the command line, or changes the role of one, whose sites and sections stay. Throws where the plan has no teams. */
    addToTeam(owner: User, member: User, role: TeamRole): void {
      if (owner.id === member.id) throw new CommandError('owners cannot be members of their own team');
      if (!planRights(owner, clock.now()).isUltra) {
        throw new CommandError(
          `teams need the plan ultra, and ${owner.email} has ${owner.plan}: see \`footfall user set\``,
        );
      }
      putRole(owner.id, member.id, role);
    },

    removeFromTeam(owner: User, member: User): void {
      if (!store.removeMembership(owner.id, member.id)) {
        throw new CommandError(`${member.email} is not a member of ${owner.email}'s team`);
      }
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;
