import { checkWholeAccount } from '../../core/access.ts';
import {
  type AccountContext,
  accepted,
  accountEndpoint,
  type Endpoint,
  noContent,
  ok,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { CreateTransfer, presentTransfer, TransferAnswer, TransferList } from './schema.ts';
import type { TransfersService } from './service.ts';

interface TransferRouteDeps {
  readonly transfers: TransfersService;
  readonly baseUrl: string;
}

/** Transfers of sites between accounts. Source: decisions, section 15, Transfer. */
export function transferRoutes({ transfers, baseUrl }: TransferRouteDeps): Endpoint[] {
  const find = ({ account, params }: AccountContext) =>
    transfers.get(account, parsePathId(params, 'transfer_id', 'transfer'));
  return [
    siteEndpoint('POST', '/sites/:id/transfer', {
      summary: 'Transfer a site to another account',
      operationId: 'transferSite',
      description:
        'At once where the caller owns its account and may add sites to the other; else its owner has 14 days to accept. The site keeps what was counted and its settings. Shared links, webhooks, the deploy hook, email reports, members and invitations of it end, and it leaves its groups.',
      access: { check: ({ account }) => checkWholeAccount(account, 'transferring') },
      namesAccountInBody: false,
      body: CreateTransfer,
      responses: { 202: TransferAnswer },
      handle: ({ user, account, site, body }) =>
        accepted({
          transfer: presentTransfer(transfers.request({ user, account, baseUrl }, site, body.account_id)),
        }),
    }),
    accountEndpoint('GET', '/transfers', {
      summary: 'List open transfers from and to an account',
      operationId: 'listTransfers',
      access: { role: 'owner' },
      responses: { 200: TransferList },
      handle: ({ account }) => ok({ transfers: transfers.list(account).map(presentTransfer) }),
    }),
    accountEndpoint('POST', '/transfers/:transfer_id/accept', {
      summary: 'Accept a transfer',
      operationId: 'acceptTransfer',
      access: { role: 'owner', check: find },
      responses: { 202: TransferAnswer },
      handle: call => accepted({ transfer: presentTransfer(transfers.accept(call.account, find(call))) }),
    }),
    accountEndpoint('DELETE', '/transfers/:transfer_id', {
      summary: 'Withdraw or decline a transfer',
      operationId: 'deleteTransfer',
      access: { role: 'owner', check: find },
      responses: { 204: null },
      handle: call => {
        transfers.remove(find(call));
        return noContent();
      },
    }),
  ];
}
