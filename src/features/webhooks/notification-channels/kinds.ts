/** The requests that notification channels are sent. */
import type { ChannelKind, ChannelValues } from '../../../core/notification-channels.ts';
import { trimTrailing } from '../../../lib/text.ts';
import { SECOND_MS } from '../../../lib/time-units.ts';
import { toChatBody } from '../deliveries/chat.ts';
import type { Payload } from '../deliveries/payload.ts';
import type { ChannelRequest } from './channel-request.ts';
import { type ChannelMessage, toPlainText } from './message.ts';
import { buildPushRequest, type PushKeys } from './web-push.ts';

interface RequestInput {
  readonly pushKeys: PushKeys;
  /** Origin of this server. */
  readonly baseUrl: string;
  readonly values: ChannelValues;
  readonly message: ChannelMessage;
  readonly payload: Payload;
}

interface KindRow {
  /** Builds the request; null for what is not sent over HTTP. */
  readonly request: ((input: RequestInput) => ChannelRequest | Promise<ChannelRequest>) | null;
  /** Answers after which nothing will ever arrive. */
  readonly finalStatuses?: readonly number[];
  /** Reads from the body of a refusal when to try again, where that is not in a header. */
  readonly parseRetryAfterMs?: (body: string) => number | null;
}

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
    request: null,
  },
  webhook: {
    request: ({ values, payload }) => json(values['url'] ?? '', payload),
  },
  slack: {
    request: ({ values, message }) => json(values['url'] ?? '', toChatBody('slack', message)),
  },
  discord: {
    request: ({ values, message }) => json(values['url'] ?? '', toChatBody('discord', message)),
  },
  telegram: {
    request: ({ values, message }) =>
      json(join(values['url'], `/bot${values['bot_token']}/sendMessage`), {
        chat_id: values['chat_id'],
        text: toPlainText(message),
        link_preview_options: { is_disabled: true },
      }),
    parseRetryAfterMs: parseTelegramRetry,
  },
  ntfy: {
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
    request: ({ values, message }) => json(values['url'] ?? '', toAdaptiveCard(message)),
  },
  gotify: {
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
  web_push: {
    request: ({ values, message, pushKeys: keys, baseUrl }) =>
      buildPushRequest(values, message, { keys, baseUrl }),
    // The subscription has ended.
    finalStatuses: [404, 410],
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
