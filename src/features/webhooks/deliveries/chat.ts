/** Payloads as messages that people read, in the forms of Slack and Discord. */
import type { Platform } from '../tables.ts';
import type { Payload } from './payload.ts';

type ChatPlatform = Exclude<Platform, 'generic'>;
type Facts = Readonly<Record<string, unknown>>;

/** Longest text taken from an event; a message of Discord's has 2,000 characters at most. */
const MAX_VALUE_LENGTH = 400;
const MAX_MESSAGE_LENGTH = 1900;

/** The thing that a payload tells of. */
const thingOf = (payload: Payload, name: string): Facts => (payload[name] ?? {}) as Facts;

/** Parts of the second line, of which empty ones are left out. */
const details = (...parts: readonly [name: string, value: unknown][]): string[] =>
  parts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${name}: ${String(value)}`],
  );

/** A headline and the facts below it, in plain words. */
function linesOf(payload: Payload): readonly string[] {
  const site = payload.site?.label ?? 'Footfall';
  switch (payload.event) {
    case 'monitor_down': {
      const { error } = thingOf(payload, 'downtime');
      const { url } = thingOf(payload, 'monitor');
      return [`${site} is down`, ...details(['Reason', error], ['Address', url])];
    }
    case 'monitor_up': {
      const { duration_in_words: words } = thingOf(payload, 'downtime');
      const { url } = thingOf(payload, 'monitor');
      return [`${site} is up again`, ...details(['Down for', words], ['Address', url])];
    }
    case 'content_issue': {
      const check = thingOf(payload, 'check');
      const pages = Array.isArray(check['found_on_url']) ? check['found_on_url'].slice(0, 3) : [];
      const what = check['issue_type'] === 'mixed_content' ? 'Mixed content' : 'Broken link';
      return [
        `${what} on ${site}`,
        ...details(
          ['Address', check['url']],
          ['Problem', check['error_message'] ?? check['status_code']],
          ['Found on', pages.join(', ')],
        ),
      ];
    }
    case 'new_hit': {
      const { path, country, source, referrer } = thingOf(payload, 'hit');
      return [`New hit on ${site}: ${path}`, ...details(['Country', country], ['From', source ?? referrer])];
    }
    case 'new_event': {
      const { event, value, path } = thingOf(payload, 'analytics_event');
      return [`New event on ${site}: ${event}`, ...details(['Value', value], ['Page', path])];
    }
    case 'new_kudo':
      return [`New kudo on ${site}: ${thingOf(payload, 'kudo')['path']}`];
    case 'new_insight':
      return [`New insight for ${site}`, ...details(['Summary', thingOf(payload, 'insight')['summary']])];
    case 'test':
      return [String(payload['message'])];
  }
}

/** Slack reads `&`, `<` and `>` as its own; Discord reads Markdown. */
const ESCAPES: Readonly<Record<ChatPlatform, (text: string) => string>> = {
  slack: text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: text => text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, '\\$&'),
};

const short = (text: string, length: number): string => {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
};

/** A line as it may stand in a message: no line breaks of its own, not endless. */
const trimLog = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  short(line.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').toWellFormed(), MAX_VALUE_LENGTH);

/** What the platform is sent. Nothing in it notifies anybody by name. */
export function chatBodyOf(platform: ChatPlatform, payload: Payload): Record<string, unknown> {
  const [headline = '', ...facts] = linesOf(payload).map(trimLog).map(ESCAPES[platform]);
  const bold = platform === 'slack' ? `*${headline}*` : `**${headline}**`;
  const link = payload.site ? [payload.site.dashboard_url] : [];
  const message = short([bold, ...facts, ...link].join('\n'), MAX_MESSAGE_LENGTH);
  if (platform === 'discord') return { content: message, allowed_mentions: { parse: [] } };
  return { text: headline, blocks: [{ type: 'section', text: { type: 'mrkdwn', text: message } }] };
}
