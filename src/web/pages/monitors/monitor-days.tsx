/** The uptime of a monitor, day by day. */
import { useApi } from '../../app/query-client.ts';
import { UptimeBar, type UptimeDay } from '../../charts/uptime-bar.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMaintenanceDays } from '../monitoring/use-maintenance-days.ts';

const DAYS = 90;

export function MonitorDays({ siteId, monitorId }: { readonly siteId: number; readonly monitorId: number }) {
  const query = useApi<{ readonly days: readonly UptimeDay[] }>(
    `/sites/${siteId}/monitors/${monitorId}/days`,
    { days: DAYS, time_zone: 'site' },
  );
  const maintenance = useMaintenanceDays(siteId, monitorId);
  return (
    <div className="monitor-days">
      <QueryContent query={query} loading={<Skeleton height="6rem" />}>
        {({ days }) => <UptimeBar days={days} maintenance={maintenance} />}
      </QueryContent>
    </div>
  );
}
