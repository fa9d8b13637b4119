/** The table of notification channels: the kinds, and the fields that each has. Source: decisions, section 10. */

export const CHANNEL_KINDS = [
  'mail',
  'webhook',
  'slack',
  'discord',
  'telegram',
  'ntfy',
  'teams',
  'gotify',
  'pushover',
  'matrix',
  'web_push',
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A field of a kind of channel. */
export interface ChannelField {
  /** True: it grants access, and is never shown again. */
  readonly isSecret: boolean;
  /** True: it may be left out. */
  readonly isOptional: boolean;
  /** Used when it is left out. */
  readonly fallback?: string;
  /** What its value has to match; an address is checked as the target of a request instead. */
  readonly pattern?: RegExp;
  /** What is allowed, to complete "must be …". */
  readonly allowed: string;
}

export type ChannelValues = Readonly<Record<string, string>>;

const PUBLIC_ADDRESS = 'a public http or https address';

const address = (options: { isSecret?: boolean; fallback?: string } = {}): ChannelField => ({
  isSecret: options.isSecret ?? false,
  isOptional: options.fallback !== undefined,
  ...(options.fallback === undefined ? {} : { fallback: options.fallback }),
  allowed: PUBLIC_ADDRESS,
});
const plain = (pattern: RegExp, allowed: string): ChannelField => ({
  isSecret: false,
  isOptional: false,
  pattern,
  allowed,
});
const secret = (pattern: RegExp, allowed: string, isOptional = false): ChannelField => ({
  isSecret: true,
  isOptional,
  pattern,
  allowed,
});

/** Visible ASCII characters: what a header may hold. */
const TOKEN = /^[\x21-\x7e]{1,500}$/;
const TOKEN_FORM = '1 to 500 visible ASCII characters';

/** Fields by kind. */
export const CHANNEL_FIELDS: Readonly<Record<ChannelKind, Readonly<Record<string, ChannelField>>>> = {
  mail: {
    email: plain(/^[^\s@]{1,64}@[^\s@]{1,255}$/, 'the address of the owner or a member of the account'),
  },
  webhook: { url: address({ isSecret: true }) },
  slack: { url: address({ isSecret: true }) },
  discord: { url: address({ isSecret: true }) },
  telegram: {
    bot_token: secret(/^\d{1,20}:[\w-]{20,100}$/, 'the token that @BotFather gave, such as 123456:AAF…'),
    chat_id: plain(/^(-?\d{1,20}|@\w{4,64})$/, 'the number of a chat, or the @name of a channel'),
    url: address({ fallback: 'https://api.telegram.org' }),
  },
  ntfy: {
    topic: secret(/^[\w-]{1,64}$/, '1 to 64 letters, digits, hyphens and underscores'),
    token: secret(TOKEN, TOKEN_FORM, true),
    url: address({ fallback: 'https://ntfy.sh' }),
  },
  teams: { url: address({ isSecret: true }) },
  gotify: { url: address(), token: secret(TOKEN, TOKEN_FORM) },
  pushover: {
    user_key: secret(/^[A-Za-z0-9]{30}$/, '30 letters and digits'),
    token: secret(/^[A-Za-z0-9]{30}$/, '30 letters and digits'),
    url: address({ fallback: 'https://api.pushover.net' }),
  },
  matrix: {
    url: address(),
    room_id: plain(/^![\x21-\x7e]{1,250}$/, 'the internal id of a room, such as !abc:example.org'),
    token: secret(TOKEN, TOKEN_FORM),
  },
  // What a browser gives of a subscription. Source: RFC 8291, section 2.
  web_push: {
    url: address({ isSecret: true }),
    p256dh: secret(/^B[\w-]{86}=?$/, 'a public key of P-256 in base64url'),
    auth: secret(/^[\w-]{22}(==)?$/, '16 bytes in base64url'),
  },
};

/** Returns the values that grant access: they are never shown. */
export const secretValues = (kind: ChannelKind, values: ChannelValues): string[] =>
  Object.entries(CHANNEL_FIELDS[kind]).flatMap(([name, { isSecret }]) => {
    const value = isSecret ? values[name] : undefined;
    return value === undefined ? [] : [value];
  });

/** Adds the fallbacks of fields that were left out. */
export const withFallbacks = (kind: ChannelKind, values: ChannelValues): ChannelValues => ({
  ...Object.fromEntries(
    Object.entries(CHANNEL_FIELDS[kind]).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback]],
    ),
  ),
  ...values,
});
