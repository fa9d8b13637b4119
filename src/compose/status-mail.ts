import { formatMessage } from '../features/mail/message.ts';
import { createPageScope } from '../features/status-pages/scope.ts';
import { createStatusPagesStore } from '../features/status-pages/store.ts';
import { createStatusMailRenderer } from '../features/status-pages/subscriptions/news.ts';
import { createSubscriptionTokens } from '../features/status-pages/subscriptions/tokens.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Access } from './access.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export type StatusMail = ReturnType<typeof composeStatusMail>;

/** Composes what renders a mail to a subscriber when the outbox sends it, which mail needs before there are any. */
export function composeStatusMail({
  stores,
  access,
  sites,
}: {
  readonly stores: Stores;
  readonly access: Access;
  readonly sites: Sites;
}) {
  const store = createStatusPagesStore(stores.db);
  const scope = createPageScope({
    findSite: sites.service.find,
    findGroup: sites.groups.find,
    findOwner: access.accounts.findSubscriber,
  });
  const tokens = createSubscriptionTokens(loadSecret(stores.db, 'status-pages'));
  return {
    store,
    scope,
    tokens,
    render: createStatusMailRenderer({ store, scope, tokens, formatMessage }),
  };
}
