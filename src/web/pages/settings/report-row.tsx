import type { Static } from '@sinclair/typebox';
import type { Report } from '../../../features/mail-reports/schema.ts';
import { call } from '../../api.ts';
import { refresh } from '../../app/query-client.ts';
import type { UserSettings } from '../../app/user.ts';
import { formatMoment } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Outside } from '../../ui/outside.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useWork } from '../../ui/use-work.ts';

export type MailReport = Static<typeof Report>;

export function ReportRow({
  report,
  reader,
  isMailed,
}: {
  readonly report: MailReport;
  readonly reader: Pick<UserSettings, 'email' | 'time_zone'>;
  readonly isMailed: boolean;
}) {
  const { name, scope, every, next_at: next, last_sent_at: last } = report;
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <Outside text={name} />
          </b>{' '}
          <span className="tag">{every === 'week' ? 'weekly' : 'monthly'}</span>{' '}
          {scope === 'group' && <span className="tag">group</span>}
        </span>
        <span className="hint">
          {isMailed ? `Next ${formatMoment(next, reader.time_zone)}` : 'Waits for the server to send mail'}
          {' · '}
          {last === null ? (
            'none sent yet'
          ) : (
            <>
              last one <Moment at={last} timeZone={reader.time_zone} />
            </>
          )}
        </span>
      </div>
      <div className="actions">
        {isMailed && <SendNow report={report} email={reader.email} />}
        <Remove report={report} />
      </div>
    </li>
  );
}

const nameOf = ({ name, every }: MailReport): string => `${name}, ${every === 'week' ? 'weekly' : 'monthly'}`;

function SendNow({ report, email }: { readonly report: MailReport; readonly email: string }) {
  const toast = useToast();
  const { isBusy, run } = useWork();
  const send = async () => {
    await call('POST', `/me/reports/${report.id}/test`);
    toast(`On its way to ${email}`);
  };
  return (
    <Button
      look="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={`Send me one now: ${nameOf(report)}`}
      onClick={() => void run(send)}
    >
      {isBusy ? 'Sending …' : 'Send me one now'}
    </Button>
  );
}

function Remove({ report }: { readonly report: MailReport }) {
  const toast = useToast();
  const { isBusy, run } = useWork();
  const { scope, site_id, group_id, every } = report;
  const bringBack = async () => {
    await call('POST', '/me/reports', { body: { scope, site_id, group_id, every } });
    await refresh('/me/reports');
  };
  const remove = async () => {
    await call('DELETE', `/me/reports/${report.id}`);
    toast(`Removed: ${report.name}`, { undo: () => void run(bringBack) });
    await refresh('/me/reports');
  };
  return (
    <Button
      look="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={`Remove ${nameOf(report)}`}
      onClick={() => void run(remove)}
    >
      Remove
    </Button>
  );
}
