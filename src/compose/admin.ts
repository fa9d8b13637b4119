/** Puts together what the operator sees of the server. */
import { VERSION } from '../core/version.ts';
import { operatorRoutes } from '../features/admin/routes.ts';
import { createOperatorService, type OperatorService } from '../features/admin/service.ts';
import { operatorSignupRoutes } from '../features/signups/admin-routes.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { readFolderSizes } from '../stores/folder-sizes.ts';
import type { Services } from './services.ts';

/** Shown with the rest; there is a list of all. */
const SHOWN_SIGNUPS = { number: 1, size: 100 };

/** Creates the service behind the operator's page and metrics. */
export function createOperator(services: Services, scheduler: Scheduler): OperatorService {
  const { signups, accounts, sites, hits, notices, countries, folder, clock } = services;
  return createOperatorService({
    readSizes: () => readFolderSizes(folder.path),
    countRows: async () => (await hits.facts()).rows,
    countUsers: accounts.countUsers,
    countSites: sites.countAll,
    mailFacts: notices.outboxFacts,
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
export function createOperatorRoutes(
  services: Services,
  { operator, baseUrl }: { readonly operator: OperatorService; readonly baseUrl: string },
): Endpoint[] {
  const { signups, accounts, folder, clock, options } = services;
  const own = operatorRoutes({
    operator,
    accounts,
    server: {
      version: VERSION,
      startedAt: clock.now(),
      folder: folder.path,
      mailFrom: services.directMail.isSetUp ? options.mailFrom : null,
      model: options.llmModel,
      hasModel: options.llmUrl !== null && options.llmModel !== null,
      countrySource: options.geoDb ?? 'embedded',
    },
  });
  return [...own, ...operatorSignupRoutes({ signups, accounts, baseUrl })];
}
