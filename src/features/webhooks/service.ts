import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound, tooMany } from '../../core/errors.ts';
import type { HitFeed } from '../../core/hits/feed.ts';
import type { PublishedKind } from '../../core/webhook-events.ts';
import { isChange } from '../../lib/is-change.ts';
import { rejectRefusedTarget } from '../../outbound/errors.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { SitesService } from '../sites/service.ts';
import type { Deliveries } from './deliveries/service.ts';
import type { WebhookRegistry } from './registry.ts';
import type { WebhookInput } from './schema.ts';
import type { WebhookChange, WebhookRow } from './store.ts';

/** Webhooks per account. */
const MAX_WEBHOOKS = 50;
const SECRET_BYTES = 32;
const CHECK_TIMEOUT_MS = 5000;
const SWITCHED_OFF = 'the webhook was switched off';

/** A webhook with its secret, which is shown only once. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

export interface WebhooksDeps {
  readonly registry: WebhookRegistry;
  readonly deliveries: Pick<Deliveries, 'abandon'>;
  readonly sites: Pick<SitesService, 'findOfAccount'>;
  readonly hits: HitFeed;
  readonly checkTarget: Outbound['checkTarget'];
  readonly clock: Clock;
}

/** Adds, changes and removes webhooks. */
export function createWebhooksService(deps: WebhooksDeps) {
  const { registry, deliveries, sites, checkTarget, clock } = deps;

  const list = (ownerId: number): WebhookRow[] => registry.listOf(ownerId).filter(row => !row.channel);

  /** 404 when the account has no such webhook. */
  function get(ownerId: number, id: number): WebhookRow {
    const webhook = registry.find(id);
    if (webhook?.ownerId !== ownerId || webhook.channel) throw notFound('webhook');
    return webhook;
  }

  /** Validates a body and returns it as a change of the row. 422 for a site of another account and a forbidden target. */
  async function toChange(ownerId: number, input: WebhookInput, current?: WebhookRow) {
    const { url, events, site_id: siteId, platform, wrap_content: wrapContent, active } = input;
    if (typeof siteId === 'number' && siteId !== current?.siteId && !sites.findOfAccount(ownerId, siteId))
      throw invalidBody(`site_id must be a site of the account, got ${siteId}`);
    const target = url?.trim();
    if (target !== undefined && target !== current?.url)
      await rejectRefusedTarget(
        checkTarget(target, { timeoutMs: CHECK_TIMEOUT_MS }),
        reason => `url must be a public http or https address: ${reason}`,
      );
    return {
      ...(target === undefined ? {} : { url: target }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(siteId === undefined ? {} : { siteId }),
      ...(platform === undefined ? {} : { platform }),
      ...(wrapContent === undefined ? {} : { wrapContent }),
      ...(active === undefined ? {} : { active }),
    } satisfies WebhookChange;
  }

  function checkLimit(ownerId: number): void {
    if (list(ownerId).length >= MAX_WEBHOOKS) throw tooMany('an account', MAX_WEBHOOKS, 'webhooks');
  }

  return {
    get,
    list,

    /** Adds a webhook, which receives events from now on. Nothing is stored once the signal is aborted. */
    async create(
      ownerId: number,
      input: WebhookInput & Required<Pick<WebhookInput, 'url' | 'events'>>,
      signal: AbortSignal,
    ): Promise<WebhookWithSecret> {
      checkLimit(ownerId);
      const change = await toChange(ownerId, input);
      const cursors = await findNewestIds(deps.hits, signal);
      // Others may have been added during the awaits.
      checkLimit(ownerId);
      const now = clock.now();
      const secret = createSecret();
      const webhook = registry.insert({
        siteId: null,
        platform: 'generic',
        wrapContent: false,
        active: true,
        disabledReason: null,
        failingSince: null,
        channel: null,
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
     * Applies the fields of a body that differ; an unchanged webhook keeps its `updated_at`. Nothing is stored once the
     * signal is aborted.
     */
    async update(webhook: WebhookRow, input: WebhookInput, signal: AbortSignal): Promise<WebhookRow> {
      const change = await toChange(webhook.ownerId, input, webhook);
      const cursors = widensSubscription(webhook, change) ? await findNewestIds(deps.hits, signal) : {};
      signal.throwIfAborted();
      const current = get(webhook.ownerId, webhook.id);
      if (!isChange(current, change)) return current;
      const isSwitched = change.active !== undefined && change.active !== current.active;
      const health = isSwitched ? { disabledReason: null, failingSince: null } : {};
      const updated = registry.update(webhook.id, {
        ...change,
        ...cursors,
        ...health,
        updatedAt: clock.now(),
      });
      if (!updated) throw notFound('webhook');
      if (!updated.active) deliveries.abandon(webhook.id, SWITCHED_OFF);
      return updated;
    },

    /** Replaces the secret; the old one is invalid at once. */
    rotateSecret({ ownerId, id }: WebhookRow): WebhookWithSecret {
      const secret = createSecret();
      const webhook = registry.update(id, { secret, updatedAt: clock.now() });
      if (!webhook) throw notFound(`webhook of account ${ownerId}`);
      return { webhook, secret };
    },

    /** Removes a webhook with its deliveries. */
    remove: (webhook: WebhookRow): void => registry.remove(webhook.id),
    /** Removes all webhooks and notification channels of an account. */
    removeAllOf(ownerId: number): void {
      for (const webhook of registry.listOf(ownerId)) registry.remove(webhook.id);
    },
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;

export const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Returns whether a change subscribes a webhook to further rows, of which only new ones are then published. */
function widensSubscription(webhook: WebhookRow, change: WebhookChange): boolean {
  const isReactivated = change.active === true && !webhook.active;
  const isOtherSite = change.siteId !== undefined && change.siteId !== webhook.siteId;
  const hasNewEvent = (['new_hit', 'new_event', 'goal_reached'] as const).some(
    event => change.events?.includes(event) === true && !webhook.events.includes(event),
  );
  return isReactivated || isOtherSite || hasNewEvent;
}

async function findNewestIds(hits: HitFeed, signal: AbortSignal) {
  const newest = async (kind: PublishedKind) =>
    (await hits.listAppended({ kind, siteIds: [], afterId: 0, limit: 1 }, { signal })).throughId;
  const [hitCursor, eventCursor, engagementCursor] = await Promise.all([
    newest('hit'),
    newest('event'),
    newest('engagement'),
  ]);
  signal.throwIfAborted();
  return { hitCursor, eventCursor, engagementCursor };
}
