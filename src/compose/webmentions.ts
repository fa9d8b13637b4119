import { startWebmentions } from '../features/webmention/service.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export const composeWebmentions = (
  { clock, log, outbound }: Context,
  { stores, sites, kudos }: { readonly stores: Stores; readonly sites: Sites; readonly kudos: Kudos },
) =>
  startWebmentions({
    sites,
    findOwner: stores.findSiteOwner,
    kudos: kudos.service,
    fetchPublic: outbound.fetchPublic,
    clock,
    log,
  });
