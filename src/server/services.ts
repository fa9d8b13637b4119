/** Composition by hand: which part is handed to which, and the only place that names the engines. */
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hit-store.ts';
import type { Log } from '../core/log.ts';
import { createAccountsService } from '../features/accounts/service.ts';
import { createAccountsStore } from '../features/accounts/store.ts';
import { createAgentVisitReports } from '../features/agent-visits/reports.ts';
import { createContentStore } from '../features/content/store.ts';
import { createEventReports } from '../features/events/reports.ts';
import { createGroupsService } from '../features/groups/service.ts';
import { createGroupsStore } from '../features/groups/store.ts';
import { createHitReports } from '../features/hits/reports.ts';
import { createKeysService } from '../features/keys/service.ts';
import { createKeysStore } from '../features/keys/store.ts';
import { createKudosService } from '../features/kudos/service.ts';
import { createKudosStore } from '../features/kudos/store.ts';
import { createLeaderboardService } from '../features/leaderboard/service.ts';
import { createNoticesStore } from '../features/notices/store.ts';
import { saveKeyUse } from '../features/operations/jobs.ts';
import { createMetrics } from '../features/operations/metrics.ts';
import { createSessionsService } from '../features/sessions/service.ts';
import { createSessionsStore } from '../features/sessions/store.ts';
import { createSettingsService } from '../features/settings/service.ts';
import { createSignalsService } from '../features/signals/service.ts';
import { createSignalsStore } from '../features/signals/store.ts';
import { createSiteFactsOf, type IngestSite, type SiteFactsOf } from '../features/sites/facts.ts';
import { createSitesService, type FeatureSwitch, type SitesService } from '../features/sites/service.ts';
import { createSitesStore } from '../features/sites/store.ts';
import { createSpamList } from '../features/spam/list.ts';
import { createSpamService } from '../features/spam/service.ts';
import { createSpamListStore } from '../features/spam/store.ts';
import type { Registries } from '../features/uptime/domain-expiry.ts';
import { createUptimeStore } from '../features/uptime/store.ts';
import { startWebmentions } from '../features/webmention/service.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createCountries } from '../ingest/country.ts';
import { createPipeline } from '../ingest/pipeline.ts';
import { createSources } from '../ingest/source.ts';
import { createSpamFilter } from '../ingest/spam.ts';
import { createUserAgents } from '../ingest/user-agent.ts';
import { createVisitors, type Visitors } from '../ingest/visitor.ts';
import { createWriter } from '../ingest/writer.ts';
import { createOutbound } from '../outbound/fetch.ts';
import { fetchOperatorJson, fetchOperatorText } from '../outbound/operator.ts';
import { type Resolve, systemResolve } from '../outbound/target.ts';
import { openDataFolder } from '../stores/data-folder.ts';
import { openHitEngine } from '../stores/duckdb/engine.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import type { ConfigDb } from '../stores/sqlite/config-db.ts';
import { openConfigDb } from '../stores/sqlite/open.ts';
import { openSaltFile } from '../stores/sqlite/salt-file.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import { createContent } from './content.ts';
import { createFileWatch, readCountryDatabase } from './country-database.ts';
import { createMail } from './mail.ts';
import { startUptime } from './uptime.ts';
import { createWebhooks, tellingStore, tellKudos } from './webhooks.ts';

/** Everything that a server or a command works with. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** How the outside world is found and known; a test hands in its own. */
export interface Network {
  /** Finds the addresses behind a name. Default: as the machine does. */
  readonly resolve?: Resolve;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
  /** Who is asked when domains expire. Default: the registries of the world. */
  readonly registries?: Registries;
}

/** Opens the data folder and puts the parts together. Throws a `CommandError` with one line when the folder cannot be used. */
export async function openServices(settings: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly network?: Network;
}) {
  const { config: options, clock, log } = settings;
  const stores = await openStores(settings);
  const { folder, config, hits, salts } = stores;
  const access = createAccess(settings, config);
  const { accounts, keys, keysStore, rateLimit } = access;
  const visitors = createVisitors({ secret: loadSecret(config, 'visitor-hash'), salts });
  const kudosStore = createKudosStore(config, rows => tellKudos(rows, webhooks.deliveries.publish));
  const kudos = createKudosService({ store: kudosStore, visitors, clock });
  const own = createOwnStores(config);
  const leaderboard = createLeaderboardService({ hits, clock });
  const sites = createSitesService({
    store: createSitesStore(config),
    hits,
    clock,
    onPurge: [
      kudos.removeOfSite,
      leaderboard.removeOfSite,
      siteId => webhooks.deliveries.removeOfSite(siteId),
      ...Object.values(own).map(({ removeOfSite }) => removeOfSite),
    ],
    switches: { uptime: lateSwitch(() => uptime), content: lateSwitch(() => content.featureSwitch) },
    kudosOf: kudos.countsOf,
  });
  const factsOf = createSiteFactsOf();
  const metrics = createMetrics();
  const mail = createMail(settings, { config, store: own.notices, sites, accounts, metrics });
  const { notices } = mail;

  const network = { resolve: systemResolve, ...settings.network };
  const outbound = createOutbound({ ...network, allowPrivate: options.allowPrivateTargets });
  const webhooks = createWebhooks(settings, { config, hits, sites, accounts, notices, outbound });
  const { publish, noteStored } = webhooks.deliveries;
  const ingest = createIngest(settings, { hits: tellingStore(hits, noteStored), visitors, config });

  const outward = { sites, accounts, outbound, publish, notices };
  const uptime = startUptime(settings, { store: own.uptime, ...outward });
  const content = createContent(settings, { store: own.content, ...outward });
  const webmentions = startWebmentions({
    sites: sitesByUid({ sites, factsOf }),
    kudos,
    fetchPublic: outbound.fetchPublic,
    clock,
    log,
  });

  return {
    options,
    clock,
    log,
    folder,
    config,
    hits,
    ...access,
    sites,
    factsOf,
    kudos,
    signals: createSignalsService({ store: own.signals, clock }),
    groups: createGroupsService({ store: own.groups, sites, clock }),
    settings: createSettingsService({ sites, hits, countries: ingest.countries }),
    spam: createSpamService({ hits }),
    webmentions,
    uptime,
    content,
    ...webhooks,
    leaderboard,
    ...ingest,
    metrics,
    ...mail,
    hitReports: createHitReports({ hits, clock }),
    eventReports: createEventReports({ hits, clock }),
    agentVisitReports: createAgentVisitReports({ hits, clock }),
    backupTo: stores.backupTo,
    /** Everything acknowledged is on disk afterwards. */
    async close(): Promise<void> {
      await Promise.all([webmentions.stop(), mail.mailSender.stop(), uptime.stop(), content.stop()]);
      // What has just been seen to change is told as well.
      await webhooks.deliveries.stop();
      saveKeyUse({ keys, keysStore, rateLimit });
      await stores.close();
    },
  };
}

/** Stores of what a site owns beside its hits; each can remove it all. */
const createOwnStores = (config: ConfigDb) => ({
  signals: createSignalsStore(config),
  groups: createGroupsStore(config),
  notices: createNoticesStore(config),
  uptime: createUptimeStore(config),
  content: createContentStore(config),
});

/** The switch of a feature that is made later than sites are, since it knows them. */
const lateSwitch = (find: () => FeatureSwitch): FeatureSwitch => ({
  admit: site => find().admit(site),
  switched: (site, isOn) => find().switched(site, isOn),
});

/** The data folder and what is kept in it. */
async function openStores({
  config: options,
  clock,
  log,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const folder = openDataFolder(options.data, { clock, log });
  const config = openConfigDb(folder);
  const engine = await openHitEngine({
    folder,
    ...(options.memoryLimit === null ? {} : { memoryLimitBytes: options.memoryLimit }),
  });
  const hits = createDuckHitStore(engine);
  const salts = openSaltFile(folder.pathOf('salt.db'));
  return {
    folder,
    config,
    hits,
    salts,
    /** A consistent copy of the data folder. */
    async backupTo(directory: string): Promise<void> {
      config.backupTo(join(directory, 'app.000001.db'));
      await hits.backupTo(directory);
    },
    async close(): Promise<void> {
      await hits.close();
      config.close();
      salts.close();
      folder.close();
    },
  };
}

/** Sites by the public code that their pages carry, ready for ingestion. */
export const sitesByUid = ({
  sites,
  factsOf,
}: {
  readonly sites: SitesService;
  readonly factsOf: SiteFactsOf;
}) => ({
  findByUid(uid: string): IngestSite | undefined {
    const site = sites.findByUid(uid);
    return site && factsOf(site);
  },
});

/** Who may ask for what, and how often. */
function createAccess(
  { config: options, clock }: { readonly config: Config; readonly clock: Clock },
  config: ConfigDb,
) {
  const accounts = createAccountsService({
    store: createAccountsStore(config),
    clock,
    defaultPlan: options.defaultPlan,
  });
  const keysStore = createKeysStore(config);
  return {
    accounts,
    keys: createKeysService({ store: keysStore, clock }),
    keysStore,
    rateLimit: createRateLimit({
      limit: options.rateLimit,
      clock,
      windows: keysStore.listRateWindows(),
    }),
    sessions: createSessionsService({ store: createSessionsStore(config), accounts, clock }),
  };
}

/** The way from a write to a stored row. */
function createIngest(
  { config: options, clock, log }: { readonly config: Config; readonly clock: Clock; readonly log: Log },
  {
    hits,
    visitors,
    config,
  }: { readonly hits: Pick<HitStore, 'append'>; readonly visitors: Visitors; readonly config: ConfigDb },
) {
  const spamList = createSpamList({
    store: createSpamListStore(config),
    url: options.spamListUrl,
    fetchText: fetchOperatorText,
  });
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
    findSpam: createSpamFilter({ extraHosts: spamList.hosts }),
    findSource,
  });
  return {
    visitors,
    userAgents,
    countries,
    findSource,
    spamList,
    pipeline,
    writer: createWriter({ hits, pipeline, clock }),
    reloadCountries(): boolean {
      const isNew = isCountryFileNew();
      if (isNew) countries.reload(readCountryDatabase(options.geoDb));
      return isNew;
    },
  };
}
