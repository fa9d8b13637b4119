import { type Static, Type } from '@sinclair/typebox';
import { CHANNEL_FIELDS, CHANNEL_KINDS } from '../../../core/notification-channels.ts';
import { Id, model, nullable, oneOf, patchModel, Timestamp } from '../../../http/schema.ts';
import { line } from '../../../http/text.ts';
import type { WebhookRow } from '../store.ts';
import type { ChannelSettings, QuietHours as StoredQuietHours } from './settings.ts';

const TIME = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  allowed: 'a time of the day such as 22:00',
  description: 'such as `22:00`',
});

const QuietHours = Type.Object(
  {
    from: TIME,
    until: TIME,
    except_downs: Type.Optional(
      Type.Boolean({ description: 'true: downtimes are sent at once; false when left out' }),
    ),
  },
  { additionalProperties: false },
);

/** Source: decisions, section 10. */
export const NotificationChannel = model('NotificationChannel', {
  id: Id,
  kind: oneOf(CHANNEL_KINDS),
  name: Type.String(),
  settings: Type.Record(Type.String(), Type.String(), {
    description:
      'the fields of its kind without its secrets; of an address that is a secret, scheme and host alone',
  }),
  quiet_hours: nullable(QuietHours, { description: 'in the time zone of the account’s owner' }),
  active: Type.Boolean(),
  disabled_reason: nullable(Type.String(), {
    description: 'why it was switched off; null while active, and when its owner did it',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 2048;

const describeFields = (): string =>
  CHANNEL_KINDS.map(kind => {
    const fields = Object.entries(CHANNEL_FIELDS[kind]);
    const names = fields.map(([name, { isOptional }]) => (isOptional ? `?${name}` : name));
    return `${kind} (${names.join(', ')})`;
  }).join(', ');

const name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH });
const settings = Type.Record(
  Type.String({ maxLength: 50 }),
  nullable(line({ isRequired: true, maxLength: MAX_VALUE_LENGTH })),
  { maxProperties: 10, description: `by kind, ? for what may be left out: ${describeFields()}` },
);
const choices = {
  quiet_hours: Type.Optional(
    nullable(QuietHours, {
      description:
        'a daily span in which nothing is sent, in the time zone of the account’s owner; what is due then waits for its end',
    }),
  ),
  active: Type.Optional(Type.Boolean()),
};

export const CreateNotificationChannel = model(
  'CreateNotificationChannel',
  { kind: oneOf(CHANNEL_KINDS), name: Type.Optional(name), settings, ...choices },
  {
    kind: 'ntfy',
    name: 'Phone',
    settings: { topic: 'shop-alerts-4f9a' },
    quiet_hours: { from: '22:00', until: '07:00', except_downs: true },
  },
);
export const UpdateNotificationChannel = patchModel(
  'UpdateNotificationChannel',
  { name: Type.Optional(name), settings: Type.Optional(settings), ...choices },
  { quiet_hours: null },
);
export type CreateChannelInput = Static<typeof CreateNotificationChannel>;
export type UpdateChannelInput = Static<typeof UpdateNotificationChannel>;

export const WebPushKey = Type.Object({
  public_key: Type.String({ description: '`applicationServerKey` of a subscription (VAPID)' }),
});

export const NotificationChannelAnswer = Type.Object({ notification_channel: NotificationChannel });
export const NotificationChannelList = Type.Object({
  notification_channels: Type.Array(NotificationChannel),
});
export const CreatedNotificationChannel = Type.Object({
  notification_channel: NotificationChannel,
  signing_secret: nullable(Type.String(), {
    description: 'of a channel of kind `webhook`, shown this once; requests are signed as those of webhooks',
  }),
});

/** A channel as the rows of webhooks hold it. */
export type ChannelRow = WebhookRow & { readonly channel: ChannelSettings };

/** Shows what is no secret; of an address that is one, where it leads. */
const presentSettings = ({ kind, values }: ChannelSettings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(CHANNEL_FIELDS[kind]).flatMap(([field, { isSecret }]) => {
      const value = values[field];
      if (value === undefined) return [];
      if (!isSecret) return [[field, value]];
      return field === 'url' ? [[field, `${new URL(value).origin}/…`]] : [];
    }),
  );

const presentQuietHours = (quiet: StoredQuietHours | null) =>
  quiet && { from: quiet.from, until: quiet.until, except_downs: quiet.exceptDowns };

export const presentChannel = ({ channel, ...row }: ChannelRow): Static<typeof NotificationChannel> => ({
  id: row.id,
  kind: channel.kind,
  name: channel.name,
  settings: presentSettings(channel),
  quiet_hours: presentQuietHours(channel.quietHours),
  active: row.active,
  disabled_reason: row.disabledReason,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
