import { mayActOn } from '../../core/access.ts';
import { type AccountContext, accountEndpoint, type Endpoint, ok } from '../../http/endpoint.ts';
import { PutSiteOrder, presentOrder, SiteOrder, toOrderChange } from './schema.ts';
import type { SiteOrderOwner, SiteOrderService } from './service.ts';

const path = '/sites/order';
const toOwner = ({ user, account }: AccountContext): SiteOrderOwner => ({
  userId: user.id,
  ownerId: account.owner.id,
  mayActOn: siteId => mayActOn(account, siteId),
});

/** Endpoints of a user's own order of an account's sites. Every role may order them. */
export const siteOrderRoutes = ({ siteOrder }: { readonly siteOrder: SiteOrderService }): Endpoint[] => [
  accountEndpoint('GET', path, {
    summary: 'Show the order of your sites',
    operationId: 'getSiteOrder',
    access: { isForSiteMembers: true },
    description:
      'Your own order of the account’s sites, for clients that show them; `GET /sites` lists them by id.',
    responses: { 200: SiteOrder },
    handle: call => ok(presentOrder(siteOrder.get(toOwner(call)))),
  }),
  accountEndpoint('PUT', path, {
    summary: 'Change the order of your sites',
    operationId: 'putSiteOrder',
    description: 'Other users of the account keep their own order.',
    access: { role: 'viewer', isForSiteMembers: true },
    body: PutSiteOrder,
    responses: { 200: SiteOrder },
    handle: call => ok(presentOrder(siteOrder.change(toOwner(call), toOrderChange(call.body)))),
  }),
];
