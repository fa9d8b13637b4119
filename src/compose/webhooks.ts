/** Composes webhooks and their deliveries. */
import { presentEvent } from '../features/events/schema.ts';
import { presentGoal } from '../features/goals/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import type { SendMail } from '../features/webhooks/deliveries/attempt.ts';
import { createDeliveries } from '../features/webhooks/deliveries/service.ts';
import { createDeliveriesStore } from '../features/webhooks/deliveries/store.ts';
import {
  createNotificationChannelsService,
  createPostpone,
} from '../features/webhooks/notification-channels/service.ts';
import { createPushKeys } from '../features/webhooks/notification-channels/web-push.ts';
import { createWebhookRegistry } from '../features/webhooks/registry.ts';
import { createWebhooksService } from '../features/webhooks/service.ts';
import { createWebhooksStore } from '../features/webhooks/store.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export type Webhooks = ReturnType<typeof composeWebhooks>;

interface WebhookDeps {
  readonly stores: Stores;
  readonly access: Access;
  readonly sites: Sites;
  readonly mail: Mail;
}

/** Deliveries are recorded at once, and sent when the server listens. */
export function composeWebhooks({ clock, log, events, outbound }: Context, deps: WebhookDeps) {
  const { db, hits } = deps.stores;
  const sites = deps.sites.service;
  const { accounts } = deps.access;
  const { notifications } = deps.mail;
  const pushKeys = createPushKeys(loadSecret(db, 'web_push'));
  const registry = createWebhookRegistry({
    store: createWebhooksStore(db),
    findOwnerId: siteId => sites.find(siteId)?.ownerId,
  });
  const deliveries = createDeliveries({
    store: createDeliveriesStore(db),
    registry,
    hits,
    sites,
    findZone: deps.stores.findSiteZone,
    isSubscribed: ownerId => accounts.findSubscriber(ownerId) !== undefined,
    presentRow: {
      hit: { name: 'hit', present: presentHit },
      event: { name: 'analytics_event', present: presentEvent },
    },
    listGoals: siteId =>
      deps.sites.goals.list(siteId).map(goal => ({ condition: goal.condition, wire: presentGoal(goal) })),
    postpone: createPostpone(id => accounts.findUser(id)?.timeZone),
    onSwitchedOff({ ownerId: userId, url, channel }, reason) {
      if (channel) notifications.send('channel_disabled', { userId, name: channel.name, reason });
      else notifications.send('webhook_disabled', { userId, url, reason });
    },
    sendMail: createAlertMail({ accounts, notifications, isSetUp: deps.mail.outbox.isSetUp }),
    pushKeys,
    fetchPublic: outbound.fetchPublic,
    clock,
    log,
  });
  events.subscribe('hits.stored', ({ rows }) => deliveries.noteStored(rows));
  events.subscribe('kudos.added', kudos => {
    for (const { siteId, id, uid, path, createdAt } of kudos)
      deliveries.publish({
        event: 'new_kudo',
        siteId,
        kudo: { id, uid, path, created_at: createdAt.toISOString() },
      });
  });
  events.subscribe('site.purged', ({ siteId }) => deliveries.removeOfSite(siteId));
  events.subscribe('site.moved', ({ siteId, fromId }) => {
    for (const webhook of registry.listOf(fromId)) if (webhook.siteId === siteId) registry.remove(webhook.id);
    registry.forgetSites();
  });
  events.subscribe('server.listening', ({ baseUrl }) => deliveries.start(baseUrl));
  const { checkTarget } = outbound;
  return {
    service: createWebhooksService({ registry, deliveries, sites, hits, checkTarget, clock }),
    channels: createNotificationChannelsService({
      registry,
      deliveries,
      checkTarget,
      isMailSetUp: deps.mail.outbox.isSetUp,
      isAddressOfAccount: (ownerId, email) => findRecipient(accounts, ownerId, email) !== undefined,
      clock,
    }),
    deliveries,
    /** Browsers subscribe with it. */
    pushKey: pushKeys.publicKey,
  };
}

type Accounts = Access['accounts'];

/** Finds the owner or member of an account who has an address. */
function findRecipient(accounts: Accounts, ownerId: number, email: string): number | undefined {
  const user = accounts.findUserByEmail(email);
  const isOfAccount =
    user?.id === ownerId ||
    accounts
      .listMembers(ownerId)
      // What is mailed may be about any site of the account.
      .some(member => member.user.id === user?.id && member.scope === null);
  return isOfAccount ? user?.id : undefined;
}

/** Creates the function that hands the mail of a notification channel to the outbox, which keeps it until it is sent. */
function createAlertMail(deps: {
  readonly accounts: Accounts;
  readonly notifications: Mail['notifications'];
  readonly isSetUp: boolean;
}): SendMail {
  const { accounts, notifications, isSetUp } = deps;
  const fail = (error: string) => ({ statusCode: null, error, retryAfterMs: null });
  return ({ ownerId, email, siteId, message: { title, lines } }) => {
    const userId = findRecipient(accounts, ownerId, email);
    if (!isSetUp) return fail('this server sends no mail');
    if (userId === undefined) return { ...fail('the address belongs to no member any more'), isFinal: true };
    if (!notifications.isSubscribed({ userId, kind: 'alert' }))
      return { ...fail('the recipient has unsubscribed from alerts'), isFinal: true };
    notifications.send('alert', { userId, ...(siteId === null ? {} : { siteId }), title, lines });
    return { statusCode: null, error: null, retryAfterMs: null };
  };
}
