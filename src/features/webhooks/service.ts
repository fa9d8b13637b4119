import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import type { HitStore } from '../../core/hit-store.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { SitesService } from '../sites/service.ts';
import type { Deliveries } from './deliveries/service.ts';
import type { WebhookRegistry } from './registry.ts';
import type { WebhookInput } from './schema.ts';
import type { WebhookChange, WebhookRow } from './store.ts';

/** Webhooks of one account. */
const MAX_WEBHOOKS = 50;
const SECRET_BYTES = 32;
const CHECK_TIMEOUT_MS = 5000;
const SWITCHED_OFF = 'the webhook was switched off';

/** A webhook and its secret, which is shown at no other time. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

export interface WebhooksDeps {
  readonly registry: WebhookRegistry;
  readonly deliveries: Pick<Deliveries, 'abandon'>;
  readonly sites: Pick<SitesService, 'findOfAccount'>;
  readonly hits: Pick<HitStore, 'listAppended'>;
  readonly checkTarget: Outbound['checkTarget'];
  readonly clock: Clock;
}

/** Adds, changes and removes webhooks. */
export function createWebhooksService(deps: WebhooksDeps) {
  const { registry, deliveries, sites, checkTarget, clock } = deps;

  /** 404 when it is none of the account's. */
  function get(ownerId: number, id: number): WebhookRow {
    const webhook = registry.find(id);
    if (webhook?.ownerId !== ownerId) throw notFound('webhook');
    return webhook;
  }

  /** The fields of a body as a row has them. 422 for a site of somebody else's and a target that must not be called. */
  async function changeOf(ownerId: number, input: WebhookInput, current?: WebhookRow) {
    const { url, events, site_id: siteId, platform, wrap_content: wrapContent, active } = input;
    if (typeof siteId === 'number' && siteId !== current?.siteId && !sites.findOfAccount(ownerId, siteId))
      throw invalidBody(`site_id must be a site of the account, got ${siteId}`);
    const target = url?.trim();
    if (target !== undefined && target !== current?.url) await refuseTarget(checkTarget, target);
    return {
      ...(target === undefined ? {} : { url: target }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(siteId === undefined ? {} : { siteId }),
      ...(platform === undefined ? {} : { platform }),
      ...(wrapContent === undefined ? {} : { wrapContent }),
      ...(active === undefined ? {} : { active }),
    } satisfies WebhookChange;
  }

  function checkRoom(ownerId: number): void {
    if (registry.listOf(ownerId).length >= MAX_WEBHOOKS)
      throw invalidBody(`an account can have ${MAX_WEBHOOKS} webhooks: delete one that is not needed`);
  }

  return {
    get,
    list: (ownerId: number): WebhookRow[] => registry.listOf(ownerId),

    /** Adds a webhook, which is told of what happens from now on. Nothing is stored once the signal has aborted. */
    async create(
      ownerId: number,
      input: WebhookInput & Required<Pick<WebhookInput, 'url' | 'events'>>,
      signal: AbortSignal,
    ): Promise<WebhookWithSecret> {
      checkRoom(ownerId);
      const change = await changeOf(ownerId, input);
      const cursors = await newestIds(deps.hits, signal);
      // Others may have been added meanwhile.
      checkRoom(ownerId);
      const now = clock.now();
      const secret = createSecret();
      const webhook = registry.insert({
        siteId: null,
        platform: 'generic',
        wrapContent: false,
        active: true,
        disabledReason: null,
        failingSince: null,
        ...change,
        ...cursors,
        url: input.url.trim(),
        events: [...new Set(input.events)],
        ownerId,
        secret,
        createdAt: now,
        updatedAt: now,
      });
      return { webhook, secret };
    },

    /**
     * Changes what was sent and differs; a webhook that stays the same keeps its `updated_at`. Nothing is changed once
     * the signal has aborted.
     */
    async update(webhook: WebhookRow, input: WebhookInput, signal: AbortSignal): Promise<WebhookRow> {
      const asked = await changeOf(webhook.ownerId, input, webhook);
      const cursors = hearsMore(webhook, asked) ? await newestIds(deps.hits, signal) : {};
      signal.throwIfAborted();
      const current = get(webhook.ownerId, webhook.id);
      const isOther = Object.entries(asked).some(
        ([field, value]) => String(current[field as keyof WebhookRow]) !== String(value),
      );
      if (!isOther) return current;
      const isSwitched = asked.active !== undefined && asked.active !== current.active;
      const health = isSwitched ? { disabledReason: null, failingSince: null } : {};
      const updated = registry.update(webhook.id, {
        ...asked,
        ...cursors,
        ...health,
        updatedAt: clock.now(),
      });
      if (!updated) throw notFound('webhook');
      if (!updated.active) deliveries.abandon(webhook.id, SWITCHED_OFF);
      return updated;
    },

    /** A new secret; the old one is dropped at once. */
    rotateSecret({ ownerId, id }: WebhookRow): WebhookWithSecret {
      const secret = createSecret();
      const webhook = registry.update(id, { secret, updatedAt: clock.now() });
      if (!webhook) throw notFound(`webhook of account ${ownerId}`);
      return { webhook, secret };
    },

    /** Removes a webhook with its deliveries. */
    remove: (webhook: WebhookRow): void => registry.remove(webhook.id),
    removeAllOf(ownerId: number): void {
      for (const webhook of registry.listOf(ownerId)) registry.remove(webhook.id);
    },
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;

const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Whether a change makes a webhook hear of rows that it did not hear of before. Those of the past stay unheard. */
function hearsMore(webhook: WebhookRow, change: WebhookChange): boolean {
  const isRevived = change.active === true && !webhook.active;
  const isElsewhere = change.siteId !== undefined && change.siteId !== webhook.siteId;
  const hasMore = (['new_hit', 'new_event'] as const).some(
    event => change.events?.includes(event) === true && !webhook.events.includes(event),
  );
  return isRevived || isElsewhere || hasMore;
}

async function newestIds(hits: Pick<HitStore, 'listAppended'>, signal: AbortSignal) {
  const newest = async (kind: 'hit' | 'event') =>
    (await hits.listAppended({ kind, siteIds: [], afterId: 0, limit: 1 }, { signal })).throughId;
  const [hitCursor, eventCursor] = await Promise.all([newest('hit'), newest('event')]);
  signal.throwIfAborted();
  return { hitCursor, eventCursor };
}

/** 422 for what is no public http or https address. A name that is unknown today is taken: each attempt looks anew. */
async function refuseTarget(checkTarget: Outbound['checkTarget'], url: string): Promise<void> {
  try {
    await checkTarget(url, { timeoutMs: CHECK_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === 'refused_target')
      throw invalidBody(`url must be a public http or https address: ${error.message}`);
  }
}
