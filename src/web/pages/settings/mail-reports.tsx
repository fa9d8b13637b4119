/** The mail reports page. */

import type { Static } from '@sinclair/typebox';
import type { ReportList as ReportListModel } from '../../../features/mail-reports/schema.ts';
import { NoMailBanner } from '../../app/no-mail-banner.tsx';
import { useApi } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import * as labels from '../../labels/mail-reports.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ReportRow } from './mail-report-row.tsx';
import { NewReport } from './new-mail-report.tsx';
import { SettingsLayout } from './settings-layout.tsx';

type Answer = Static<typeof ReportListModel>;

export function ReportsPage() {
  const query = useApi<Answer>('/me/reports');
  return (
    <SettingsLayout title={shared.mailReports}>
      <NoMailBanner>{labels.noMail}</NoMailBanner>
      <NewReport reports={query.data?.reports ?? []} />
      <Panel title={labels.yourReports}>
        <QueryContent query={query} loading={2}>
          {answer => <ReportList {...answer} />}
        </QueryContent>
      </Panel>
    </SettingsLayout>
  );
}

function ReportList({ reports, is_mailed: isMailEnabled }: Answer) {
  const { data } = useUserSettings();
  if (reports.length === 0) {
    return <EmptyState title={labels.noReports}>{labels.noReportsHint}</EmptyState>;
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
