import { type Static, Type } from '@sinclair/typebox';
import type { Account as AccountOf, KeyHolder } from '../../core/access.ts';
import type { User } from '../../core/user.ts';
import { VIEW_SECTIONS } from '../../core/view.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';

export const Account = model('Account', {
  id: Type.Integer({ minimum: 1, description: "the owner's user id, used as `account_id`" }),
  name: Type.String(),
  kind: oneOf(['personal', 'team']),
  role: oneOf(['owner', 'admin', 'viewer']),
  is_subscribed: Type.Boolean(),
  is_plus: Type.Boolean(),
  site_ids: Type.Optional(
    Type.Array(Id, { description: 'present where you are a member of these sites alone' }),
  ),
  sections: Type.Optional(
    Type.Array(oneOf(VIEW_SECTIONS), { description: 'present where you may read these of them alone' }),
  ),
});

export const AccountList = Type.Object({ accounts: Type.Array(Account) });

export const CurrentUser = model('CurrentUser', {
  id: Id,
  email: Type.String(),
  is_subscribed: Type.Boolean(),
  created_at: Timestamp,
  api_key: nullable(
    Type.Object({
      name: Type.String(),
      access_type: oneOf(['read_only', 'full_access']),
      last_used_at: nullable(Timestamp),
    }),
    { description: 'the key of this request; null for a dashboard session' },
  ),
  accounts: Type.Array(Account),
});

export const presentAccount = ({ owner, kind, role, rights, scope }: AccountOf): Static<typeof Account> => ({
  id: owner.id,
  name: owner.name,
  kind,
  role,
  is_subscribed: rights.isSubscribed,
  is_plus: rights.isPlus,
  ...(scope && { site_ids: [...scope.siteIds] }),
  ...(scope?.sections && { sections: [...scope.sections] }),
});

/** The user behind a request, with every account they may act on; the first is their own. */
export const presentCurrentUser = (
  user: User,
  accounts: readonly AccountOf[],
  key: (KeyHolder & { readonly lastUsedAt: Date | null }) | null,
): Static<typeof CurrentUser> => ({
  id: user.id,
  email: user.email,
  is_subscribed: accounts[0]?.rights.isSubscribed ?? false,
  created_at: user.createdAt.toISOString(),
  api_key: key && {
    name: key.name,
    access_type: key.access,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  },
  accounts: accounts.map(presentAccount),
});
