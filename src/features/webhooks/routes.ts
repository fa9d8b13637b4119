import { canWrite } from '../../http/authorize.ts';
import { withDeadline } from '../../http/deadline.ts';
import { type AccountContext, accountEndpoint, created, type Endpoint, ok } from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { resource } from '../../http/resource.ts';
import {
  CreateWebhook,
  presentWebhook,
  UpdateWebhook,
  WebhookAnswer,
  WebhookList,
  WebhookWithSecret,
} from './schema.ts';
import type { WebhookWithSecret as SecretResult, WebhooksService } from './service.ts';
import type { WebhookRow } from './store.ts';

/** Finds the webhook that a path names by its `id`. 404 when the account has no such webhook. */
export type FindWebhook = (call: AccountContext) => WebhookRow;

export const createFindWebhook =
  (webhooks: Pick<WebhooksService, 'get'>): FindWebhook =>
  ({ account, params }) =>
    webhooks.get(account.owner.id, parsePathId(params, 'id', 'webhook'));

const withSecret = ({ webhook, secret }: SecretResult) => ({
  webhook: presentWebhook(webhook, true),
  signing_secret: secret,
});

/** Source: decisions, section 4, Webhooks; api-v1, Events. */
export function webhookRoutes({ webhooks }: { readonly webhooks: WebhooksService }): Endpoint[] {
  const access = { plan: 'subscription' } as const;
  const item = resource({
    scope: 'account',
    name: 'webhook',
    path: '/webhooks/:id',
    access,
    find: ({ account }, id) => webhooks.get(account.owner.id, id),
    present: (webhook, call) => presentWebhook(webhook, canWrite(call)),
    answer: WebhookAnswer,
    list: { answer: WebhookList, run: ({ account }) => webhooks.list(account.owner.id) },
    change: {
      summary: 'Update a webhook',
      body: UpdateWebhook,
      hasPut: true,
      run: (webhook, { body, signal }) =>
        withDeadline(signal, stopping => webhooks.update(webhook, body, stopping)),
    },
    remove: { summary: 'Delete a webhook and what it still has to send', run: webhooks.remove },
  });
  return [
    ...item.endpoints,
    accountEndpoint('POST', '/webhooks', {
      summary: 'Add a webhook',
      operationId: 'createWebhook',
      access,
      body: CreateWebhook,
      responses: { 201: WebhookWithSecret },
      handle: ({ account, body, signal }) =>
        withDeadline(signal, async stopping =>
          created(withSecret(await webhooks.create(account.owner.id, body, stopping))),
        ),
    }),
    accountEndpoint('POST', '/webhooks/:id/rotate_secret', {
      summary: 'Replace the signing secret; the old one is dropped at once',
      operationId: 'rotateWebhookSecret',
      access: item.access,
      responses: { 200: WebhookWithSecret },
      handle: call => ok(withSecret(webhooks.rotateSecret(item.find(call)))),
    }),
  ];
}
