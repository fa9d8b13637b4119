/** Reports that come by mail every week or month: chosen, looked at, stopped. */
import { useApi } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import { EmptyState, ErrorState } from '../../ui/notices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NewReport } from './new-report.tsx';
import { type MailReport, ReportRow } from './report-row.tsx';
import { SettingsLayout } from './settings-layout.tsx';

interface Answer {
  readonly reports: readonly MailReport[];
  readonly is_mailed: boolean;
}

export function ReportsPage() {
  const { data, error, refetch } = useApi<Answer>('/me/reports');
  return (
    <SettingsLayout title="Mail reports">
      {data?.is_mailed === false && <NoMail />}
      <NewReport reports={data?.reports ?? []} />
      <Panel title="Your reports">
        {data ? (
          <ReportList {...data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={2} />
        )}
      </Panel>
    </SettingsLayout>
  );
}

const NoMail = () => (
  <p className="banner" role="status">
    This server sends no mail yet, so that no report comes. Whoever runs it sets{' '}
    <code>FOOTFALL_SMTP_URL</code> and <code>FOOTFALL_MAIL_FROM</code>:{' '}
    <a href="/docs/self-hosting#mail">how that is done</a>. What you choose here is kept until then.
  </p>
);

function ReportList({ reports, is_mailed: isMailEnabled }: Answer) {
  const { data } = useUserSettings();
  if (reports.length === 0) {
    return (
      <EmptyState title="No reports yet">
        A report comes by mail and sums up a week or a month: hits and visitors against the time before, the
        top pages, sources and countries, and how monitoring went. Choose one above.
      </EmptyState>
    );
  }
  if (!data) return <SkeletonRows count={reports.length} />;
  return (
    <ul className="rows">
      {reports.map(report => (
        <ReportRow key={report.id} report={report} reader={data.settings} isMailEnabled={isMailEnabled} />
      ))}
    </ul>
  );
}
