import { startWebmentions } from '../features/webmention/service.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { Sites } from './sites.ts';

export const composeWebmentions = (
  { clock, log, outbound }: Context,
  { sites, kudos }: { readonly sites: Sites; readonly kudos: Kudos },
) =>
  startWebmentions({
    sites,
    kudos: kudos.service,
    fetchPublic: outbound.fetchPublic,
    clock,
    log,
  });
