import { canWrite } from '../../http/authorize.ts';
import { withDeadline } from '../../http/deadline.ts';
import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
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
  const findWebhook = createFindWebhook(webhooks);
  const access = { plan: 'subscription', check: findWebhook } as const;
  return [
    accountEndpoint('GET', '/webhooks', {
      summary: 'List webhooks',
      operationId: 'listWebhooks',
      access: { plan: 'subscription' },
      responses: { 200: WebhookList },
      handle: call => {
        const isWhole = canWrite(call);
        const rows = webhooks.list(call.account.owner.id);
        return ok({ webhooks: rows.map(webhook => presentWebhook(webhook, isWhole)) });
      },
    }),
    accountEndpoint('GET', '/webhooks/:id', {
      summary: 'Show a webhook',
      operationId: 'getWebhook',
      access,
      responses: { 200: WebhookAnswer },
      handle: call => ok({ webhook: presentWebhook(findWebhook(call), canWrite(call)) }),
    }),
    accountEndpoint('POST', '/webhooks', {
      summary: 'Add a webhook',
      operationId: 'createWebhook',
      access: { plan: 'subscription' },
      body: CreateWebhook,
      responses: { 201: WebhookWithSecret },
      handle: ({ account, body, signal }) =>
        withDeadline(signal, async stopping =>
          created(withSecret(await webhooks.create(account.owner.id, body, stopping))),
        ),
    }),
    ...changeRoutes(webhooks, findWebhook),
  ];
}

function changeRoutes(webhooks: WebhooksService, findWebhook: FindWebhook): Endpoint[] {
  const access = { plan: 'subscription', check: findWebhook } as const;
  const update = (method: 'PATCH' | 'PUT') =>
    accountEndpoint(method, '/webhooks/:id', {
      summary: 'Update a webhook',
      operationId: `${method.toLowerCase()}Webhook`,
      access,
      body: UpdateWebhook,
      responses: { 200: WebhookAnswer },
      handle: call =>
        withDeadline(call.signal, async signal =>
          ok({ webhook: presentWebhook(await webhooks.update(findWebhook(call), call.body, signal), true) }),
        ),
    });
  return [
    update('PATCH'),
    update('PUT'),
    accountEndpoint('DELETE', '/webhooks/:id', {
      summary: 'Delete a webhook and what it still has to send',
      operationId: 'deleteWebhook',
      access,
      responses: { 204: null },
      handle: call => {
        webhooks.remove(findWebhook(call));
        return noContent();
      },
    }),
    accountEndpoint('POST', '/webhooks/:id/rotate_secret', {
      summary: 'Replace the signing secret; the old one is dropped at once',
      operationId: 'rotateWebhookSecret',
      access,
      responses: { 200: WebhookWithSecret },
      handle: call => ok(withSecret(webhooks.rotateSecret(findWebhook(call)))),
    }),
  ];
}
