import type { Clock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../../http/endpoint.ts';
import { parsePathId } from '../../../http/path-id.ts';
import { CreateWindow, presentWindow, UpdateWindow, WindowAnswer, WindowList } from './schema.ts';
import type { MaintenanceService } from './service.ts';
import type { WindowRow } from './store.ts';

const tag = 'Maintenance windows';
const ITEM = '/sites/:id/maintenance_windows/:window_id';

interface MaintenanceRouteDeps {
  readonly maintenance: MaintenanceService;
  readonly clock: Clock;
}

/** Maintenance windows: our own addition to the API. Source: decisions, section 10, Monitors. */
export const maintenanceRoutes = (deps: MaintenanceRouteDeps): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/maintenance_windows',
      tag,
      summary: 'List maintenance windows',
      operationId: 'listMaintenanceWindows',
      access: { plan: 'subscription' },
      responses: { 200: WindowList },
    },
    ({ site }) => {
      const now = deps.clock.now();
      const rows = deps.maintenance.list(site.id);
      return ok({ maintenance_windows: rows.map(row => presentWindow(row, now)) });
    },
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/maintenance_windows',
      tag,
      summary: 'Add a maintenance window',
      operationId: 'createMaintenanceWindow',
      description:
        'Kinds and their fields: `once` (`starts_at`, `ends_at`), `weekly` (`weekdays`, `start_time`, `duration_minutes`, optionally `time_zone`).',
      access: { plan: 'subscription' },
      body: CreateWindow,
      responses: { 201: WindowAnswer },
    },
    ({ site, account, body }) => {
      const row = deps.maintenance.create(site.id, body, account.owner.timeZone);
      return created({ maintenance_window: presentWindow(row, deps.clock.now()) });
    },
  ),
  ...itemRoutes(deps),
];

function itemRoutes({ maintenance, clock }: MaintenanceRouteDeps): Endpoint[] {
  function findWindow({ site, params }: RouteContext): WindowRow {
    if (!site) throw notFound('maintenance window');
    return maintenance.get(site.id, parsePathId(params, 'window_id', 'maintenance window'));
  }
  const access = { plan: 'subscription', check: findWindow } as const;
  const answer = (row: WindowRow) => ok({ maintenance_window: presentWindow(row, clock.now()) });
  return [
    siteEndpoint(
      {
        method: 'GET',
        path: ITEM,
        tag,
        summary: 'Show a maintenance window',
        operationId: 'getMaintenanceWindow',
        access,
        responses: { 200: WindowAnswer },
      },
      call => answer(findWindow(call)),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path: ITEM,
        tag,
        summary: 'Change a maintenance window',
        operationId: 'updateMaintenanceWindow',
        access,
        body: UpdateWindow,
        responses: { 200: WindowAnswer },
      },
      call => answer(maintenance.update(findWindow(call), call.body)),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path: ITEM,
        tag,
        summary: 'Delete a maintenance window',
        operationId: 'deleteMaintenanceWindow',
        access,
        responses: { 204: null },
      },
      call => {
        maintenance.remove(findWindow(call));
        return noContent();
      },
    ),
  ];
}
