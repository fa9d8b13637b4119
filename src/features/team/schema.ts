import { Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { type MemberScope, TEAM_ROLES } from '../../core/access.ts';
import { MAX_PASSWORD_LENGTH } from '../../core/limits.ts';
import type { User } from '../../core/user.ts';
import { VIEW_SECTIONS } from '../../core/view.ts';
import { Id, model, nullable, oneOf, patchModel, Timestamp, text } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { isEmailAddress, normalizeEmail } from '../../lib/email-address.ts';
import type { Member as MemberOf } from '../accounts/service.ts';
import type { InvitationRow } from './store.ts';
import { MAIL_STATUSES } from './tables.ts';

/** An invitation that was opened with its token. */
export interface OpenInvitation {
  readonly invitation: InvitationRow;
  readonly owner: User;
  /** The user that has the invited address already. */
  readonly invited: User | undefined;
}

const MAX_EMAIL_LENGTH = 320;

TypeRegistry.Set(
  'Email',
  (_schema: TSchema, value) =>
    typeof value === 'string' && value.length <= MAX_EMAIL_LENGTH && isEmailAddress(normalizeEmail(value)),
);
const Email = Type.Unsafe<string>({
  type: 'string',
  maxLength: MAX_EMAIL_LENGTH,
  allowed: 'an e-mail address such as name@example.org',
  [Kind]: 'Email',
});
const MAX_SITES = 1000;
const SiteIds = nullable(Type.Array(Id, { minItems: 1, maxItems: MAX_SITES }), {
  description: 'the sites that they are a member of; null: of all, and of what is about the whole account',
});
const Sections = nullable(Type.Array(oneOf(VIEW_SECTIONS), { minItems: 1, maxItems: VIEW_SECTIONS.length }), {
  description:
    'of a viewer of single sites: what they may read; `journeys` is what single visitors did; null: everything',
});
const scopeFields = { site_ids: SiteIds, sections: Sections };
const optionalScope = { site_ids: Type.Optional(SiteIds), sections: Type.Optional(Sections) };

const Role = oneOf(TEAM_ROLES, { description: 'a `viewer` reads, an `admin` also changes sites' });

export const Member = model('TeamMember', {
  id: Type.Integer({ minimum: 1, description: 'the member’s user id' }),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  ...scopeFields,
  created_at: Timestamp,
});
export const Invitation = model('Invitation', {
  id: Id,
  email: Type.String(),
  role: Role,
  ...scopeFields,
  created_at: Timestamp,
  expires_at: Timestamp,
  mail_status: nullable(oneOf(MAIL_STATUSES), {
    description:
      '`waiting`: the mail is tried again for half an hour; `failed`: invite the address again; null where this server sends no mail',
  }),
  mail_error: nullable(Type.String(), { description: 'why the mail failed' }),
});

export const Team = model('Team', {
  members: Type.Array(Member),
  invitations: Type.Array(Invitation, { description: 'those not yet accepted' }),
});
export const Invite = model(
  'Invite',
  { email: Email, role: Role, ...optionalScope },
  { email: 'colleague@example.org', role: 'viewer' },
  { email: 'client@example.org', role: 'viewer', site_ids: [1], sections: ['visitors', 'pages'] },
);
export const CreatedInvitationAnswer = Type.Object({
  invitation: Invitation,
  invitation_url: nullable(Type.String(), {
    description:
      'where the invited person joins, shown this once; null where it was mailed to an address without an account',
  }),
});
export const UpdateMember = patchModel(
  'UpdateTeamMember',
  { role: Type.Optional(Role), ...optionalScope },
  { role: 'admin' },
);
export type ScopeInput = Pick<Static<typeof Invite>, 'site_ids' | 'sections'>;

const presentScope = (scope: MemberScope | null) => ({
  site_ids: scope && [...scope.siteIds],
  sections: scope?.sections ? [...scope.sections] : null,
});

export const MemberAnswer = Type.Object({ member: Member });

/** What the page behind an invitation's link sends. */
export const Join = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.Optional(text({ maxLength: MAX_PASSWORD_LENGTH })),
  name: Type.Optional(line({ maxLength: 200 })),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
});

export const presentMember = ({ user, role, scope, createdAt }: MemberOf): Static<typeof Member> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role,
  ...presentScope(scope),
  created_at: createdAt.toISOString(),
});

/** Formats an invitation for the owner. */
export const presentInvitation = (
  invitation: InvitationRow & { readonly scope: MemberScope | null },
): Static<typeof Invitation> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  ...presentScope(invitation.scope),
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
  mail_status: invitation.mailStatus,
  mail_error: invitation.mailError,
});

/** Formats an invitation for the page behind its link. */
export const presentOpenInvitation = ({ invitation, owner, invited }: OpenInvitation) => ({
  email: invitation.email,
  account_name: owner.name,
  role: invitation.role,
  has_account: invited !== undefined,
});
