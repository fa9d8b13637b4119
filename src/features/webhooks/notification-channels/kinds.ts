/** The table of notification channels: what each needs to be told, and the request that it is sent. */
import { trimTrailing } from '../../../lib/text.ts';
import { SECOND_MS } from '../../../lib/time-units.ts';
import { toChatBody } from '../deliveries/chat.ts';
import type { Payload } from '../deliveries/delivery-request.ts';
import { type ChannelMessage, toPlainText } from './message.ts';
import type { ChannelKind } from './settings.ts';

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

/** The request of a delivery. */
export interface ChannelRequest {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ChannelValues = Readonly<Record<string, string>>;

interface RequestInput {
  readonly values: ChannelValues;
  readonly message: ChannelMessage;
  readonly payload: Payload;
}

interface KindRow {
  readonly fields: Readonly<Record<string, ChannelField>>;
  /** Builds the request; null for what is not sent over HTTP. */
  readonly request: ((input: RequestInput) => ChannelRequest) | null;
  /** Reads from the body of a refusal when to try again, where that is not in a header. */
  readonly parseRetryAfterMs?: (body: string) => number | null;
}

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

function json(url: string, body: unknown, options: Partial<ChannelRequest> = {}): ChannelRequest {
  return {
    url,
    method: options.method ?? 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...options.headers },
    body: JSON.stringify(body),
  };
}

/** Joins the address of a server, which may have a path, and a path of its API. */
const join = (server: string | undefined, path: string): string =>
  `${trimTrailing(server ?? '', '/')}${path}`;

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Source of each request: the API documentation of the service. */
export const CHANNELS: Readonly<Record<ChannelKind, KindRow>> = {
  mail: {
    fields: {
      email: plain(/^[^\s@]{1,64}@[^\s@]{1,255}$/, 'the address of the owner or a member of the account'),
    },
    request: null,
  },
  webhook: {
    fields: { url: address({ isSecret: true }) },
    request: ({ values, payload }) => json(values['url'] ?? '', payload),
  },
  slack: {
    fields: { url: address({ isSecret: true }) },
    request: ({ values, message }) => json(values['url'] ?? '', toChatBody('slack', message)),
  },
  discord: {
    fields: { url: address({ isSecret: true }) },
    request: ({ values, message }) => json(values['url'] ?? '', toChatBody('discord', message)),
  },
  telegram: {
    fields: {
      bot_token: secret(/^\d{1,20}:[\w-]{20,100}$/, 'the token that @BotFather gave, such as 123456:AAF…'),
      chat_id: plain(/^(-?\d{1,20}|@\w{4,64})$/, 'the number of a chat, or the @name of a channel'),
      url: address({ fallback: 'https://api.telegram.org' }),
    },
    request: ({ values, message }) =>
      json(join(values['url'], `/bot${values['bot_token']}/sendMessage`), {
        chat_id: values['chat_id'],
        text: toPlainText(message),
        link_preview_options: { is_disabled: true },
      }),
    parseRetryAfterMs: parseTelegramRetry,
  },
  ntfy: {
    fields: {
      topic: secret(/^[\w-]{1,64}$/, '1 to 64 letters, digits, hyphens and underscores'),
      token: secret(TOKEN, TOKEN_FORM, true),
      url: address({ fallback: 'https://ntfy.sh' }),
    },
    request: ({ values, message: { title, lines, link, isUrgent } }) =>
      json(
        join(values['url'], '/'),
        {
          topic: values['topic'],
          title,
          message: lines.join('\n'),
          priority: isUrgent ? 4 : 3,
          ...(link === null ? {} : { click: link }),
        },
        { headers: bearer(values['token']) },
      ),
  },
  teams: {
    fields: { url: address({ isSecret: true }) },
    request: ({ values, message }) => json(values['url'] ?? '', toAdaptiveCard(message)),
  },
  gotify: {
    fields: { url: address(), token: secret(TOKEN, TOKEN_FORM) },
    request: ({ values, message: { title, lines, link, isUrgent } }) =>
      json(
        join(values['url'], '/message'),
        {
          title,
          message: lines.join('\n'),
          priority: isUrgent ? 8 : 5,
          ...(link === null ? {} : { extras: { 'client::notification': { click: { url: link } } } }),
        },
        { headers: { 'x-gotify-key': values['token'] ?? '' } },
      ),
  },
  pushover: {
    fields: {
      user_key: secret(/^[A-Za-z0-9]{30}$/, '30 letters and digits'),
      token: secret(/^[A-Za-z0-9]{30}$/, '30 letters and digits'),
      url: address({ fallback: 'https://api.pushover.net' }),
    },
    request: ({ values, message: { title, lines, link, isUrgent } }) =>
      json(join(values['url'], '/1/messages.json'), {
        token: values['token'],
        user: values['user_key'],
        title,
        message: lines.join('\n') || title,
        priority: isUrgent ? 1 : 0,
        ...(link === null ? {} : { url: link, url_title: 'Open Footfall' }),
      }),
  },
  matrix: {
    fields: {
      url: address(),
      room_id: plain(/^![\x21-\x7e]{1,250}$/, 'the internal id of a room, such as !abc:example.org'),
      token: secret(TOKEN, TOKEN_FORM),
    },
    request: ({ values, message, payload }) => {
      // The transaction id is that of the delivery: a retry of one that arrived shows no second message.
      const transaction = `footfall-${payload.delivery_id}`;
      const room = encodeURIComponent(values['room_id'] ?? '');
      return json(
        join(values['url'], `/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`),
        { msgtype: 'm.text', body: toPlainText(message) },
        { method: 'PUT', headers: bearer(values['token']) },
      );
    },
  },
};

/** Formats a message as an adaptive card. Text runs have no markup, so that nothing has to be escaped. */
function toAdaptiveCard({ title, lines, link }: ChannelMessage): Record<string, unknown> {
  const run = (text: string, style: Record<string, unknown> = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [run(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map(line => run(line))],
          ...(link === null
            ? {}
            : { actions: [{ type: 'Action.OpenUrl', title: 'Open Footfall', url: link }] }),
        },
      },
    ],
  };
}

/** Telegram tells when to try again in its JSON. */
function parseTelegramRetry(body: string): number | null {
  try {
    const seconds: unknown = JSON.parse(body)?.parameters?.retry_after;
    return typeof seconds === 'number' && seconds > 0 ? seconds * SECOND_MS : null;
  } catch {
    return null;
  }
}

/** Returns the values that grant access: they are never shown. */
export const secretValues = (kind: ChannelKind, values: ChannelValues): string[] =>
  Object.entries(CHANNELS[kind].fields).flatMap(([name, { isSecret }]) => {
    const value = isSecret ? values[name] : undefined;
    return value === undefined ? [] : [value];
  });

/** Adds the fallbacks of fields that were left out. */
export const withFallbacks = (kind: ChannelKind, values: ChannelValues): ChannelValues => ({
  ...Object.fromEntries(
    Object.entries(CHANNELS[kind].fields).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback]],
    ),
  ),
  ...values,
});
