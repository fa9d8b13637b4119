/** Composes the operator's page and endpoints. */
import { AppError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import { operatorRoutes } from '../features/operator/routes.ts';
import {
  createOperatorService,
  type OperatorDeps,
  type OperatorService,
} from '../features/operator/service.ts';
import { operatorSignupRoutes } from '../features/signups/operator-routes.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { readFolderSizes } from '../stores/folder-sizes.ts';
import type { Services } from './services.ts';

/** Signups on the operator's page; an endpoint lists all of them. */
const SHOWN_SIGNUPS = { number: 1, size: 100 };

/** Returns null for a failure of a database that is away: the rest is known. */
const toUnknown = (error: unknown): null => {
  if (error instanceof AppError && error.kind === 'unavailable') return null;
  throw error;
};

/** Creates the service behind the operator's page and metrics. */
export function createOperator(
  services: Services,
  { scheduler, readTls }: { readonly scheduler: Scheduler; readonly readTls: OperatorDeps['readTls'] },
): OperatorService {
  const { stores, access, mail, ingest, health } = services;
  const signups = services.signups.service;
  return createOperatorService({
    readSizes: () => readFolderSizes(stores.folder.path),
    countRows: () => stores.hits.facts().then(({ rows }) => rows, toUnknown),
    countUsers: access.accounts.countUsers,
    countSites: services.sites.service.countAll,
    mailFacts: mail.outbox.getStatus,
    countriesBuiltAt: ingest.countries.builtAt,
    findLastBackupAt: health.findLastBackupAt,
    listSignups: () =>
      signups
        .listPending(SHOWN_SIGNUPS)
        .signups.map(signup => ({ ...signup, needsApproval: signups.needsApproval(signup) })),
    readTls,
    scheduler,
    clock: services.context.clock,
  });
}

/** Creates the operator's endpoints. Called at the start, whose time they report. */
export function createOperatorRoutes(
  services: Services,
  { operator, baseUrl }: { readonly operator: OperatorService; readonly baseUrl: string },
): Endpoint[] {
  const { stores, mail } = services;
  const { config, clock } = services.context;
  const { accounts } = services.access;
  const endpoints = operatorRoutes({
    operator,
    accounts,
    server: {
      version: VERSION,
      startedAt: clock.now(),
      folder: stores.folder.path,
      mailFrom: mail.transactional.isSetUp ? config.mailFrom : null,
      model: config.llmModel,
      hasModel: config.llmUrl !== null && config.llmModel !== null,
      countrySource: config.geoDb ?? 'embedded',
    },
  });
  return [...endpoints, ...operatorSignupRoutes({ signups: services.signups.service, accounts, baseUrl })];
}
