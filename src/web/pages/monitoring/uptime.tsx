/** Uptime monitoring: current state, the last 24 hours and the last 90 days. */

import type { Static } from '@sinclair/typebox';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import type { UptimeChecks } from '../../../features/uptime/history/schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/time-units.ts';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { CheckBar } from '../../charts/check-bar.tsx';
import { ResponseTimeChart } from '../../charts/response-time-chart.tsx';
import { UptimeBar, type UptimeDay } from '../../charts/uptime-bar.tsx';
import { formatUptime } from '../../charts/uptime-labels.ts';
import {
  formatDateTime,
  formatDay,
  formatRecent,
  formatRelativeTime,
  formatTimeOfDay,
} from '../../format.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import * as charts from '../../labels/uptime-charts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DisableButton } from './disabled-state.tsx';
import { Downtimes } from './downtimes.tsx';
import { Expiries } from './expiries.tsx';
import { describeState, toStatusSentence } from './status.ts';
import type { Uptime } from './uptime-answer.ts';
import { useMaintenanceDays } from './use-maintenance-days.ts';

const PER_PAGE = 10;
const REFETCH_MS = 30_000;
/** A large answer, of which little is new. */
const CHECKS_REFETCH_MS = 60_000;
/** Of the uptime in the answer. */
const PERIOD_MS = 30 * DAY_MS;

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
    { days: 90, time_zone: 'site' },
    { refetchMs: REFETCH_MS },
  );
  const maintenance = useMaintenanceDays(site.id, latest.data?.monitor.id);
  const error = latest.error ?? listed.error ?? days.error;
  const retry = () => void Promise.all([latest.refetch(), listed.refetch(), days.refetch()]);
  return (
    <Panel title={shared.uptime} aside={<DisableButton siteId={site.id} feature="uptime" />}>
      {error && !(latest.data && listed.data && days.data) ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <div className="uptime">
          {latest.data ? <State uptime={latest.data} /> : <Skeleton height="4.5rem" />}
          <LastDay siteId={site.id} />
          {days.data ? (
            <LastDays days={days.data.days} maintenance={maintenance} />
          ) : (
            <Skeleton height="6rem" />
          )}
          {latest.data ? <Expiries monitor={latest.data.monitor} /> : <Skeleton height="3.5rem" />}
          {listed.data && <Downtimes uptime={listed.data} onPage={setPage} />}
        </div>
      )}
    </Panel>
  );
}

type Checks = Static<typeof UptimeChecks>;

const HOURS = 24;

/** The checks of the last 24 hours, and the response times by hour. */
function LastDay({ siteId }: { readonly siteId: number }) {
  const timeZone = useTimeZone();
  const query = useApi<Checks>(`/sites/${siteId}/uptime/checks`, {}, { refetchMs: CHECKS_REFETCH_MS });
  return (
    <section className="uptime-part" aria-labelledby="uptime-hours">
      <h3 id="uptime-hours">{labels.lastDay}</h3>
      <QueryContent query={query} loading={<Skeleton height="12rem" />}>
        {({ checks, hours }) => (
          <>
            <CheckBar
              checks={checks}
              endMs={Math.max(query.dataUpdatedAt, Date.parse(checks.at(-1)?.checked_at ?? ''))}
              timeZone={timeZone}
            />
            <ResponseTimeChart
              name={charts.responseTimesByHour}
              times={toHourlyTimes(hours, { endMs: query.dataUpdatedAt, timeZone })}
              nouns={{ latest: charts.inLatestHour, slowest: charts.slowestHour }}
            />
          </>
        )}
      </QueryContent>
    </section>
  );
}

/** Returns the hours from the first one with checks up to an instant, two at least. */
function toHourlyTimes(
  hours: Checks['hours'],
  { endMs, timeZone }: { readonly endMs: number; readonly timeZone: string },
) {
  const byStart = new Map(hours.map(hour => [Date.parse(hour.started_at), hour.average_response_ms]));
  const lastMs = Math.max(Math.floor(endMs / HOUR_MS) * HOUR_MS, ...byStart.keys());
  const firstMs = Math.max(lastMs - (HOURS - 1) * HOUR_MS, Math.min(lastMs - HOUR_MS, ...byStart.keys()));
  return Array.from({ length: (lastMs - firstMs) / HOUR_MS + 1 }, (_, index) => {
    const startMs = firstMs + index * HOUR_MS;
    const [start, end] = [startMs, startMs + HOUR_MS].map(each =>
      formatTimeOfDay(new Date(each).toISOString(), timeZone),
    );
    return { name: `${start}–${end}`, ms: byStart.get(startMs) ?? null };
  });
}

/** The uptime of the last days, and the response times by day once there are two. */
function LastDays({
  days,
  maintenance,
}: {
  readonly days: readonly UptimeDay[];
  readonly maintenance: ReadonlySet<string>;
}) {
  const times = days.map(({ date, average_response_ms: ms }) => ({ name: formatDay(date), ms }));
  return (
    <section className="uptime-part" aria-labelledby="uptime-days">
      <h3 id="uptime-days">{charts.lastDays(days.length)}</h3>
      <UptimeBar days={days} maintenance={maintenance} />
      {times.filter(({ ms }) => ms !== null).length > 1 && (
        <ResponseTimeChart
          name={charts.responseTimesByDay}
          times={times}
          nouns={{ latest: charts.onLatestDay, slowest: charts.slowestDay }}
        />
      )}
    </section>
  );
}

function State({ uptime: { monitor, downtimes, summary } }: { readonly uptime: Uptime }) {
  const timeZone = useTimeZone();
  const { name, tone } = describeState(monitor);
  const Icon = ICONS[tone];
  const latest = downtimes[0];
  const since = latest?.ongoing ? latest.started_at : (latest?.ended_at ?? monitor.created_at);
  return (
    <div className="uptime-state">
      <p className={`uptime-now ${tone}`} role="status">
        <Icon size={28} aria-hidden="true" />
        <span>
          <b>{name}</b>
          {tone !== '' && (
            <span className="soft">
              {labels.since(<time dateTime={since}>{formatDateTime(since, timeZone)}</time>)}
            </span>
          )}
        </span>
      </p>
      <FactList
        className="monitoring-figures"
        facts={[
          [
            toUptimeLabel(monitor, timeZone),
            monitor.last_check_at === null ? '–' : formatUptime(monitor.uptime),
          ],
          [labels.downtimes, summary.recent_downtimes_30_days],
        ]}
      />
      <p className="soft uptime-sentence">
        {labels.statusSentence(
          <UntrustedText text={toStatusSentence(monitor, Date.now())} />,
          nextCheck(monitor.next_check_at),
        )}
      </p>
    </div>
  );
}

/** Names the time of the uptime: since when, where that is less than the 30 days. */
function toUptimeLabel({ created_at }: Uptime['monitor'], timeZone: string): string {
  const isWhole = Date.now() - Date.parse(created_at) >= PERIOD_MS;
  return isWhole ? labels.uptimeLast30Days : labels.uptimeSince(formatRecent(created_at, timeZone));
}

/** Returns when the next check is; null where it did not happen when it was due. */
function nextCheck(at: string): string | null {
  const leftMs = Date.parse(at) - Date.now();
  if (leftMs < -MINUTE_MS) return null;
  return leftMs <= SECOND_MS ? labels.nextCheckNow : formatRelativeTime(at, Date.now());
}

const ICONS = { good: CircleCheck, bad: CircleAlert, '': CircleDashed } as const;
