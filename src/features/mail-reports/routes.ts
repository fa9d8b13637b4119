import { withDeadline } from '../../http/deadline.ts';
import {
  accepted,
  created,
  type Endpoint,
  noContent,
  ok,
  type UserContext,
  userEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { CreateReport, presentReport, ReportAnswer, ReportList, ReportQueued } from './schema.ts';
import type { MailReportsService } from './service.ts';

/** A user's own reports, with any plan: on all that they can read, in their account or in a team's. */
export function mailReportRoutes({ mailReports }: { readonly mailReports: MailReportsService }): Endpoint[] {
  const findReport = ({ user, params }: UserContext) =>
    mailReports.get(user, parsePathId(params, 'id', 'report'));
  return [
    userEndpoint('GET', '/me/reports', {
      summary: 'List the reports that the user is mailed',
      operationId: 'listMailReports',
      description: 'A report on something that the user cannot read any more is not mailed, and not listed.',
      responses: { 200: ReportList },
      handle: ({ user }) =>
        ok({ reports: mailReports.list(user).map(presentReport), is_mailed: mailReports.isMailSetUp }),
    }),
    userEndpoint('POST', '/me/reports', {
      summary: 'Have a report mailed every week or month',
      operationId: 'createMailReport',
      description: 'The same once more answers 200 with the report that is there.',
      body: CreateReport,
      responses: { 200: ReportAnswer, 201: ReportAnswer },
      handle: ({ user, body }) => {
        const { listed, isNew } = mailReports.add(user, body);
        const answer = { report: presentReport(listed) };
        return isNew ? created(answer) : ok(answer);
      },
    }),
    userEndpoint('DELETE', '/me/reports/:id', {
      summary: 'Stop a report',
      operationId: 'deleteMailReport',
      access: { checkUser: findReport },
      responses: { 204: null },
      handle: call => {
        mailReports.remove(findReport(call));
        return noContent();
      },
    }),
    userEndpoint('POST', '/me/reports/:id/test', {
      summary: 'Mail the last report at once',
      operationId: 'testMailReport',
      description:
        'About the last week or month that is over. At most 10 an hour for each user; the next one comes as planned.',
      access: { checkUser: findReport },
      responses: { 202: ReportQueued },
      handle: async call => {
        const listed = findReport(call);
        await withDeadline(call.signal, signal => mailReports.sendNow(call.user, listed, signal));
        return accepted({ status: 'queued', report: presentReport(listed) });
      },
    }),
  ];
}
