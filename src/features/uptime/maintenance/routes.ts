import type { Clock } from '../../../core/clock.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { resource } from '../../../http/resource.ts';
import { CreateWindow, presentWindow, UpdateWindow, WindowAnswer, WindowList } from './schema.ts';
import type { MaintenanceService } from './service.ts';

/** Maintenance windows: our own addition to the API. Source: decisions, section 10, Monitors. */
export const maintenanceRoutes = ({
  maintenance,
  clock,
}: {
  readonly maintenance: MaintenanceService;
  readonly clock: Clock;
}): Endpoint[] =>
  resource({
    scope: 'site',
    name: 'maintenance window',
    path: '/sites/:id/maintenance_windows/:window_id',
    access: { plan: 'subscription' },
    find: ({ site }, id) => maintenance.find(site.id, id),
    present: row => presentWindow(row, clock.now()),
    answer: WindowAnswer,
    list: { answer: WindowList, run: ({ site }) => maintenance.list(site.id) },
    create: {
      description:
        'Kinds and their fields: `once` (`starts_at`, `ends_at`), `weekly` (`weekdays`, `start_time`, `duration_minutes`, optionally `time_zone`).',
      body: CreateWindow,
      run: ({ site, account, body }) => maintenance.create(site.id, body, account.owner.timeZone),
    },
    change: { body: UpdateWindow, run: (row, { body }) => maintenance.update(row, body) },
    remove: { run: maintenance.remove },
  }).endpoints;
