/** The server page, for the operator. */

import { DAY_SECONDS } from '../../../lib/time-units.ts';
import { useApi } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import { formatDuration, formatSize } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/server.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OperatorJobs } from './operator-jobs.tsx';
import { OperatorSetUp } from './operator-set-up.tsx';
import { OperatorSignups } from './operator-signups.tsx';
import { OperatorStorage } from './operator-storage.tsx';
import type { ServerStatus } from './server-status.ts';
import { SettingsLayout } from './settings-layout.tsx';

const POLL_MS = 10_000;

export function OperatorPage() {
  const { data: own, error: ownError, refetch: refetchOwn } = useUserSettings();
  const isOperator = own?.settings.is_operator ?? false;
  const { data, error, refetch } = useApi<ServerStatus>(
    '/operator',
    {},
    { isEnabled: isOperator, refetchMs: POLL_MS },
  );
  const shownError = data ? undefined : (ownError ?? error);
  return (
    <SettingsLayout title={shared.server}>
      {own && !isOperator ? (
        <Panel title={labels.onlyOperator}>
          <EmptyState title={labels.notOperatorTitle}>{labels.notOperatorHint}</EmptyState>
        </Panel>
      ) : data ? (
        <Parts status={data} timeZone={own?.settings.time_zone ?? 'UTC'} />
      ) : shownError ? (
        <ErrorState error={shownError} onRetry={() => void (ownError ? refetchOwn() : refetch())} />
      ) : (
        <Panel title={labels.now}>
          <SkeletonRows count={8} />
        </Panel>
      )}
    </SettingsLayout>
  );
}

const Parts = ({ status, timeZone }: { readonly status: ServerStatus; readonly timeZone: string }) => (
  <>
    <Now status={status} />
    <OperatorSignups waiting={status.pending_signups} timeZone={timeZone} />
    <OperatorSetUp status={status} timeZone={timeZone} />
    <OperatorStorage data={status.data} timeZone={timeZone} />
    <OperatorJobs jobs={status.jobs} timeZone={timeZone} />
  </>
);

function Now({ status }: { readonly status: ServerStatus }) {
  const { version, started_at: started, memory_bytes: memory, users_count, sites_count, data } = status;
  const facts = [
    [labels.version, version],
    [labels.runningFor, formatUptime((Date.now() - Date.parse(started)) / 1000)],
    [labels.memory, formatSize(memory)],
    [shared.data, formatSize(data.size_bytes)],
    [labels.users, formatNumber(users_count)],
    [shared.sites, formatNumber(sites_count)],
  ] as const;
  return (
    <Panel title={labels.now}>
      <FactList className="facts" facts={facts} />
    </Panel>
  );
}

/** Formats an uptime in minutes, hours or days: seconds would only flicker. */
function formatUptime(seconds: number): string {
  if (seconds >= 2 * DAY_SECONDS) return shared.dayCount(Math.floor(seconds / DAY_SECONDS));
  return formatDuration(seconds < 60 ? Math.max(0, seconds) : Math.floor(seconds / 60) * 60);
}
