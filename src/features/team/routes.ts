import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { Member } from '../accounts/service.ts';
import {
  CreatedInvitationAnswer,
  Invite,
  MemberAnswer,
  presentInvitation,
  presentMember,
  Team,
  UpdateMember,
} from './schema.ts';
import { INVITATION_LIFETIME_MS, type TeamService } from './service.ts';
import type { InvitationRow } from './store.ts';

const access = { plan: 'ultra', role: 'owner' } as const;

export interface TeamRouteDeps {
  readonly team: TeamService;
  /** Origin of this server, for the links of invitations. */
  readonly baseUrl: string;
}

/** Endpoints of an account's team. */
export const teamRoutes = ({ team, baseUrl }: TeamRouteDeps): Endpoint[] => [
  accountEndpoint('GET', '/team', {
    summary: 'Show the members of your team',
    operationId: 'getTeam',
    access,
    responses: { 200: Team },
    handle: ({ account }) =>
      ok({
        members: team.listMembers(account.owner.id).map(presentMember),
        invitations: team.listInvitations(account.owner.id).map(presentInvitation),
      }),
  }),
  accountEndpoint('POST', '/team/invitations', {
    summary: 'Invite a member to your team',
    operationId: 'createInvitation',
    description: `The link is valid for ${INVITATION_LIFETIME_MS / DAY_MS} days and works once; where mail is set up it is mailed, for an address without an account only so. Inviting again voids the link before.`,
    access,
    body: Invite,
    responses: { 201: CreatedInvitationAnswer },
    handle: ({ account, body }) => {
      const { invitation, url } = team.invite(account.owner, body, baseUrl);
      return created({ invitation: presentInvitation(invitation), invitation_url: url });
    },
  }),
  revocation(team),
  ...memberRoutes(team),
];

function revocation(team: TeamService): Endpoint {
  const findInvitation = ({ account, params }: AccountContext): InvitationRow =>
    team.getInvitation(account.owner.id, parsePathId(params, 'invitation_id', 'invitation'));
  return accountEndpoint('DELETE', '/team/invitations/:invitation_id', {
    summary: 'Take an invitation back',
    operationId: 'deleteInvitation',
    access: { ...access, check: findInvitation },
    responses: { 204: null },
    handle: call => {
      team.revoke(findInvitation(call));
      return noContent();
    },
  });
}

function memberRoutes(team: TeamService): Endpoint[] {
  const findMember = ({ account, params }: AccountContext): Member =>
    team.getMember(account.owner.id, parsePathId(params, 'member_id', 'member'));
  return [
    accountEndpoint('PATCH', '/team/:member_id', {
      summary: 'Change what a member may do',
      operationId: 'patchTeamMember',
      hasPut: true,
      description: 'What is left out stays. An admin has no `sections`.',
      access: { ...access, check: findMember },
      body: UpdateMember,
      responses: { 200: MemberAnswer },
      handle: call => {
        const member = team.change(findMember(call), call.account.owner.id, call.body);
        return ok({ member: presentMember(member) });
      },
    }),
    accountEndpoint('DELETE', '/team/:member_id', {
      summary: 'Remove a member, or leave a team',
      operationId: 'deleteTeamMember',
      description:
        'The owner removes anybody. A member leaves with the own user id and the owner’s as `account_id`.',
      access: {
        plan: 'ultra',
        role: 'viewer',
        isForSiteMembers: true,
        check: found => team.checkMayRemove(findMember(found), found.account, found.user),
      },
      responses: { 204: null },
      handle: call => {
        team.remove(findMember(call), call.account);
        return noContent();
      },
    }),
  ];
}
