import { Type } from '@sinclair/typebox';
import { notFound } from '../../../core/errors.ts';
import { toOffset } from '../../../core/page.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../../http/endpoint.ts';
import { presentPagination, toPage } from '../../../http/paging.ts';
import { parsePathId } from '../../../http/path-id.ts';
import { resolveZone } from '../../../reports/period.ts';
import {
  DEFAULT_DAYS,
  DEFAULT_HOURS,
  presentDay,
  presentRecentChecks,
  UptimeChecks,
  UptimeChecksQuery,
  UptimeDays,
  UptimeDaysQuery,
} from '../history/schema.ts';
import { downtimeFields, presentDowntimes, ShowUptime } from '../schema.ts';
import type { UptimeService } from '../service.ts';
import {
  CreateMonitor,
  ListMonitors,
  MonitorList,
  presentSiteMonitor,
  SiteMonitor,
  UpdateMonitor,
  WrittenMonitor,
} from './schema.ts';
import type { Written } from './service.ts';
import type { MonitorRow } from './store.ts';

const ITEM = '/sites/:id/monitors/:monitor_id';

interface MonitorRouteDeps {
  readonly uptime: UptimeService;
  readonly baseUrl: string;
}

/** Monitors of a site: our own addition to the API. Source: decisions, section 10, Monitors. */
export function monitorRoutes(deps: MonitorRouteDeps): Endpoint[] {
  const { monitors } = deps.uptime;
  const present = (monitor: MonitorRow) => presentSiteMonitor(monitors.view(monitor));
  return [
    siteEndpoint('GET', '/sites/:id/monitors', {
      summary: 'List monitors',
      operationId: 'listMonitors',
      access: { plan: 'subscription' },
      query: ListMonitors,
      responses: { 200: MonitorList },
      handle: ({ site, query }) => {
        const page = toPage(query);
        const all = monitors.list(site);
        const offset = toOffset(page);
        return ok({
          monitors: all.slice(offset, offset + page.size).map(present),
          pagination: presentPagination(page, all.length),
        });
      },
    }),
    ...writingRoutes(deps),
    ...historyRoutes(deps.uptime),
  ];
}

const findMonitor = ({ monitors }: UptimeService, { site, params }: RouteContext): MonitorRow => {
  if (!site) throw notFound('monitor');
  return monitors.get(site.id, parsePathId(params, 'monitor_id', 'monitor'));
};

const accessOf = (uptime: UptimeService) =>
  ({
    plan: 'subscription',
    check: (found: RouteContext) => void findMonitor(uptime, found),
  }) as const;

function writingRoutes({ uptime, baseUrl }: MonitorRouteDeps): Endpoint[] {
  const { monitors } = uptime;
  const access = accessOf(uptime);
  const presentWritten = ({ monitor, token }: Written) => ({
    monitor: presentSiteMonitor(monitors.view(monitor)),
    heartbeat_url: token === null ? null : `${baseUrl}/heartbeat/${token}`,
  });
  return [
    siteEndpoint('POST', '/sites/:id/monitors', {
      summary: 'Add a monitor',
      operationId: 'createMonitor',
      description:
        'Kinds and their fields: `http` (`url`, and optionally `method`, `headers`, `body`, `expected_status`, `keyword`, `keyword_condition`), `tcp` (`host`, `port`), `dns` (`host`, `record_type`, optionally `expected_value`), `heartbeat` (`period_seconds`, optionally `grace_seconds`): the monitored program calls `heartbeat_url`.',
      access: { plan: 'subscription' },
      body: CreateMonitor,
      responses: { 201: WrittenMonitor },
      handle: async ({ site, body }) => created(presentWritten(await monitors.create(site, body))),
    }),
    siteEndpoint('PATCH', ITEM, {
      summary: 'Change a monitor',
      operationId: 'patchMonitor',
      description: 'Fields that are not sent stay. The kind stays.',
      access,
      body: UpdateMonitor,
      responses: { 200: WrittenMonitor },
      handle: async call => ok(presentWritten(await monitors.update(findMonitor(uptime, call), call.body))),
    }),
    siteEndpoint('DELETE', ITEM, {
      summary: 'Delete a monitor and its history',
      operationId: 'deleteMonitor',
      access,
      responses: { 204: null },
      handle: call => {
        monitors.remove(findMonitor(uptime, call));
        return noContent();
      },
    }),
  ];
}

function historyRoutes(uptime: UptimeService): Endpoint[] {
  const { monitors } = uptime;
  const access = accessOf(uptime);
  return [
    siteEndpoint('GET', ITEM, {
      summary: 'Show a monitor, and its downtimes',
      operationId: 'getMonitor',
      access,
      query: ShowUptime,
      responses: { 200: Type.Object({ monitor: SiteMonitor, ...downtimeFields }) },
      handle: call => {
        const monitor = findMonitor(uptime, call);
        const view = monitors.view(monitor);
        const page = toPage(call.query);
        return ok({
          monitor: presentSiteMonitor(view),
          ...presentDowntimes(uptime.listDowntimes(monitor, page), { page, now: view.status.now }),
        });
      },
    }),
    siteEndpoint('GET', `${ITEM}/days`, {
      summary: 'Show the uptime of a monitor day by day',
      operationId: 'listMonitorDays',
      access,
      query: UptimeDaysQuery,
      responses: { 200: UptimeDays },
      handle: call => {
        const { days: dayCount = DEFAULT_DAYS } = call.query;
        const { mode, zone } = resolveZone(call.query.time_zone, call);
        const days = uptime.readDays(findMonitor(uptime, call), { dayCount, zone });
        return ok({ days: days.map(presentDay), filters: { days: dayCount, time_zone: mode, zone } });
      },
    }),
    siteEndpoint('GET', `${ITEM}/checks`, {
      summary: 'Show the checks of a monitor in the last hours, one by one',
      operationId: 'listMonitorChecks',
      access,
      query: UptimeChecksQuery,
      responses: { 200: UptimeChecks },
      handle: call => {
        const { hours = DEFAULT_HOURS } = call.query;
        const recent = uptime.readRecentChecks(findMonitor(uptime, call), hours);
        return ok({ ...presentRecentChecks(recent), filters: { hours } });
      },
    }),
  ];
}
