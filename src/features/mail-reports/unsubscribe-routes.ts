/** Unsubscribing from a report: a page with a button, and the one-click request of mail programs. */
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { plainPage, unknownLinkPage } from '../../http/plain-page.ts';
import { toOneLine } from '../../lib/text.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import type { LinkedReport, ReportTokens } from './report-token.ts';
import type { MailReportsService } from './service.ts';

const ADVERBS = { week: 'weekly', month: 'monthly' } as const;

export interface UnsubscribeReportRouteDeps {
  readonly mailReports: Pick<MailReportsService, 'findByLink' | 'stop'>;
  readonly reportTokens: ReportTokens;
  readonly baseUrl: string;
}

/**
 * `GET` changes nothing, since mail scanners follow every link. `POST` stops the report, whatever is
 * sent. Source: RFC 8058, section 3.2.
 */
export function unsubscribeReportRoutes({
  mailReports,
  reportTokens,
  baseUrl,
}: UnsubscribeReportRouteDeps): RawEndpoint[] {
  function show(linked: LinkedReport): Response {
    const found = mailReports.findByLink(linked);
    if (!found) return stoppedPage(baseUrl);
    return plainPage(
      200,
      'Unsubscribe from this report?',
      `<p>${Bun.escapeHTML(describeReport(found))}</p><form method="post"><button>Unsubscribe</button></form>`,
    );
  }

  return [
    rawEndpoint('GET', '/unsubscribe/report/:token', ({ params }) => {
      const linked = reportTokens.parse(params['token'] ?? '');
      return linked ? show(linked) : unknownLinkPage();
    }),
    rawEndpoint('POST', '/unsubscribe/report/:token', async ({ params, request }) => {
      const linked = reportTokens.parse(params['token'] ?? '');
      if (!linked) return unknownLinkPage();
      await readBody(request, MAX_BODY_BYTES.form);
      mailReports.stop(linked);
      return stoppedPage(baseUrl);
    }),
  ];
}

/** Omits the name of a target that the reader may not read any more. */
function describeReport({
  report,
  target,
}: NonNullable<ReturnType<MailReportsService['findByLink']>>): string {
  const adverb = ADVERBS[report.every];
  return target
    ? `You receive the ${adverb} report for ${toOneLine(target.name, MAX_NAME_LENGTH)}.`
    : `This ${adverb} report is paused because you don’t have access to its site or group.`;
}

const stoppedPage = (baseUrl: string): Response =>
  plainPage(
    200,
    'You’ve unsubscribed',
    `<p>You won’t get this report again. You can create a new one in <a href="${Bun.escapeHTML(baseUrl)}/settings/reports">your settings</a>.</p>`,
  );
