/** Where a report's reader stops it: a page with a button, and what mail programs send by themselves. */
import { Elysia } from 'elysia';
import type { Log } from '../../core/log.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { plainPage, unknownLinkPage } from '../../http/plain-page.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { MailReportsService } from './service.ts';
import type { HeldReport, ReportTokens } from './token.ts';

const MAX_NAME_LENGTH = 100;
const ADVERBS = { week: 'weekly', month: 'monthly' } as const;

export interface StopRouteDeps {
  readonly mailReports: Pick<MailReportsService, 'findHeld' | 'stop'>;
  readonly reportTokens: ReportTokens;
  readonly log: Log;
}

/**
 * `GET` changes nothing, since programs that guard mail boxes follow every link. `POST` stops the report, whatever is
 * sent. Source: RFC 8058, section 3.2.
 */
export function stopReportRoutes({ mailReports, reportTokens, log }: StopRouteDeps) {
  function show(linked: HeldReport): Response {
    const held = mailReports.findHeld(linked);
    if (!held) return STOPPED();
    return plainPage(
      200,
      'Stop this report?',
      `<p>${Bun.escapeHTML(stateOf(held))}</p><form method="post"><button>Stop this report</button></form>`,
    );
  }

  return new Elysia()
    .get('/unsubscribe/report/:token', ({ params }) => {
      const linked = reportTokens.read(params.token ?? '');
      return linked ? show(linked) : unknownLinkPage();
    })
    .post(
      '/unsubscribe/report/:token',
      async ({ params, request }) => {
        try {
          const linked = reportTokens.read(params.token ?? '');
          if (!linked) return unknownLinkPage();
          await readBody(request, MAX_BODY_BYTES.form);
          mailReports.stop(linked);
          return STOPPED();
        } catch (error) {
          return errorResponse(error, { log });
        }
      },
      { parse: 'none' },
    );
}

/** What its reader cannot read any more is not named either. */
function stateOf({ report, subject }: NonNullable<ReturnType<MailReportsService['findHeld']>>): string {
  const adverb = ADVERBS[report.every];
  return subject
    ? `Footfall mails you the ${adverb} report on ${oneLine(subject.name, MAX_NAME_LENGTH)}.`
    : `This ${adverb} report rests, since you cannot read what it is about. It comes again once you can.`;
}

const STOPPED = (): Response =>
  plainPage(
    200,
    'This report has stopped',
    '<p>Footfall no longer mails it to you. To get it again, choose it in <a href="/settings/reports">your settings</a>.</p>',
  );
