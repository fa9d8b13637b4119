import { type Endpoint, ok, userEndpoint } from '../../http/endpoint.ts';
import type { KeysService } from '../keys/service.ts';
import { AccountList, CurrentUser, presentAccount, presentCurrentUser } from './schema.ts';
import type { AccountsService } from './service.ts';

/** Source: api-v1, Endpoints, Discovery and account. Open to every plan, so that a key can see why others refuse it. */
export const accountRoutes = (deps: {
  readonly accounts: AccountsService;
  readonly keys: KeysService;
}): Endpoint[] => [
  userEndpoint('GET', '/me', {
    summary: 'Show the current user',
    operationId: 'getMe',
    responses: { 200: CurrentUser },
    handle: ({ user, key }) => {
      const shownKey = key && { ...key, lastUsedAt: deps.keys.lastUsedAt(key.keyId) };
      return ok(presentCurrentUser(user, deps.accounts.listAccounts(user), shownKey));
    },
  }),
  userEndpoint('GET', '/accounts', {
    summary: 'List accounts the key can act on',
    operationId: 'listAccounts',
    responses: { 200: AccountList },
    handle: ({ user }) => ok({ accounts: deps.accounts.listAccounts(user).map(presentAccount) }),
  }),
];
