/** A mail in plain words, and its two forms: text and HTML, without pictures and without anything that tracks its reader. */
import type { Language } from '../../core/languages.ts';
import type { EmailContent } from './email.ts';

/** Content of a mail before it is formatted. Stored in the outbox as JSON. */
export interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly MessageItem[];
  /** A page of this server. */
  readonly link: { readonly text: string; readonly path: string };
}

export interface MessageItem {
  readonly title: string;
  readonly details: readonly string[];
}

/** A message that is sent once, to one address. */
export interface TransactionalMessage {
  readonly message: Message;
  /** Why it was sent, as a whole sentence. */
  readonly why: string;
  /** Default: English. */
  readonly language?: Language;
}

interface MessageFooter {
  /** Origin of this server. */
  readonly baseUrl: string;
  /** Where the recipient unsubscribes; null for what is sent once. */
  readonly unsubscribeUrl: string | null;
  /** Why it was sent, as a whole sentence. */
  readonly why: string;
  /** Text of the link that unsubscribes. Default: in English. */
  readonly unsubscribe?: string;
  /** Default: English. */
  readonly language?: Language;
}

const UNSUBSCRIBE = 'Unsubscribe';

export const formatMessage = (message: Message, footer: MessageFooter): EmailContent => ({
  subject: message.subject,
  ...(footer.language && { language: footer.language }),
  text: toText(message, footer),
  html: {
    style: null,
    attributes: 'style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere"',
    content: toHtml(message, footer),
  },
});

function toText(
  { paragraphs, items, link }: Message,
  { baseUrl, unsubscribeUrl, why, unsubscribe = UNSUBSCRIBE }: MessageFooter,
): string {
  const list = items.map(({ title, details }) =>
    [`* ${title}`, ...details.map(detail => `  ${detail}`)].join('\n'),
  );
  const footer = unsubscribeUrl === null ? why : `${why} ${unsubscribe}: ${unsubscribeUrl}`;
  return `${[...paragraphs, ...list, `${link.text}: ${baseUrl}${link.path}`, `--\n${footer}`].join('\n\n')}\n`;
}

const escapeHtml = Bun.escapeHTML;

function toHtml(
  { paragraphs, items, link }: Message,
  { baseUrl, unsubscribeUrl, why, unsubscribe = UNSUBSCRIBE }: MessageFooter,
): string {
  const stop = unsubscribeUrl === null ? '' : ` <a href="${escapeHtml(unsubscribeUrl)}">${unsubscribe}</a>`;
  return `<div style="max-width:36rem">
${paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${items.length === 0 ? '' : `<ul>\n${items.map(toItemHtml).join('\n')}\n</ul>`}
<p><a href="${escapeHtml(baseUrl + link.path)}">${escapeHtml(link.text)}</a></p>
<hr style="border:0;border-top:1px solid #8a9694">
<p style="font-size:14px">${escapeHtml(why)}${stop}</p>
</div>`;
}

const toItemHtml = ({ title, details }: MessageItem): string =>
  `<li>${[title, ...details].map(line => escapeHtml(line)).join('<br>')}</li>`;
