/** Days with maintenance windows of a monitor. */
import type { Static } from '@sinclair/typebox';
import type { WindowList } from '../../../features/uptime/maintenance/schema.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { useAccount, useTimeZone } from '../../app/user.ts';
import { addStyles } from '../../ui/add-styles.ts';
import styles from './maintenance-days.css' with { type: 'text' };

addStyles(styles);

type Window = Static<typeof WindowList>['maintenance_windows'][number];

/** Returns the days of the user's time zone in which a monitor of a site was in maintenance; none until they are known. */
export function useMaintenanceDays(siteId: number, monitorId: number | undefined): ReadonlySet<string> {
  const timeZone = useTimeZone();
  const isRestricted = useAccount()?.sections !== undefined;
  const { data } = useApi<Static<typeof WindowList>>(
    `/sites/${siteId}/maintenance_windows`,
    {},
    { isEnabled: monitorId !== undefined && !isRestricted },
  );
  const windows = data?.maintenance_windows ?? [];
  return new Set(
    windows
      .filter(({ monitor_ids: ids }) => ids === null || (monitorId !== undefined && ids.includes(monitorId)))
      .flatMap(window => listDays(window, timeZone)),
  );
}

/** Lists the days of the past times of a window, from that in which one begins to that in which it ends. */
function listDays({ past }: Window, timeZone: string): string[] {
  return past.flatMap(({ starts_at: start, ends_at: end }) => {
    const last = toDay(new Date(Date.parse(end) - 1), timeZone);
    const days: string[] = [];
    for (let day = toDay(new Date(start), timeZone); day <= last; day = addDays(day, 1)) days.push(day);
    return days;
  });
}
