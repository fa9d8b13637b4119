import { createTransfersService } from '../features/transfers/service.ts';
import { createTransfersStore } from '../features/transfers/store.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

/** Composes transfers of sites between accounts. */
export function composeTransfers(
  { clock, events }: Pick<Context, 'clock' | 'events'>,
  {
    stores,
    access,
    sites,
    mail,
  }: { readonly stores: Stores; readonly access: Access; readonly sites: Sites; readonly mail: Mail },
) {
  const service = createTransfersService({
    store: createTransfersStore(stores.db),
    sites: sites.service,
    accounts: access.accounts,
    events,
    mail: mail.transactional,
    clock,
  });
  events.subscribe('site.purged', ({ siteId }) => service.removeOfSite(siteId));
  return service;
}
