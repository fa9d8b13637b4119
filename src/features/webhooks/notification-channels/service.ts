import type { Clock } from '../../../core/clock.ts';
import { invalidBody, noMailRelay, notFound, tooMany } from '../../../core/errors.ts';
import {
  CHANNEL_FIELDS,
  type ChannelKind,
  type ChannelValues,
  withFallbacks,
} from '../../../core/notification-channels.ts';
import { isChange } from '../../../lib/is-change.ts';
import { rejectRefusedTarget } from '../../../outbound/errors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import type { Deliveries } from '../deliveries/service.ts';
import type { WebhookRegistry } from '../registry.ts';
import { createSecret } from '../service.ts';
import type { WebhookChange, WebhookRow } from '../store.ts';
import { afterQuietHours } from './quiet-hours.ts';
import type { ChannelRow, CreateChannelInput, UpdateChannelInput } from './schema.ts';
import type { ChannelSettings, QuietHours } from './settings.ts';

/** Notification channels per account. */
const MAX_CHANNELS = 20;
const CHECK_TIMEOUT_MS = 5000;
const SWITCHED_OFF = 'the notification channel was switched off';

export interface NotificationChannelsDeps {
  readonly registry: WebhookRegistry;
  readonly deliveries: Pick<Deliveries, 'abandon'>;
  readonly checkTarget: Outbound['checkTarget'];
  readonly isMailSetUp: boolean;
  /** Returns whether an address belongs to the owner or a member of an account. */
  readonly isAddressOfAccount: (ownerId: number, email: string) => boolean;
  readonly clock: Clock;
}

const isChannel = (row: WebhookRow): row is ChannelRow => row.channel !== null;

/** Adds, changes and removes the notification channels of accounts. */
export function createNotificationChannelsService(deps: NotificationChannelsDeps) {
  const { registry, deliveries, clock } = deps;
  const toValues = createFieldCheck(deps);

  const list = (ownerId: number): ChannelRow[] => registry.listOf(ownerId).filter(isChannel);

  /** 404 when the account has no such channel. */
  function get(ownerId: number, id: number): ChannelRow {
    const row = registry.find(id);
    if (!row || !isChannel(row) || row.ownerId !== ownerId) throw notFound('notification channel');
    return row;
  }

  function checkLimit(ownerId: number): void {
    if (list(ownerId).length >= MAX_CHANNELS)
      throw tooMany('an account', MAX_CHANNELS, 'notification channels');
  }

  function writeChange({ id, ownerId }: ChannelRow, change: WebhookChange): ChannelRow {
    if (!registry.update(id, { ...change, updatedAt: clock.now() })) throw notFound('notification channel');
    return get(ownerId, id);
  }

  return {
    get,
    list,

    async create(ownerId: number, input: CreateChannelInput): Promise<ChannelRow> {
      checkLimit(ownerId);
      const { kind, name = kind, active = true } = input;
      const values = await toValues({ ownerId, kind, given: input.settings, current: {} });
      // Others may have been added during the await.
      checkLimit(ownerId);
      const now = clock.now();
      const row = registry.insert({
        ownerId,
        siteId: null,
        url: '',
        events: [],
        platform: 'generic',
        wrapContent: false,
        active,
        disabledReason: null,
        failingSince: null,
        secret: kind === 'webhook' ? createSecret() : '',
        hitCursor: 0,
        eventCursor: 0,
        engagementCursor: 0,
        channel: { kind, name: name.trim(), values, quietHours: toQuietHours(input.quiet_hours ?? null) },
        createdAt: now,
        updatedAt: now,
      });
      return get(ownerId, row.id);
    },

    /** Changes the fields that a body has; settings that it does not name stay as they are. */
    async update(row: ChannelRow, input: UpdateChannelInput): Promise<ChannelRow> {
      const { kind } = row.channel;
      const values = input.settings
        ? await toValues({
            ownerId: row.ownerId,
            kind,
            given: input.settings,
            current: row.channel.values,
          })
        : undefined;
      const current = get(row.ownerId, row.id);
      const { active, name, quiet_hours: quietHours } = input;
      const channel: ChannelSettings = {
        ...current.channel,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(values === undefined ? {} : { values }),
        ...(quietHours === undefined ? {} : { quietHours: toQuietHours(quietHours) }),
      };
      const isSwitched = active !== undefined && active !== current.active;
      if (!isSwitched && !isChange(current, { channel })) return current;
      const changed = writeChange(current, {
        channel,
        ...(isSwitched ? { active, disabledReason: null, failingSince: null } : {}),
      });
      if (!changed.active) deliveries.abandon(row.id, SWITCHED_OFF);
      return changed;
    },

    /** Removes a channel with its deliveries. */
    remove: ({ id }: ChannelRow): void => registry.remove(id),

    /** Lists the active channels of an account that an alert goes to; null stands for all of them. */
    listChosen: (ownerId: number, ids: readonly number[] | null): ChannelRow[] =>
      list(ownerId).filter(({ id, active }) => active && (ids === null || ids.includes(id))),
  };
}

export type NotificationChannelsService = ReturnType<typeof createNotificationChannelsService>;

function toQuietHours(given: CreateChannelInput['quiet_hours']): QuietHours | null {
  if (!given) return null;
  const { from, until, except_downs: exceptDowns = false } = given;
  if (from === until)
    throw invalidBody(`quiet_hours.until must differ from quiet_hours.from, got ${until} for both`);
  return { from, until, exceptDowns };
}

interface FieldsInput {
  readonly ownerId: number;
  readonly kind: ChannelKind;
  readonly given: Readonly<Record<string, string | null>>;
  /** Values that the channel has. */
  readonly current: ChannelValues;
}

/** Creates the function that checks the fields of a kind of channel. Throws 422 for the first that is not valid. */
function createFieldCheck(deps: NotificationChannelsDeps) {
  async function checkField({ ownerId, kind }: FieldsInput, name: string, value: string): Promise<void> {
    const field = CHANNEL_FIELDS[kind][name];
    const refuse = (detail = '') => invalidBody(`settings.${name} must be ${field?.allowed}${detail}`);
    if (field?.pattern) {
      if (!field.pattern.test(value)) throw refuse();
      if (kind === 'mail' && !deps.isAddressOfAccount(ownerId, value)) throw refuse();
      return;
    }
    await rejectRefusedTarget(
      deps.checkTarget(value, { timeoutMs: CHECK_TIMEOUT_MS }),
      reason => refuse(`: ${reason}`).message,
    );
  }

  return async (input: FieldsInput): Promise<ChannelValues> => {
    const { kind, current } = input;
    const fields = CHANNEL_FIELDS[kind];
    if (kind === 'mail' && !deps.isMailSetUp) throw noMailRelay();
    const values: Record<string, string> = { ...current };
    for (const [name, value] of Object.entries(input.given)) {
      if (!Object.hasOwn(fields, name))
        throw invalidBody(
          `settings.${name} is no field of ${kind}: allowed ${Object.keys(fields).join(', ')}`,
        );
      if (value === null) delete values[name];
      else values[name] = value.trim();
    }
    for (const [name, { isOptional }] of Object.entries(fields)) {
      const value = values[name];
      if (value === undefined && !isOptional) throw invalidBody(`settings.${name} is missing for ${kind}`);
      if (value !== undefined && value !== current[name]) await checkField(input, name, value);
    }
    requireSecretsAgain(input, values);
    return values;
  };
}

/** Creates the function that postpones deliveries to the end of quiet hours. */
export const createPostpone =
  (findTimeZone: (ownerId: number) => string | undefined) =>
  ({ channel, ownerId }: WebhookRow, { content }: { readonly content: string }, at: Date): Date => {
    const quiet = channel?.quietHours;
    if (!quiet || (quiet.exceptDowns && JSON.parse(content).is_downtime === true)) return at;
    return afterQuietHours(quiet, at, findTimeZone(ownerId) ?? 'UTC');
  };

/** Throws 422 where an address leads to another server and the secrets are not sent with it: whoever changes it may not know them. */
function requireSecretsAgain({ kind, given, current }: FieldsInput, values: ChannelValues): void {
  if (Object.keys(current).length === 0) return;
  const originOf = (settings: ChannelValues) => URL.parse(withFallbacks(kind, settings)['url'] ?? '')?.origin;
  if (originOf(values) === originOf(current)) return;
  for (const [name, { isSecret }] of Object.entries(CHANNEL_FIELDS[kind]))
    if (isSecret && values[name] !== undefined && !given[name])
      throw invalidBody(`settings.${name} must be sent again, since settings.url leads to another server`);
}
