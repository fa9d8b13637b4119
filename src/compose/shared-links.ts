/** Composes shared links: addresses that show a part of a site without an account. */
import { hashPassword, isPassword, passwordFaults } from '../features/accounts/password.ts';
import { canShow } from '../features/public-stats/section-filters.ts';
import { createSharedLinksService } from '../features/shared-links/service.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export const composeSharedLinks = (
  { clock }: Context,
  {
    stores,
    access: { accounts },
    sites,
  }: { readonly stores: Stores; readonly access: Access; readonly sites: Sites },
) =>
  createSharedLinksService({
    store: sites.linksStore,
    findSegment: sites.segments.findOfSite,
    findSite(id) {
      const site = sites.service.find(id);
      const owner = site && accounts.findUser(site.ownerId);
      return owner && accounts.getAccount(owner, undefined).rights.isSubscribed ? site : undefined;
    },
    canShow,
    passwords: { faults: passwordFaults, hash: hashPassword, isSame: isPassword },
    secret: loadSecret(stores.db, 'shared-links'),
    clock,
  });
