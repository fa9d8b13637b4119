/** The form of a report: the same words as text and as HTML, without pictures and without anything that tells who reads it. */

import type { Clock } from '../../core/clock.ts';
import type { User } from '../../core/user.ts';
import type { Mail } from '../../outbound/mail.ts';
import type { PostedReport } from '../mail/email.ts';
import { htmlOf } from './email-html.ts';
import type { ReportLine, ReportMessage, ReportSection } from './message.ts';
import { isInTime } from './schedule.ts';
import type { MailReportsStore } from './store.ts';
import type { SubjectOf } from './subject.ts';
import type { ReportTokens } from './token.ts';

export interface ReportLetterDeps {
  readonly store: Pick<MailReportsStore, 'find'>;
  readonly findUser: (id: number) => User | undefined;
  readonly subjectsOf: (user: User) => SubjectOf;
  readonly tokens: ReportTokens;
  readonly clock: Clock;
}

/** Addresses of this server that stand in a report. */
export interface Addresses {
  readonly page: string;
  /** Where reports are chosen. */
  readonly settings: string;
  /** Where this one is stopped. */
  readonly stop: string;
}

/** The mail of a report; undefined when it was stopped, when its reader may not read it any more, and when it has waited until it is none any more. */
export const createReportLetters =
  ({ store, findUser, subjectsOf, tokens, clock }: ReportLetterDeps) =>
  ({ userId, reportId, message, createdAt, messageId }: PostedReport, baseUrl: string): Mail | undefined => {
    const reader = findUser(userId);
    const report = reportId === null ? undefined : store.find(reportId);
    if (!isInTime({ dueAt: createdAt }, clock.now())) return undefined;
    if (!reader || !report || !subjectsOf(reader)(report)) return undefined;
    const said = JSON.parse(message) as ReportMessage;
    const stop = `${baseUrl}/unsubscribe/report/${tokens.create(report)}`;
    const addresses = { page: baseUrl + said.link.path, settings: `${baseUrl}/settings/reports`, stop };
    return {
      to: reader.email,
      messageId,
      date: createdAt,
      subject: said.subject,
      text: textOf(said, addresses),
      html: htmlOf(said, addresses),
      // Source: RFC 2369, section 3.2; RFC 8058, section 3.1; RFC 3834, section 5.
      headers: {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    };
  };

function textOf(message: ReportMessage, { page, settings, stop }: Addresses): string {
  const { title, period, lead, figures, sections, link, why } = message;
  const numbers = figures.map(({ label, value, change }) => `${label}: ${value} (${change})`);
  return `${[
    `${title}\n${period}`,
    ...lead,
    ...(numbers.length === 0 ? [] : [numbers.join('\n')]),
    ...sections.map(sectionText),
    `${link.text}: ${page}`,
    `--\n${why}\nChoose reports: ${settings}\nStop this one: ${stop}`,
  ].join('\n\n')}\n`;
}

const sectionText = ({ title, paragraphs, rows }: ReportSection): string =>
  [title.toUpperCase(), ...paragraphs, ...rows.map(lineText)].join('\n');

const lineText = ({ text, value, details }: ReportLine): string =>
  [`* ${text}${value === '' ? '' : `: ${value}`}`, ...details.map(detail => `  ${detail}`)].join('\n');
