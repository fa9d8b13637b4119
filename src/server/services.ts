/** Composition by hand: which part is handed to which, and the only place that names the engines. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { createContentStore } from '../features/content/store.ts';
import { createGroupsService } from '../features/groups/service.ts';
import { createGroupsStore } from '../features/groups/store.ts';
import { createInsightsStore } from '../features/insights/store.ts';
import { createLeaderboardService } from '../features/leaderboard/service.ts';
import { createMailReportsStore } from '../features/mail-reports/store.ts';
import { createNoticesStore } from '../features/notices/store.ts';
import { saveKeyUse } from '../features/operations/jobs.ts';
import { createMetrics } from '../features/operations/metrics.ts';
import { createSettingsService } from '../features/settings/service.ts';
import { createSignalsService } from '../features/signals/service.ts';
import { createSignalsStore } from '../features/signals/store.ts';
import { createSiteFactsOf, type IngestSite, type SiteFactsOf } from '../features/sites/facts.ts';
import { createSitesService, type FeatureSwitch, type SitesService } from '../features/sites/service.ts';
import { createSitesStore } from '../features/sites/store.ts';
import { createSpamService } from '../features/spam/service.ts';
import type { Registries } from '../features/uptime/domain-expiry.ts';
import { createUptimeStore } from '../features/uptime/store.ts';
import { startWebmentions } from '../features/webmention/service.ts';
import type { Countries } from '../ingest/country.ts';
import { createVisitors } from '../ingest/visitor.ts';
import { createOutbound } from '../outbound/fetch.ts';
import { type Resolve, systemResolve } from '../outbound/target.ts';
import type { ConfigDb } from '../stores/sqlite/config-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import { createAccess, createSelfCare } from './access.ts';
import { createContent } from './content.ts';
import { createIngest } from './ingest.ts';
import { createInsights, type InsightParts } from './insights.ts';
import { createKudos } from './kudos.ts';
import { createLive } from './live.ts';
import { createMail } from './mail.ts';
import { createMailReports, type MailReportParts } from './mail-reports.ts';
import { createPublicStats } from './public-stats.ts';
import { createReporting } from './reporting.ts';
import { createNewcomers } from './signups.ts';
import { startStorageWatch } from './storage.ts';
import { openStores } from './stores.ts';
import { startUptime } from './uptime.ts';
import { createWebhooks, tellingStore } from './webhooks.ts';

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
  /** Go on with what is left of damaged files. Default: refuse to start. */
  readonly acceptsLoss?: boolean;
}) {
  const { config: options, clock, log } = settings;
  const stores = await openStores(settings);
  const { folder, config, hits, salts } = stores;
  const access = createAccess(settings, config);
  const { accounts } = access;
  const visitors = createVisitors({ secret: loadSecret(config, 'visitor-hash'), salts });
  const telling = () => ({ webhooks, live });
  const { kudosStore, kudoReader, kudos } = createKudos(settings, { ...stores, visitors }, telling);
  const own = createOwnStores(config);
  const leaderboard = createLeaderboardService({ hits, clock });
  const sites = createSitesService({
    store: createSitesStore(config, stores.drawStorageId),
    hits,
    clock,
    onPurge: [
      kudos.removeOfSite,
      leaderboard.removeOfSite,
      siteId => webhooks.deliveries.removeOfSite(siteId),
      siteId => publicStats.removeOfSite(siteId),
      ...Object.values(own).map(({ removeOfSite }) => removeOfSite),
    ],
    switches: { uptime: lateSwitch(() => uptime), content: lateSwitch(() => content.featureSwitch) },
    kudosOf: kudos.countsOf,
  });
  const factsOf = createSiteFactsOf();
  const live = createLive(settings, { hits, sites, kudosStore });
  const metrics = createMetrics();
  const mail = createMail(settings, { config, store: own.notices, sites, accounts, metrics });
  const { notices } = mail;

  const network = { resolve: systemResolve, ...settings.network };
  const outbound = createOutbound({ ...network, allowPrivate: options.allowPrivateTargets });
  const webhooks = createWebhooks(settings, { config, hits, sites, accounts, notices, outbound });
  const { publish, noteStored } = webhooks.deliveries;
  const watchedHits = tellingStore(hits, [noteStored, live.noteStored]);
  const ingest = createIngest(settings, { hits: watchedHits, visitors, config });

  const outward = { sites, accounts, outbound, publish, notices };
  const uptime = startUptime(settings, { store: own.uptime, ...outward });
  const content = createContent(settings, { store: own.content, ...outward });
  const publicStats = createPublicStats({ ...ingest, sites, hits, kudosStore, uptime, factsOf, clock });
  const mentioned = { sites: sitesByUid({ sites, factsOf }), kudos };
  const webmentions = startWebmentions<IngestSite>({ ...settings, ...outbound, ...mentioned });
  const told = { ...stores, ...ingest, ...outward, own, mail };

  async function close(): Promise<void> {
    live.stop();
    await Promise.all(
      [webmentions, mail.mailSender, mail.directMail, uptime, content, kudoReader].map(part => part.stop()),
    );
    // What has just been seen to change is told as well.
    await webhooks.deliveries.stop();
    saveKeyUse(access);
    await stores.close();
  }

  return {
    options,
    clock,
    log,
    folder,
    config,
    hits,
    ...access,
    ...createSelfCare(access, { ...mail, clock }),
    sites,
    factsOf,
    kudos,
    ...createNewcomers(settings, { ...access, ...mail, config, folder }),
    webmentions,
    uptime,
    content,
    publicStats,
    live,
    ...webhooks,
    leaderboard,
    ...ingest,
    metrics,
    ...mail,
    ...createTelling(settings, { ...told, kudos, kudosStore, uptime, content }),
    ...stores.operations,
    storageWatch: startStorageWatch(settings, { ...stores.operations, accounts, notices, metrics }),
    /** Everything acknowledged is on disk afterwards. */
    close,
  };
}

/** Stores of what a site owns beside its hits; each can remove it all. */
const createOwnStores = (config: ConfigDb) => ({
  signals: createSignalsStore(config),
  groups: createGroupsStore(config),
  notices: createNoticesStore(config),
  uptime: createUptimeStore(config),
  content: createContentStore(config),
  insights: createInsightsStore(config),
  mailReports: createMailReportsStore(config),
});

/** What owners say and decide about their sites, and what is found in their numbers. */
const createSiteMatters = (
  settings: { readonly config: Config; readonly clock: Clock; readonly log: Log },
  parts: InsightParts & {
    readonly own: ReturnType<typeof createOwnStores>;
    readonly countries: Countries;
  },
) => {
  const { clock } = settings;
  const { own, sites, hits, countries } = parts;
  return {
    signals: createSignalsService({ store: own.signals, clock }),
    groups: createGroupsService({ store: own.groups, sites, clock }),
    settings: createSettingsService({ sites, hits, countries }),
    spam: createSpamService({ hits }),
    ...createInsights(settings, parts),
  };
};

/** What is told of sites: what their owners say, what was counted, and both by mail. */
const createTelling = (
  settings: Parameters<typeof createSiteMatters>[0],
  parts: Parameters<typeof createSiteMatters>[1] &
    Parameters<typeof createReporting>[1] &
    Omit<MailReportParts, 'groups' | 'overview'>,
) => {
  const matters = createSiteMatters(settings, parts);
  const reporting = createReporting(settings, parts);
  const { groups } = matters;
  const { overview } = reporting;
  return { ...matters, ...reporting, ...createMailReports(settings, { ...parts, groups, overview }) };
};

/** The switch of a feature that is made later than sites are, since it knows them. */
const lateSwitch = (find: () => FeatureSwitch): FeatureSwitch => ({
  admit: site => find().admit(site),
  switched: (site, isOn) => find().switched(site, isOn),
});

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
