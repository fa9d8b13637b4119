/** The standard parts of every mail: its headers, and the HTML document around its content. */
import type { Language } from '../../core/languages.ts';
import type { Mail } from '../../outbound/mail.ts';

/** Content of a mail, as text and as HTML. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: HtmlBody;
  /** Default: English. */
  readonly language?: Language;
}

/** The `body` of an HTML document, and the style sheet for programs that read one. */
export interface HtmlBody {
  readonly style: string | null;
  /** Of the `body` element, as HTML. */
  readonly attributes: string;
  readonly content: string;
}

export interface MailHeaders {
  readonly to: string;
  readonly messageId: string;
  readonly date: Date;
  /** Where the recipient unsubscribes; null for what is sent once. */
  readonly unsubscribeUrl: string | null;
}

/**
 * Creates the whole mail. The recipient's program offers to unsubscribe where that can be done. Source: RFC 2369, section
 * 3.2; RFC 8058, section 3.1; RFC 3834, section 5.
 */
export const createEmail = (content: EmailContent, headers: MailHeaders): Mail => {
  const { to, messageId, date, unsubscribeUrl } = headers;
  return {
    to,
    messageId,
    date,
    subject: content.subject,
    text: content.text,
    html: htmlDocument(content.subject, content.html, content.language ?? 'en'),
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
};

const htmlDocument = (title: string, { style, attributes, content }: HtmlBody, language: Language): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
${style === null ? '' : `<style>${style}</style>\n`}</head>
<body ${attributes}>
${content}
</body>
</html>
`;
