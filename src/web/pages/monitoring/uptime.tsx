/** Uptime monitoring: current state and the last 90 days. */

import type { Static } from '@sinclair/typebox';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import type { UptimeAnswer } from '../../../features/uptime/schema.ts';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useUserTimeZone } from '../../app/user.ts';
import { ResponseTimeChart } from '../../charts/response-time-chart.tsx';
import { UptimeBar, type UptimeDay } from '../../charts/uptime-bar.tsx';
import { formatUptime } from '../../charts/uptime-labels.ts';
import { formatDateTime, formatRelativeTime } from '../../format.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DisableButton } from './disabled-state.tsx';
import { Downtimes } from './downtimes.tsx';
import { Expiries } from './expiries.tsx';

export type Uptime = Static<typeof UptimeAnswer>;

const PER_PAGE = 10;
const REFETCH_MS = 30_000;

const useUptime = (siteId: number, page: number) =>
  useApi<Uptime>(
    `/sites/${siteId}/uptime`,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true, refetchMs: REFETCH_MS },
  );

export function UptimeMonitoring({ site }: { readonly site: Site }) {
  const [page, setPage] = useState(1);
  const latest = useUptime(site.id, 1);
  const listed = useUptime(site.id, page);
  const days = useApi<{ readonly days: readonly UptimeDay[] }>(
    `/sites/${site.id}/uptime/days`,
    { days: 90, time_zone: 'user' },
    { refetchMs: REFETCH_MS },
  );
  const error = latest.error ?? listed.error ?? days.error;
  const retry = () => void Promise.all([latest.refetch(), listed.refetch(), days.refetch()]);
  return (
    <Panel title={shared.uptime} aside={<DisableButton siteId={site.id} feature="uptime" />}>
      {error && !(latest.data && listed.data && days.data) ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <div className="uptime">
          {latest.data ? <State uptime={latest.data} /> : <Skeleton height="4.5rem" />}
          {days.data ? <UptimeBar days={days.data.days} /> : <Skeleton height="6rem" />}
          {days.data ? <ResponseTimeChart days={days.data.days} /> : <Skeleton height="5rem" />}
          {latest.data ? <Expiries monitor={latest.data.monitor} /> : <Skeleton height="3.5rem" />}
          {listed.data && <Downtimes uptime={listed.data} onPage={setPage} />}
        </div>
      )}
    </Panel>
  );
}

function State({ uptime: { monitor, downtimes, summary } }: { readonly uptime: Uptime }) {
  const timeZone = useUserTimeZone();
  const { name, tone, Icon } = describeState(monitor);
  const latest = downtimes[0];
  const since = latest?.ongoing ? latest.started_at : (latest?.ended_at ?? monitor.created_at);
  return (
    <div className="uptime-state">
      <p className={`uptime-now ${tone}`} role="status">
        <Icon size={28} aria-hidden="true" />
        <span>
          <b>{name}</b>
          {monitor.last_check_at !== null && (
            <span className="soft">
              {labels.since(<time dateTime={since}>{formatDateTime(since, timeZone)}</time>)}
            </span>
          )}
        </span>
      </p>
      <FactList
        className="monitoring-figures"
        facts={[
          [shared.last30Days, monitor.last_check_at === null ? '–' : formatUptime(monitor.uptime)],
          [labels.downtimes, summary.recent_downtimes_30_days],
        ]}
      />
      <p className="soft uptime-sentence">
        {labels.nextCheck(
          <UntrustedText text={toSentence(monitor.status_description)} />,
          nextCheck(monitor.next_check_at),
        )}
      </p>
    </div>
  );
}

/** Strips the state that is already shown as the headline. */
function toSentence(description: string): string {
  const rest = description.replace(/^Up: /, '');
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

const nextCheck = (at: string): string =>
  Date.parse(at) <= Date.now() + 1_000 ? labels.nextCheckNow : formatRelativeTime(at, Date.now());

function describeState(monitor: Uptime['monitor']) {
  if (monitor.last_check_at === null) return { name: labels.notCheckedYet, tone: '', Icon: CircleDashed };
  if (monitor.is_down) return { name: shared.down, tone: 'bad', Icon: CircleAlert };
  return { name: shared.up, tone: 'good', Icon: CircleCheck };
}
