import type { Static } from '@sinclair/typebox';
import type { Report } from '../../../features/mail-reports/schema.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import type { UserSettings } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/mail-reports.tsx';
import * as others from '../../labels/other-pages.ts';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useAsyncAction } from '../../ui/use-async-action.ts';

export type MailReport = Static<typeof Report>;

export function ReportRow({
  report,
  reader,
  isMailEnabled,
}: {
  readonly report: MailReport;
  readonly reader: Pick<UserSettings, 'email' | 'time_zone'>;
  readonly isMailEnabled: boolean;
}) {
  const { name, scope, every, next_at: next, last_sent_at: last } = report;
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          <span className="tag">{every === 'week' ? labels.weekly : labels.monthly}</span>{' '}
          {scope === 'group' && <span className="tag">{labels.group}</span>}
        </span>
        <span className="hint">
          {isMailEnabled ? labels.next(formatDateTime(next, reader.time_zone)) : labels.waitsForMail}
          {' · '}
          {last === null
            ? labels.noneSentYet
            : labels.lastSent(<RelativeTime at={last} timeZone={reader.time_zone} />)}
        </span>
      </div>
      <div className="actions">
        {isMailEnabled && <SendNow report={report} email={reader.email} />}
        <Remove report={report} />
      </div>
    </li>
  );
}

const reportName = ({ name, every }: MailReport): string =>
  `${name}, ${every === 'week' ? labels.weekly : labels.monthly}`;

function SendNow({ report, email }: { readonly report: MailReport; readonly email: string }) {
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const send = async () => {
    await call('POST', `/me/reports/${report.id}/test`);
    toast(labels.onItsWayTo(email));
  };
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={labels.sendReportNow(reportName(report))}
      onClick={() => void run(send)}
    >
      {isBusy ? others.sending : labels.sendNow}
    </Button>
  );
}

function Remove({ report }: { readonly report: MailReport }) {
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const { scope, site_id, group_id, every } = report;
  const restore = async () => {
    await call('POST', '/me/reports', { body: { scope, site_id, group_id, every } });
    await invalidate('/me/reports');
  };
  const remove = async () => {
    await call('DELETE', `/me/reports/${report.id}`);
    toast(labels.removed(report.name), { undo: () => void run(restore) });
    await invalidate('/me/reports');
  };
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={labels.removeReport(reportName(report))}
      onClick={() => void run(remove)}
    >
      {shared.remove}
    </Button>
  );
}
