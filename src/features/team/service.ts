import type { Account, MemberScope, TeamRole } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { forbidden, invalidBody, notFound } from '../../core/errors.ts';
import type { User } from '../../core/user.ts';
import { VIEW_SECTIONS } from '../../core/view.ts';
import { type RateLimit, takeUse } from '../../http/rate-limit.ts';
import { normalizeEmail } from '../../lib/email-address.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { createToken, hashToken } from '../../lib/token.ts';
import type { AccountsService, Member } from '../accounts/service.ts';
import type { Notifications } from '../mail/service.ts';
import type { TransactionalMail } from '../mail/transactional.ts';
import type { OpenInvitation, ScopeInput } from './schema.ts';
import type { InvitationRow, TeamStore } from './store.ts';

export const INVITATION_LIFETIME_MS = 7 * DAY_MS;
/** Open invitations of one account at most. */
const MAX_INVITATIONS = 100;
/** Invitations of one account in an hour at most: each may be an unsolicited mail. */
export const INVITATIONS_PER_HOUR = 60;

export interface TeamDeps {
  readonly store: TeamStore;
  readonly accounts: AccountsService;
  /** How what a member may act on is stored. */
  readonly scopes: {
    parse(stored: Pick<InvitationRow, 'siteIds' | 'sections'>): MemberScope | null;
    format(scope: MemberScope | null): Pick<InvitationRow, 'siteIds' | 'sections'>;
  };
  readonly isSiteOf: (ownerId: number, siteId: number) => boolean;
  readonly transactionalMail: TransactionalMail;
  readonly notifications: Pick<Notifications, 'send'>;
  /** Counts the invitations of each account. */
  readonly inviteRate: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
}

/** An invitation with what it leads to. */
export type ScopedInvitation = InvitationRow & { readonly scope: MemberScope | null };

/** A new invitation. */
export interface CreatedInvitation {
  readonly invitation: ScopedInvitation;
  /** The link, which is shown once; null where it is only mailed. */
  readonly url: string | null;
}

/** The members of an account's team, and invitations to it. */
export const createTeamService = (deps: TeamDeps) => ({
  ...createMembers(deps),
  ...createInvitations(deps),
  /** Ends memberships and invitations of single sites for one of them; those of no other end as a whole. */
  removeSite(ownerId: number, siteId: number): void {
    const { accounts, store, scopes, clock } = deps;
    const without = (scope: MemberScope | null): MemberScope | null | undefined =>
      scope?.siteIds.includes(siteId)
        ? { ...scope, siteIds: scope.siteIds.filter(id => id !== siteId) }
        : undefined;
    for (const { user, role, scope: known } of accounts.listMembers(ownerId)) {
      const scope = without(known);
      if (scope?.siteIds.length === 0) accounts.removeMember(ownerId, user.id);
      else if (scope) accounts.putScopedMember({ ownerId, memberId: user.id, role, scope });
    }
    for (const invitation of store.listOpen(ownerId, clock.now())) {
      const scope = without(scopes.parse(invitation));
      if (scope?.siteIds.length === 0) store.remove(invitation.id);
      else if (scope) store.saveScope(invitation.id, scopes.format(scope));
    }
  },
});

export type TeamService = ReturnType<typeof createTeamService>;

/** Returns what a member may access. 422 for sites outside the account, and for sections without sites or of an admin. */
function toScope(
  { isSiteOf }: Pick<TeamDeps, 'isSiteOf'>,
  ownerId: number,
  { role, site_ids: siteIds, sections = null }: ScopeInput & { readonly role: TeamRole },
): MemberScope | null {
  if (sections !== null && role === 'admin')
    throw invalidBody('sections must be left out or null for an admin, who reads all of a site');
  if (!siteIds) {
    if (sections !== null) throw invalidBody('sections need site_ids');
    return null;
  }
  const unknown = siteIds.find(id => !isSiteOf(ownerId, id));
  if (unknown !== undefined)
    throw invalidBody(`site_ids must be ids of sites of this account, got ${unknown}`);
  const unique = [...new Set(siteIds)];
  return { siteIds: unique, sections: sections && VIEW_SECTIONS.filter(name => sections.includes(name)) };
}

function createMembers(deps: TeamDeps) {
  const { accounts } = deps;
  return {
    listMembers: (ownerId: number): Member[] => accounts.listMembers(ownerId),
    getMember: accounts.getMember,

    /** Changes what a member may do, from the next request on; what is left out stays. 422 as for an invitation. */
    change(
      { user, role: before, scope: known }: Member,
      ownerId: number,
      input: ScopeInput & { readonly role?: TeamRole },
    ): Member {
      // A site may have been deleted since.
      const left = known?.siteIds.filter(id => deps.isSiteOf(ownerId, id)) ?? null;
      const { role = before, site_ids: siteIds = left, sections } = input;
      const kept = role === 'admin' || siteIds === null ? null : (known?.sections ?? null);
      const wanted = {
        role,
        site_ids: siteIds,
        sections: sections === undefined ? kept && [...kept] : sections,
      };
      const scope = toScope(deps, ownerId, wanted);
      accounts.putScopedMember({ ownerId, memberId: user.id, role, scope });
      return accounts.getMember(ownerId, user.id);
    },

    /** 403 unless `by` is the owner or the member. */
    checkMayRemove({ user }: Member, account: Account, by: User): void {
      if (account.role !== 'owner' && user.id !== by.id) {
        throw forbidden(`this needs the role owner in the account, and yours is ${account.role}`);
      }
    },
    /** Removes a member from the team. */
    remove({ user }: Member, account: Account): void {
      accounts.removeMember(account.owner.id, user.id);
    },
  };
}

function createInvitations(deps: TeamDeps) {
  const { store, accounts, scopes, transactionalMail, notifications, inviteRate, clock } = deps;
  const withScope = (row: InvitationRow) => ({ ...row, scope: scopes.parse(row) });

  function checkInvitee(owner: User, email: string): void {
    if (email === owner.email) throw invalidBody('email must not be your own: the account is yours');
    const user = accounts.findUserByEmail(email);
    if (user && accounts.listMembers(owner.id).some(member => member.user.id === user.id)) {
      throw invalidBody(`email ${email} is a member already: change the role at /team/${user.id}`);
    }
    if (store.countOpen(owner.id, clock.now()) >= MAX_INVITATIONS) {
      throw invalidBody(
        `an account may have ${MAX_INVITATIONS} open invitations: take back those not needed`,
      );
    }
  }

  /** Records the failure of an invitation's mail and notifies the owner of the account. */
  function failMail({ id, ownerId, email }: InvitationRow, reason: string): void {
    store.saveMailOutcome(id, { mailStatus: 'failed', mailError: reason });
    notifications.send('invitation_failed', { userId: ownerId, email, reason });
  }

  return {
    /** Open invitations, oldest first. */
    listInvitations: (ownerId: number): ScopedInvitation[] =>
      store.listOpen(ownerId, clock.now()).map(withScope),
    /** An open invitation of an account. 404 when there is no such one. */
    getInvitation(ownerId: number, id: number): InvitationRow {
      const invitation = store.find(ownerId, id, clock.now());
      if (!invitation) throw notFound('invitation');
      return invitation;
    },

    /**
     * Invites an address, by mail where mail is set up. The link creates an account where the address has none: it is then
     * only mailed, so that nobody creates an account for somebody else's address. Voids an earlier invitation of the
     * address. 422 for the owner, a member, and over the limit of open ones; 429 over the limit of an
     * hour.
     */
    invite(
      owner: User,
      input: ScopeInput & { email: string; role: TeamRole },
      baseUrl: string,
    ): CreatedInvitation {
      const email = normalizeEmail(input.email);
      const scope = toScope(deps, owner.id, input);
      checkInvitee(owner, email);
      takeUse(inviteRate, owner.id, 'invitations an hour');
      const now = clock.now();
      const token = createToken();
      const invitation = store.replace({
        ownerId: owner.id,
        email,
        role: input.role,
        ...scopes.format(scope),
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
        mailStatus: transactionalMail.isSetUp ? 'waiting' : null,
      });
      const path = `/join?token=${token}`;
      const isOpen = () => store.find(owner.id, invitation.id, clock.now()) !== undefined;
      transactionalMail.send({
        to: email,
        kind: 'invitation',
        data: { invitation, owner, path },
        baseUrl,
        isNeeded: isOpen,
        onSent: () => store.saveMailOutcome(invitation.id, { mailStatus: 'sent', mailError: null }),
        onFailed: reason => isOpen() && failMail(invitation, reason),
      });
      const isMailOnly = transactionalMail.isSetUp && !accounts.findUserByEmail(email);
      return { invitation: { ...invitation, scope }, url: isMailOnly ? null : baseUrl + path };
    },

    /** Marks mails as failed that an earlier process had in memory when it ended. */
    failLostMails(): void {
      for (const invitation of store.listMailWaiting())
        failMail(invitation, 'the server was stopped before the mail relay took it');
    },

    /** Revokes an invitation, which voids its link. */
    revoke: (invitation: InvitationRow): void => store.remove(invitation.id),

    /** Finds the invitation of a token. 403 when it was used or revoked, has expired or is unknown, and while the owner's plan has no teams. */
    openInvitation(token: string): OpenInvitation {
      const invitation = store.findByTokenHash(hashToken(token));
      const owner = invitation && accounts.findUser(invitation.ownerId);
      if (!owner || invitation.expiresAt <= clock.now()) {
        throw forbidden('this invitation is no longer valid: ask for a new one');
      }
      if (!accounts.getAccount(owner, undefined).rights.isUltra) {
        throw forbidden(
          'this invitation cannot be taken up now: the account it leads to has no team any more',
        );
      }
      return { invitation, owner, invited: accounts.findUserByEmail(invitation.email) };
    },

    /** Makes a user a member and deletes the invitation. */
    accept({ invitation }: OpenInvitation, user: User): void {
      // In this order, so that after a crash in between the link still works and changes nothing.
      const { ownerId, role } = invitation;
      accounts.putScopedMember({ ownerId, memberId: user.id, role, scope: scopes.parse(invitation) });
      store.remove(invitation.id);
    },
  };
}
