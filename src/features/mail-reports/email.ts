/** Renders reports: the same words as text and as HTML, without pictures and without anything that tracks the reader. */
import type { Clock } from '../../core/clock.ts';
import type { User } from '../../core/user.ts';
import type { RenderReport } from '../mail/outbox.ts';
import { type ReportLinks, toHtml } from './email-html.ts';
import type { ReportLine, ReportMessage, ReportSection } from './message.ts';
import type { ReportTokens } from './report-token.ts';
import { isInTime } from './schedule.ts';
import type { MailReportsStore } from './store.ts';
import type { FindTarget } from './target.ts';

export interface ReportRendererDeps {
  readonly store: Pick<MailReportsStore, 'find'>;
  readonly findUser: (id: number) => User | undefined;
  readonly targetFinderFor: (user: User) => FindTarget;
  readonly tokens: ReportTokens;
  readonly clock: Clock;
}

/**
 * Creates the function that renders a report of the outbox; undefined when it was stopped, when its reader may not read it
 * any more, and when it has waited for too long.
 */
export const createReportRenderer =
  ({ store, findUser, targetFinderFor, tokens, clock }: ReportRendererDeps): RenderReport =>
  ({ userId, reportId, message: json, createdAt }, baseUrl) => {
    const reader = findUser(userId);
    const report = reportId === null ? undefined : store.find(reportId);
    if (!isInTime({ dueAt: createdAt }, clock.now())) return undefined;
    if (!reader || !report || !targetFinderFor(reader)(report)) return undefined;
    const message = JSON.parse(json) as ReportMessage;
    const unsubscribe = `${baseUrl}/unsubscribe/report/${tokens.create(report)}`;
    const links = { page: baseUrl + message.link.path, settings: `${baseUrl}/settings/reports`, unsubscribe };
    return {
      to: reader.email,
      content: { subject: message.subject, text: toText(message, links), html: toHtml(message, links) },
      unsubscribeUrl: unsubscribe,
    };
  };

function toText(message: ReportMessage, { page, settings, unsubscribe }: ReportLinks): string {
  const { title, period, lead, figures, sections, link, why } = message;
  const numbers = figures.map(({ label, value, change }) => `${label}: ${value} (${change})`);
  return `${[
    `${title}\n${period}`,
    ...lead,
    ...(numbers.length === 0 ? [] : [numbers.join('\n')]),
    ...sections.map(toSectionText),
    `${link.text}: ${page}`,
    `--\n${why}\nManage reports: ${settings}\nUnsubscribe: ${unsubscribe}`,
  ].join('\n\n')}\n`;
}

const toSectionText = ({ title, paragraphs, rows }: ReportSection): string =>
  [title.toUpperCase(), ...paragraphs, ...rows.map(toLineText)].join('\n');

const toLineText = ({ text, value, details }: ReportLine): string =>
  [`* ${text}${value === '' ? '' : `: ${value}`}`, ...details.map(detail => `  ${detail}`)].join('\n');
