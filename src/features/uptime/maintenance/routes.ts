import type { Clock } from '../../../core/clock.ts';
import { created, type Endpoint, ok, siteEndpoint } from '../../../http/endpoint.ts';
import { siteItem } from '../../../http/site-item.ts';
import { CreateWindow, presentWindow, UpdateWindow, WindowAnswer, WindowList } from './schema.ts';
import type { MaintenanceService } from './service.ts';
import type { WindowRow } from './store.ts';

interface MaintenanceRouteDeps {
  readonly maintenance: MaintenanceService;
  readonly clock: Clock;
}

/** Maintenance windows: our own addition to the API. Source: decisions, section 10, Monitors. */
export const maintenanceRoutes = (deps: MaintenanceRouteDeps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/maintenance_windows', {
    summary: 'List maintenance windows',
    operationId: 'listMaintenanceWindows',
    access: { plan: 'subscription' },
    responses: { 200: WindowList },
    handle: ({ site }) => {
      const now = deps.clock.now();
      const rows = deps.maintenance.list(site.id);
      return ok({ maintenance_windows: rows.map(row => presentWindow(row, now)) });
    },
  }),
  siteEndpoint('POST', '/sites/:id/maintenance_windows', {
    summary: 'Add a maintenance window',
    operationId: 'createMaintenanceWindow',
    description:
      'Kinds and their fields: `once` (`starts_at`, `ends_at`), `weekly` (`weekdays`, `start_time`, `duration_minutes`, optionally `time_zone`).',
    access: { plan: 'subscription' },
    body: CreateWindow,
    responses: { 201: WindowAnswer },
    handle: ({ site, account, body }) => {
      const row = deps.maintenance.create(site.id, body, account.owner.timeZone);
      return created({ maintenance_window: presentWindow(row, deps.clock.now()) });
    },
  }),
  ...windowItem(deps).endpoints,
];

const windowItem = ({ maintenance, clock }: MaintenanceRouteDeps) =>
  siteItem({
    name: 'maintenance window',
    path: '/sites/:id/maintenance_windows/:window_id',
    access: { plan: 'subscription' },
    answer: WindowAnswer,
    present: (row: WindowRow) => presentWindow(row, clock.now()),
    find: maintenance.find,
    update: { body: UpdateWindow, run: (row, { body }) => maintenance.update(row, body) },
    remove: row => maintenance.remove(row),
  });
