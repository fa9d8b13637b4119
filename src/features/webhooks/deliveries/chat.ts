/** Formats payloads as chat messages for Slack and Discord. */
import type { Platform } from '../tables.ts';
import type { Payload } from './payload.ts';

/** What a chat message says. */
interface ChatText {
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: string | null;
}

type ChatPlatform = Exclude<Platform, 'generic'>;
type Facts = Readonly<Record<string, unknown>>;

/** Longest value taken from an event; Discord limits a message to 2,000 characters. */
const MAX_VALUE_LENGTH = 400;
const MAX_MESSAGE_LENGTH = 1900;

/** Returns the fields of an object in a payload. */
const getFields = (payload: Payload, name: string): Facts => (payload[name] ?? {}) as Facts;

/** Formats details as lines; empty ones are left out. */
const details = (...parts: readonly [name: string, value: unknown][]): string[] =>
  parts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${name}: ${String(value)}`],
  );

/** Writes how many hits a downtime cost, with the range; null where that is unknown. */
function describeMissing(impact: unknown): string | null {
  const { hits } = (impact ?? {}) as { readonly hits?: Readonly<Record<string, number>> };
  return hits?.['missing_high']
    ? `${hits['missing']} (${hits['missing_low']} to ${hits['missing_high']})`
    : null;
}

/** Formats a payload as a headline and the details below it. */
function formatLines(payload: Payload): readonly string[] {
  const site = payload.site?.label ?? 'Footfall';
  switch (payload.event) {
    case 'monitor_down': {
      const { error } = getFields(payload, 'downtime');
      const { url } = getFields(payload, 'monitor');
      return [`${site} is down`, ...details(['Error', error], ['URL', url])];
    }
    case 'monitor_up': {
      const { duration_in_words: words, impact } = getFields(payload, 'downtime');
      const { url } = getFields(payload, 'monitor');
      return [
        `${site} is back up`,
        ...details(['Down for', words], ['Missing hits', describeMissing(impact)], ['URL', url]),
      ];
    }
    case 'content_issue': {
      const check = getFields(payload, 'check');
      const pages = Array.isArray(check['found_on_url']) ? check['found_on_url'].slice(0, 3) : [];
      const what = check['issue_type'] === 'mixed_content' ? 'Mixed content' : 'Broken link';
      return [
        `${what} on ${site}`,
        ...details(
          ['URL', check['url']],
          ['Error', check['error_message'] ?? check['status_code']],
          ['Found on', pages.join(', ')],
        ),
      ];
    }
    case 'new_hit': {
      const { path, country, source, referrer } = getFields(payload, 'hit');
      return [
        `New pageview on ${site}: ${path}`,
        ...details(['Country', country], ['Source', source ?? referrer]),
      ];
    }
    case 'new_event': {
      const { event, value, path } = getFields(payload, 'analytics_event');
      return [`New event on ${site}: ${event}`, ...details(['Value', value], ['Page', path])];
    }
    case 'goal_reached': {
      const { path, event } = { ...getFields(payload, 'hit'), ...getFields(payload, 'analytics_event') };
      return [
        `Goal reached on ${site}: ${getFields(payload, 'goal')['name']}`,
        ...details(['Event', event], ['Page', path]),
      ];
    }
    case 'new_kudo':
      return [`New kudos on ${site}: ${getFields(payload, 'kudo')['path']}`];
    case 'new_insight':
      return [`New insight for ${site}`, ...details(['Summary', getFields(payload, 'insight')['summary']])];
    case 'test':
      return [String(payload['message'])];
    case 'alert_firing':
    case 'alert_resolved':
      return [String(payload['title'])];
  }
}

/** Escapes the markup of each platform: `&`, `<` and `>` of Slack, Markdown of Discord. */
const ESCAPES: Readonly<Record<ChatPlatform, (text: string) => string>> = {
  slack: text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: text => text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, '\\$&'),
};

const truncate = (text: string, length: number): string => {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
};

/** Removes control characters from a line, and truncates it. */
export const sanitizeLine = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be removed
  truncate(line.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').toWellFormed(), MAX_VALUE_LENGTH);

/** Builds the body for a platform. Mentions in it are disabled. */
export function toChatBody(
  platform: ChatPlatform,
  { title, lines, link }: ChatText,
): Record<string, unknown> {
  const escapeMarkup = ESCAPES[platform];
  const headline = escapeMarkup(title);
  const bold = platform === 'slack' ? `*${headline}*` : `**${headline}**`;
  const parts = [bold, ...lines.map(escapeMarkup), ...(link === null ? [] : [link])];
  const message = truncate(parts.join('\n'), MAX_MESSAGE_LENGTH);
  if (platform === 'discord') return { content: message, allowed_mentions: { parse: [] } };
  return { text: headline, blocks: [{ type: 'section', text: { type: 'mrkdwn', text: message } }] };
}

/** Builds the body of a payload for a platform. */
export function buildChatBody(platform: ChatPlatform, payload: Payload): Record<string, unknown> {
  const [title = '', ...lines] = formatLines(payload).map(sanitizeLine);
  return toChatBody(platform, { title, lines, link: payload.site?.dashboard_url ?? null });
}
