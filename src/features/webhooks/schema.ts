import { type Static, Type } from '@sinclair/typebox';
import { WEBHOOK_EVENTS } from '../../core/webhook-events.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import type { WebhookRow } from './store.ts';
import { PLATFORMS } from './tables.ts';

const Event = oneOf(WEBHOOK_EVENTS);

/** Source: decisions, section 4, Webhooks. */
export const Webhook = model('Webhook', {
  id: Id,
  url: Type.String({
    description:
      'scheme and host alone, and an ellipsis, for viewers and read-only keys: addresses of Slack and Discord are secrets',
  }),
  events: Type.Array(Event),
  site_id: nullable(Id, { description: 'null: every site of the account' }),
  platform: oneOf(PLATFORMS),
  wrap_content: Type.Boolean(),
  active: Type.Boolean(),
  disabled_reason: nullable(Type.String(), {
    description: 'why it was switched off; null while active, and when its owner did it',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Longest target. */
const MAX_URL_LENGTH = 2048;

const url = line({
  isRequired: true,
  maxLength: MAX_URL_LENGTH,
  description: 'a public http or https address; redirects are not followed',
});
const events = Type.Array(Event, { minItems: 1, maxItems: 100 });
const choices = {
  site_id: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      description: 'a site of the account; null for every one',
    }),
  ),
  platform: Type.Optional(oneOf(PLATFORMS, { description: '`generic` when left out: plain JSON' })),
  wrap_content: Type.Optional(
    Type.Boolean({
      description: 'puts the whole payload, as one JSON string, under `content`; for `generic` only',
    }),
  ),
  active: Type.Optional(Type.Boolean()),
};

const example = {
  url: 'https://hooks.example/footfall',
  events: ['monitor_down', 'monitor_up'],
  site_id: null,
};

export const CreateWebhook = model('CreateWebhook', { url, events, ...choices }, example);
export const UpdateWebhook = model(
  'UpdateWebhook',
  { url: Type.Optional(url), events: Type.Optional(events), ...choices },
  { active: true },
);
export type WebhookInput = Static<typeof UpdateWebhook>;

export const WebhookAnswer = Type.Object({ webhook: Webhook });
export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });
export const WebhookWithSecret = Type.Object({
  webhook: Webhook,
  signing_secret: Type.String({
    description:
      'shown this once; `X-Signature` is `sha256=` and the HMAC-SHA-256 of the body with this text as key, in hex',
  }),
});

/** Masks an address that works like a secret: only scheme and host remain. */
const maskUrl = (url: string): string => `${new URL(url).origin}/…`;

/** Presents a webhook without its secret; the address is masked for callers who may not change it. */
export const presentWebhook = (webhook: WebhookRow, mayWrite: boolean): Static<typeof Webhook> => ({
  id: webhook.id,
  url: mayWrite ? webhook.url : maskUrl(webhook.url),
  events: [...webhook.events],
  site_id: webhook.siteId,
  platform: webhook.platform,
  wrap_content: webhook.wrapContent,
  active: webhook.active,
  disabled_reason: webhook.disabledReason,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});
