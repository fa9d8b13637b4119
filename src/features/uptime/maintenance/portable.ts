/** Maintenance windows in an exported folder. */
import { unlessRefused } from '../../../core/errors.ts';
import type { Site } from '../../../core/site.ts';
import { validateBody } from '../../../http/validate.ts';
import { CreateWindow, type NewWindowInput, presentSchedule } from './schema.ts';
import type { MaintenanceService } from './service.ts';

/** Creates the export of a site's windows, and their way back. Those of single monitors are left out: their ids mean nothing elsewhere. */
export function createPortableWindows(maintenance: Pick<MaintenanceService, 'list' | 'create'>) {
  const describe = (site: Site) =>
    maintenance
      .list(site.id)
      .filter(({ monitorIds }) => monitorIds === null)
      .map(row => ({ name: row.name, ...presentSchedule(row) }));

  return {
    describe,

    /** Adds exported windows that a site lacks. What is invalid, or one too many, is passed over. */
    restore(site: Site, given: readonly unknown[]): void {
      const known = new Set(describe(site).map(window => JSON.stringify(window)));
      for (const row of given) {
        if (typeof row !== 'object' || row === null || known.has(JSON.stringify(row))) continue;
        const fields = Object.entries(row).filter(([, value]) => value !== null);
        unlessRefused(() => {
          const input = validateBody(CreateWindow, Object.fromEntries(fields)) as NewWindowInput;
          maintenance.create(site.id, input, 'UTC');
        });
      }
    },
  };
}
