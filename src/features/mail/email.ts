/** The form of a mail: the same words as text and as HTML, without pictures and without anything that tells who reads it. */
import type { Mail } from '../../outbound/mail.ts';
import type { Message, MessageItem } from './message.ts';
import { KINDS } from './messages/notifications.ts';
import type { OutboxRow } from './store.ts';
import type { Subscription, UnsubscribeTokens } from './token.ts';

export interface LetterDeps {
  readonly accounts: { findUser(id: number): { readonly email: string } | undefined };
  readonly sites: { find(id: number): unknown };
  readonly isSubscribed: (subscription: Subscription) => boolean;
  readonly tokens: UnsubscribeTokens;
  readonly messageIdOf: (mailId: number) => string;
  /** The mail of a report, as for every other kind. */
  readonly reportLetterOf: (report: PostedReport, baseUrl: string) => Mail | undefined;
}

/** A report in the outbox. */
export type PostedReport = Pick<OutboxRow, 'userId' | 'reportId' | 'message' | 'createdAt'> & {
  readonly messageId: string;
};

/** The mail of an outbox row; undefined when its reader, or what it is about, has gone, or it is not wanted any more. */
export const createLetters =
  ({ accounts, sites, isSubscribed, tokens, messageIdOf, reportLetterOf }: LetterDeps) =>
  (row: OutboxRow, baseUrl: string): Mail | undefined => {
    const { id, kind, userId, siteId, message, createdAt } = row;
    if (kind === 'mail_report') return reportLetterOf({ ...row, messageId: messageIdOf(id) }, baseUrl);
    const reader = accounts.findUser(userId);
    const isMoot = siteId !== null && sites.find(siteId) === undefined;
    if (!reader || isMoot || !isSubscribed({ userId, kind })) return undefined;
    return writeLetter(JSON.parse(message) as Message, {
      to: reader.email,
      messageId: messageIdOf(id),
      date: createdAt,
      baseUrl,
      unsubscribeUrl: `${baseUrl}/unsubscribe/${tokens.create({ userId, kind })}`,
      why: `Footfall mails you ${KINDS[kind].when}.`,
    });
  };

export interface Envelope {
  readonly to: string;
  readonly messageId: string;
  readonly date: Date;
  /** Origin of this server. */
  readonly baseUrl: string;
  /** Where its reader switches the kind off; null for what comes once. */
  readonly unsubscribeUrl: string | null;
  /** Why it came, as a whole sentence. */
  readonly why: string;
}

/** The whole mail. Its reader's program offers to unsubscribe where that can be done. Source: RFC 2369, section 3.2; RFC 8058, section 3.1; RFC 3834, section 5. */
export function writeLetter(message: Message, envelope: Envelope): Mail {
  const { to, messageId, date, unsubscribeUrl } = envelope;
  return {
    to,
    messageId,
    date,
    subject: message.subject,
    text: textOf(message, envelope),
    html: htmlOf(message, envelope),
    headers: {
      ...(unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
      'Auto-Submitted': 'auto-generated',
    },
  };
}

function textOf({ paragraphs, items, link }: Message, { baseUrl, unsubscribeUrl, why }: Envelope): string {
  const listed = items.map(({ title, details }) =>
    [`* ${title}`, ...details.map(detail => `  ${detail}`)].join('\n'),
  );
  const footer = unsubscribeUrl === null ? why : `${why} Stop these mails: ${unsubscribeUrl}`;
  return `${[...paragraphs, ...listed, `${link.text}: ${baseUrl}${link.path}`, `--\n${footer}`].join('\n\n')}\n`;
}

const safe = Bun.escapeHTML;

function htmlOf(message: Message, { baseUrl, unsubscribeUrl, why }: Envelope): string {
  const stop = unsubscribeUrl === null ? '' : ` <a href="${safe(unsubscribeUrl)}">Stop these mails</a>`;
  const { subject, paragraphs, items, link } = message;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${safe(subject)}</title>
</head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:36rem">
${paragraphs.map(paragraph => `<p>${safe(paragraph)}</p>`).join('\n')}
${items.length === 0 ? '' : `<ul>\n${items.map(itemHtml).join('\n')}\n</ul>`}
<p><a href="${safe(baseUrl + link.path)}">${safe(link.text)}</a></p>
<hr style="border:0;border-top:1px solid #8a9694">
<p style="font-size:14px">${safe(why)}${stop}</p>
</div>
</body>
</html>
`;
}

const itemHtml = ({ title, details }: MessageItem): string =>
  `<li>${[title, ...details].map(line => safe(line)).join('<br>')}</li>`;
