import { AppError } from '../../core/errors.ts';
import { type Endpoint, ok, type RouteContext, siteEndpoint } from '../../http/endpoint.ts';
import { toPage } from '../../http/paging.ts';
import { resolveZone } from '../../reports/period.ts';
import type { Sections } from '../../reports/sections.ts';
import {
  DEFAULT_DAYS,
  DEFAULT_HOURS,
  presentDay,
  presentRecentChecks,
  UptimeChecks,
  UptimeChecksQuery,
  UptimeDays,
  UptimeDaysQuery,
} from './history/schema.ts';
import { presentDowntimes, presentMonitor, ShowUptime, UptimeAnswer } from './schema.ts';
import type { UptimeService } from './service.ts';

/** Source: api-v1, Endpoints, Insights, signals, monitoring. */
export const uptimeRoutes = ({ uptime }: { readonly uptime: UptimeService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/uptime', {
    summary: 'Show the uptime of a site, and its downtimes',
    operationId: 'getUptime',
    access,
    query: ShowUptime,
    responses: { 200: UptimeAnswer },
    handle: ({ site, query }) => {
      const status = uptime.findStatus(site.id);
      if (!status) throw notEnabled();
      const page = toPage(query);
      return ok({
        monitor: presentMonitor(status.monitor, { ...status, url: site.url }),
        ...presentDowntimes(uptime.listDowntimes(status.monitor, page), { page, now: status.now }),
      });
    },
  }),
  siteEndpoint('GET', '/sites/:id/uptime/days', {
    summary: 'Show the uptime of a site day by day',
    operationId: 'listUptimeDays',
    access,
    query: UptimeDaysQuery,
    responses: { 200: UptimeDays },
    handle: ({ site, account, query }) => {
      const { days: dayCount = DEFAULT_DAYS } = query;
      const { mode, zone } = resolveZone(query.time_zone, { account, site });
      const days = uptime.findDays(site.id, { dayCount, zone });
      if (!days) throw notEnabled();
      return ok({ days: days.map(presentDay), filters: { days: dayCount, time_zone: mode, zone } });
    },
  }),
  siteEndpoint('GET', '/sites/:id/uptime/checks', {
    summary: 'Show the checks of the last hours, one by one',
    operationId: 'listUptimeChecks',
    access,
    query: UptimeChecksQuery,
    responses: { 200: UptimeChecks },
    handle: ({ site, query: { hours = DEFAULT_HOURS } }) => {
      const recent = uptime.findRecentChecks(site.id, hours);
      if (!recent) throw notEnabled();
      return ok({ ...presentRecentChecks(recent), filters: { hours } });
    },
  }),
];

const access = {
  sections: (): Sections => ['uptime'],
  plan: 'subscription',
  check({ site }: RouteContext) {
    if (!site?.uptimeEnabled) throw notEnabled();
  },
} as const;

const notEnabled = () =>
  new AppError(
    'not_found',
    'uptime monitoring is off for this site: switch it on with PATCH /sites/:id/features',
  );
