/** Composition by hand: which part is handed to which, and the only place that names the engines. */
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { createAccountsService } from '../features/accounts/service.ts';
import { createAccountsStore } from '../features/accounts/store.ts';
import { createHitReports } from '../features/hits/reports.ts';
import { createHitWriter } from '../features/hits/writer.ts';
import { createKeysService } from '../features/keys/service.ts';
import { createKeysStore } from '../features/keys/store.ts';
import { saveKeyUse } from '../features/operations/jobs.ts';
import { createMetrics } from '../features/operations/metrics.ts';
import { createSessionsService } from '../features/sessions/service.ts';
import { createSessionsStore } from '../features/sessions/store.ts';
import { createSiteFactsOf } from '../features/sites/facts.ts';
import { createSitesService } from '../features/sites/service.ts';
import { createSitesStore } from '../features/sites/store.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createCountries } from '../ingest/country.ts';
import { createPipeline } from '../ingest/pipeline.ts';
import { createSources } from '../ingest/source.ts';
import { createSpamFilter } from '../ingest/spam.ts';
import { createUserAgents } from '../ingest/user-agent.ts';
import { createVisitors } from '../ingest/visitor.ts';
import { fetchOperatorJson } from '../outbound/fetch.ts';
import { openDataFolder } from '../stores/data-folder.ts';
import { openHitEngine } from '../stores/duckdb/engine.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import { openConfigDb } from '../stores/sqlite/open.ts';
import { openSaltFile } from '../stores/sqlite/salt-file.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import { createFileWatch, readCountryDatabase } from './country-database.ts';

/** Everything that a server or a command works with. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the data folder and puts the parts together. Throws a `CommandError` with one line when the folder cannot be used. */
export async function openServices(settings: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { config: options, clock, log } = settings;
  const folder = openDataFolder(options.data, { clock, log });
  const config = openConfigDb(folder);
  const engine = await openHitEngine({
    folder,
    ...(options.memoryLimit === null ? {} : { memoryLimitBytes: options.memoryLimit }),
  });
  const hits = createDuckHitStore(engine);
  const salts = openSaltFile(folder.pathOf('salt.db'));

  const accounts = createAccountsService({
    store: createAccountsStore(config),
    clock,
    defaultPlan: options.defaultPlan,
  });
  const keysStore = createKeysStore(config);
  const keys = createKeysService({ store: keysStore, clock });
  const rateLimit = createRateLimit({
    limit: options.rateLimit,
    clock,
    windows: keysStore.listRateWindows(),
  });
  const sessions = createSessionsService({
    store: createSessionsStore(config),
    accounts,
    clock,
  });
  const sites = createSitesService({ store: createSitesStore(config), hits, clock });
  const factsOf = createSiteFactsOf();

  const visitors = createVisitors({ secret: loadSecret(config, 'visitor-hash'), salts });
  const userAgents = createUserAgents();
  const findSource = createSources();
  const countries = createCountries({
    database: readCountryDatabase(options.geoDb),
    service:
      options.geoServiceUrl === null ? null : { url: options.geoServiceUrl, lookup: fetchOperatorJson },
    clock,
    onServiceDown: error =>
      log.warn({ err: error }, 'the country service does not answer: countries stay XX for a while'),
  });
  const isCountryFileNew = createFileWatch(options.geoDb);
  const pipeline = createPipeline({
    visitors,
    countries,
    readUserAgent: userAgents,
    findSpam: createSpamFilter(),
    findSource,
  });

  return {
    options,
    clock,
    log,
    folder,
    config,
    hits,
    accounts,
    keys,
    keysStore,
    rateLimit,
    sessions,
    sites,
    factsOf,
    visitors,
    userAgents,
    countries,
    findSource,
    pipeline,
    metrics: createMetrics(),
    hitWriter: createHitWriter({ hits, pipeline, clock }),
    hitReports: createHitReports({ hits, clock }),
    reloadCountries(): boolean {
      const isNew = isCountryFileNew();
      if (isNew) countries.reload(readCountryDatabase(options.geoDb));
      return isNew;
    },
    /** A consistent copy of the data folder. */
    async backupTo(directory: string): Promise<void> {
      config.backupTo(join(directory, 'app.000001.db'));
      await hits.backupTo(directory);
    },
    /** Everything acknowledged is on disk afterwards. */
    async close(): Promise<void> {
      saveKeyUse({ keys, keysStore, rateLimit });
      await hits.close();
      config.close();
      salts.close();
      folder.close();
    },
  };
}
