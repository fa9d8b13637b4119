import { formatScope, parseScope } from '../features/accounts/member-scope.ts';
import { createJoinService } from '../features/team/join-service.ts';
import { createTeamService, INVITATIONS_PER_HOUR } from '../features/team/service.ts';
import { createTeamStore } from '../features/team/store.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import { composeTransfers } from './transfers.ts';

/** Composes the teams of accounts, invitations and members, and transfers of sites between accounts. */
export function composeTeam(
  { clock, events }: Context,
  {
    stores,
    access,
    sites,
    mail,
  }: { readonly stores: Stores; readonly access: Access; readonly sites: Sites; readonly mail: Mail },
) {
  const { accounts, sessions } = access;
  const service = createTeamService({
    store: createTeamStore(stores.db),
    accounts,
    scopes: { parse: parseScope, format: formatScope },
    isSiteOf: (ownerId, siteId) => sites.service.findOfAccount(ownerId, siteId) !== undefined,
    transactionalMail: mail.transactional,
    notifications: mail.notifications,
    inviteRate: createRateLimit({ limit: INVITATIONS_PER_HOUR, clock, windows: [] }),
    clock,
  });
  events.subscribe('site.moved', ({ siteId, fromId }) => service.removeSite(fromId, siteId));
  events.subscribe('server.listening', service.failLostMails);
  const transfers = composeTransfers({ clock, events }, { stores, access, sites, mail });
  return { service, transfers, joining: createJoinService({ team: service, accounts, sessions }) };
}
