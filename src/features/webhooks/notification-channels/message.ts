/** The message that a channel shows for a delivery, before it takes the form of its kind. */
import { sanitizeLine } from '../deliveries/chat.ts';
import type { Payload } from '../deliveries/payload.ts';

export interface ChannelMessage {
  readonly title: string;
  readonly lines: readonly string[];
  /** Page of the dashboard; null for a test of an account without sites. */
  readonly link: string | null;
  /** True: something is wrong now. */
  readonly isUrgent: boolean;
}

const toLines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Creates the message of a payload: of an alert, or of a test. */
export function toChannelMessage(payload: Payload): ChannelMessage {
  return {
    title: sanitizeLine(String(payload['title'] ?? '')),
    lines: toLines(payload['details']).map(sanitizeLine),
    link: payload.site?.dashboard_url ?? null,
    isUrgent: payload.event === 'alert_firing',
  };
}

/** Formats a message without markup. */
export const toPlainText = ({ title, lines, link }: ChannelMessage): string =>
  [title, ...lines, ...(link === null ? [] : [link])].join('\n');
