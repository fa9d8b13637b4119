/** Composes the endpoints and metrics for the operator. */
import { VERSION } from '../core/version.ts';
import { adminRoutes } from '../features/admin/routes.ts';
import { type AdminService, createAdminService } from '../features/admin/service.ts';
import { adminSignupRoutes } from '../features/signups/admin-routes.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { readFolderSizes } from '../stores/folder-sizes.ts';
import type { Services } from './services.ts';

/** Shown with the rest; there is a list of all. */
const SHOWN_SIGNUPS = { number: 1, size: 100 };

/** Creates the service behind the operator's page and metrics. */
export function createAdmin(services: Services, scheduler: Scheduler): AdminService {
  const { signups, accounts, sites, hits, outbox, countries, folder, clock } = services;
  return createAdminService({
    readSizes: () => readFolderSizes(folder.path),
    countRows: async () => (await hits.facts()).rows,
    countUsers: accounts.countUsers,
    countSites: sites.countAll,
    mailFacts: outbox.getStatus,
    countriesBuiltAt: countries.builtAt,
    findLastBackupAt: services.findLastBackupAt,
    listSignups: () =>
      signups
        .listPending(SHOWN_SIGNUPS)
        .signups.map(signup => ({ ...signup, needsApproval: signups.needsApproval(signup) })),
    scheduler,
    clock,
  });
}

/** Creates the operator's endpoints. Called at the start, whose time they report. */
export function createAdminRoutes(
  services: Services,
  { admin, baseUrl }: { readonly admin: AdminService; readonly baseUrl: string },
): Endpoint[] {
  const { signups, accounts, folder, clock, options } = services;
  const own = adminRoutes({
    admin,
    accounts,
    server: {
      version: VERSION,
      startedAt: clock.now(),
      folder: folder.path,
      mailFrom: services.transactionalMail.isSetUp ? options.mailFrom : null,
      model: options.llmModel,
      hasModel: options.llmUrl !== null && options.llmModel !== null,
      countrySource: options.geoDb ?? 'embedded',
    },
  });
  return [...own, ...adminSignupRoutes({ signups, accounts, baseUrl })];
}
