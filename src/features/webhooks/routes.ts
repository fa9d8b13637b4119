import { answerInTime } from '../../http/answer-deadline.ts';
import {
  type AccountCall,
  accountEndpoint,
  created,
  type Endpoint,
  type Found,
  noContent,
  ok,
} from '../../http/endpoint.ts';
import { mayWrite } from '../../http/gatekeeper.ts';
import { idIn } from '../../http/path-id.ts';
import {
  CreateWebhook,
  presentWebhook,
  UpdateWebhook,
  WebhookAnswer,
  WebhookList,
  WebhookWithSecret,
} from './schema.ts';
import type { WebhookWithSecret as Secretive, WebhooksService } from './service.ts';
import type { WebhookRow } from './store.ts';

const tag = 'Webhooks';

/** The webhook that a path names by its `id`. 404 when it is none of the account's. */
export type WebhookOf = (call: Found | AccountCall<unknown, unknown>) => WebhookRow;

export const createWebhookOf =
  (webhooks: Pick<WebhooksService, 'get'>): WebhookOf =>
  ({ account, params }) =>
    webhooks.get(account.owner.id, idIn(params, 'id', 'webhook'));

const withSecret = ({ webhook, secret }: Secretive) => ({
  webhook: presentWebhook(webhook, true),
  signing_secret: secret,
});

/** Source: decisions, section 4, Webhooks; api-v1, Events. */
export function webhookRoutes({ webhooks }: { readonly webhooks: WebhooksService }): Endpoint[] {
  const webhookOf = createWebhookOf(webhooks);
  const gate = { plan: 'subscription', admit: webhookOf } as const;
  return [
    accountEndpoint(
      {
        method: 'GET',
        path: '/webhooks',
        tag,
        summary: 'List webhooks',
        operationId: 'listWebhooks',
        gate: { plan: 'subscription' },
        answers: { 200: WebhookList },
      },
      call => {
        const isWhole = mayWrite(call);
        const rows = webhooks.list(call.account.owner.id);
        return ok({ webhooks: rows.map(webhook => presentWebhook(webhook, isWhole)) });
      },
    ),
    accountEndpoint(
      {
        method: 'GET',
        path: '/webhooks/:id',
        tag,
        summary: 'Show a webhook',
        operationId: 'getWebhook',
        gate,
        answers: { 200: WebhookAnswer },
      },
      call => ok({ webhook: presentWebhook(webhookOf(call), mayWrite(call)) }),
    ),
    accountEndpoint(
      {
        method: 'POST',
        path: '/webhooks',
        tag,
        summary: 'Add a webhook',
        operationId: 'createWebhook',
        gate: { plan: 'subscription' },
        body: CreateWebhook,
        answers: { 201: WebhookWithSecret },
      },
      ({ account, body, signal }) =>
        answerInTime(signal, async stopping =>
          created(withSecret(await webhooks.create(account.owner.id, body, stopping))),
        ),
    ),
    ...changeRoutes(webhooks, webhookOf),
  ];
}

function changeRoutes(webhooks: WebhooksService, webhookOf: WebhookOf): Endpoint[] {
  const gate = { plan: 'subscription', admit: webhookOf } as const;
  const update = (method: 'PATCH' | 'PUT') =>
    accountEndpoint(
      {
        method,
        path: '/webhooks/:id',
        tag,
        summary: 'Update a webhook',
        operationId: `${method.toLowerCase()}Webhook`,
        gate,
        body: UpdateWebhook,
        answers: { 200: WebhookAnswer },
      },
      call =>
        answerInTime(call.signal, async signal =>
          ok({ webhook: presentWebhook(await webhooks.update(webhookOf(call), call.body, signal), true) }),
        ),
    );
  return [
    update('PATCH'),
    update('PUT'),
    accountEndpoint(
      {
        method: 'DELETE',
        path: '/webhooks/:id',
        tag,
        summary: 'Delete a webhook and what it still has to send',
        operationId: 'deleteWebhook',
        gate,
        answers: { 204: null },
      },
      call => {
        webhooks.remove(webhookOf(call));
        return noContent();
      },
    ),
    accountEndpoint(
      {
        method: 'POST',
        path: '/webhooks/:id/rotate_secret',
        tag,
        summary: 'Replace the signing secret; the old one is dropped at once',
        operationId: 'rotateWebhookSecret',
        gate,
        answers: { 200: WebhookWithSecret },
      },
      call => ok(withSecret(webhooks.rotateSecret(webhookOf(call)))),
    ),
  ];
}
