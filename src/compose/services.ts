/** Composition by hand: which part is handed to which, and the only place that names the engines. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import { createEvents, type Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import { createContentStore } from '../features/content/store.ts';
import { createGroupsService } from '../features/groups/service.ts';
import { createGroupsStore } from '../features/groups/store.ts';
import { saveKeyUse } from '../features/health/jobs.ts';
import { createMetrics } from '../features/health/metrics.ts';
import { createInsightsStore } from '../features/insights/store.ts';
import { createLeaderboardService } from '../features/leaderboard/service.ts';
import { createMailStore } from '../features/mail/store.ts';
import { createMailReportsStore } from '../features/mail-reports/store.ts';
import { createOverview } from '../features/overview/service.ts';
import { createRefusals } from '../features/refusals/service.ts';
import { createSignalsService } from '../features/signals/service.ts';
import { createSignalsStore } from '../features/signals/store.ts';
import { createSiteSettingsService } from '../features/site-settings/service.ts';
import { createSiteFactsCache, type GetSiteFacts, type IngestSite } from '../features/sites/facts.ts';
import { createSitesService, type SitesService } from '../features/sites/service.ts';
import { createSitesStore } from '../features/sites/store.ts';
import { createSpamService } from '../features/spam/service.ts';
import { createUptimeTargetCheck } from '../features/uptime/check/target-check.ts';
import type { Registries } from '../features/uptime/domain/domain-expiry.ts';
import { createUptimeStore } from '../features/uptime/store.ts';
import { startWebmentions } from '../features/webmention/service.ts';
import { createVisitors } from '../ingest/visitor.ts';
import { createOutbound } from '../outbound/fetch.ts';
import { type Resolve, systemResolve } from '../outbound/target.ts';
import type { ReadLimits } from '../stores/duckdb/sql/readers.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import { createAccess, createUserSettings } from './access.ts';
import { createContent } from './content.ts';
import { createBackupRecord, startStorageWatch } from './health.ts';
import { createIngest, openCountries } from './ingest.ts';
import { createInsights, type InsightParts } from './insights.ts';
import { createKudos } from './kudos.ts';
import { createLive } from './live.ts';
import { createMail } from './mail.ts';
import { createMailReports, createReportMail } from './mail-reports.ts';
import { createPublicStats } from './public-stats.ts';
import { createQueuedHits } from './queued-hits.ts';
import { createReporting } from './reports.ts';
import { createRegistration } from './signups.ts';
import { openStores } from './stores.ts';
import { startUptime } from './uptime.ts';
import { createWebhooks } from './webhooks.ts';

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
  /** Whether a data folder is made where there is none. Default: true. */
  readonly mayCreate?: boolean;
  readonly readLimits?: ReadLimits;
}) {
  const { config: options, clock, log } = settings;
  const countries = openCountries(settings);
  const stores = await openStores(settings);
  const { folder, db, hits, salts } = stores;
  const events = createEvents({ log });
  const network = { resolve: systemResolve, ...settings.network };
  const outbound = createOutbound({ ...network, allowPrivate: options.allowPrivateTargets });
  const access = createAccess(settings, db);
  const { accounts } = access;
  const sitesStore = createSitesStore(db, stores.drawStorageId);
  const checkUptimeTarget = createUptimeTargetCheck(outbound);
  const sites = createSitesService({ store: sitesStore, hits, events, checkUptimeTarget, clock });
  const getSiteFacts = createSiteFactsCache();
  const queued = createQueuedHits(hits, sites.find);
  const visitors = createVisitors({ secret: loadSecret(db, 'visitor-hash'), salts });
  const { kudosStore, kudoReader, kudos } = createKudos(settings, { ...stores, visitors, events });
  const leaderboard = createLeaderboardService({ hits: queued.reportHits, clock });
  const own = createOwnStores(db);
  const groups = createGroupsService({ store: own.groups, sites, clock });
  const reportMail = createReportMail(settings, { own, db, accounts, sites, groups });
  const live = createLive(settings, { ...queued, hits, sites, kudosStore, events });
  const refusals = createRefusals(settings);
  const metrics = createMetrics();
  const { renderReport } = reportMail;
  const mailDeps = { db, store: own.mail, sites, accounts, events, metrics, renderReport };
  const mail = createMail(settings, mailDeps);

  const webhooks = createWebhooks(settings, { db, hits, sites, accounts, ...mail, outbound, events });
  const ingest = createIngest(settings, { hits, events, visitors, db, countries });

  const outward = { sites, accounts, outbound, events, publish: webhooks.deliveries.publish, ...mail };
  const uptime = startUptime(settings, { store: own.uptime, ...outward });
  const content = createContent(settings, { store: own.content, ...outward });
  const statsDeps = { ...ingest, ...queued, sites, kudosStore, uptime, getSiteFacts };
  const publicStats = createPublicStats({ ...statsDeps, clock });
  removeOnPurge(events, [leaderboard, ...Object.values(own), publicStats]);
  const byUid = sitesByUid({ sites, getSiteFacts });
  const webmentions = startWebmentions<IngestSite>({ ...settings, ...outbound, sites: byUid, kudos });
  const monitoring = { uptime, content };
  const shared = { ...stores, ...outward, ...queued, ...monitoring, own, kudos, kudosStore, groups };
  const registration = createRegistration(settings, { ...access, ...mail, db, folder, events });

  const atWork = [webmentions, mail.outboxSender, mail.transactionalMail, uptime, content, kudoReader];
  return {
    options,
    clock,
    log,
    folder,
    db,
    hits,
    ...queued,
    ...access,
    ...createUserSettings(access, { ...mail, clock }),
    sites,
    getSiteFacts,
    kudos,
    events,
    ...registration,
    webmentions,
    uptime,
    content,
    publicStats,
    live,
    ...webhooks,
    leaderboard,
    refusals,
    ...ingest,
    metrics,
    ...mail,
    ...createReports(settings, { ...shared, reportMail }),
    groups,
    siteSettings: createSiteSettingsService({ sites, hits, countries }),
    ...stores.operations,
    ...createBackupRecord(settings, db),
    storageWatch: startStorageWatch(settings, { ...stores.operations, accounts, own, ...mail }),
    /** Everything acknowledged is on disk afterwards. */
    close: () => closeAll({ live, atWork, ...webhooks, access, stores }),
  };
}

/** Creates everything that reports on what was counted, over the API and by mail. */
function createReports(
  settings: Parameters<typeof createInsights>[0],
  parts: Parameters<typeof createReporting>[1] &
    Omit<Parameters<typeof createMailReports>[1], 'overview'> &
    InsightParts & { readonly own: ReturnType<typeof createOwnStores> },
) {
  const { clock } = settings;
  const { hits, reportHits, kudos, own, reportMail } = parts;
  // Mails are background work: they wait for as long as it takes.
  const overview = createOverview({ hits, kudos });
  return {
    ...createReporting(settings, parts),
    ...createInsights(settings, parts),
    ...createMailReports(settings, { ...parts, overview }),
    reportTokens: reportMail.reportTokens,
    signals: createSignalsService({ store: own.signals, clock }),
    spam: createSpamService({ hits: reportHits }),
  };
}

/** Removes what the server keeps of a site beside its hits, once they are removed. */
function removeOnPurge(events: Events, stores: readonly { removeOfSite(siteId: number): void }[]): void {
  for (const { removeOfSite } of stores)
    events.subscribe('site.purged', ({ siteId }) => removeOfSite(siteId));
}

/** Stops everything in the order in which the parts need each other. */
async function closeAll(parts: {
  readonly live: ReturnType<typeof createLive>;
  readonly atWork: readonly { stop(): Promise<void> }[];
  readonly deliveries: ReturnType<typeof createWebhooks>['deliveries'];
  readonly access: ReturnType<typeof createAccess>;
  readonly stores: Awaited<ReturnType<typeof openStores>>;
}): Promise<void> {
  parts.live.stop();
  await Promise.all(parts.atWork.map(part => part.stop()));
  // What has just been seen to change is told as well.
  await parts.deliveries.stop();
  saveKeyUse(parts.access);
  await parts.stores.close();
}

/** Stores of what a site owns beside its hits; each can remove it all. */
const createOwnStores = (db: AppDb) => ({
  signals: createSignalsStore(db),
  groups: createGroupsStore(db),
  mail: createMailStore(db),
  uptime: createUptimeStore(db),
  content: createContentStore(db),
  insights: createInsightsStore(db),
  mailReports: createMailReportsStore(db),
});

/** Sites by the public code that their pages carry, ready for ingestion. */
export const sitesByUid = ({
  sites,
  getSiteFacts,
}: {
  readonly sites: SitesService;
  readonly getSiteFacts: GetSiteFacts;
}) => ({
  findByUid(uid: string): IngestSite | undefined {
    const site = sites.findByUid(uid);
    return site && getSiteFacts(site);
  },
});
