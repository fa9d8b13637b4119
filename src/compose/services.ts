/** Composition by hand: which part receives which. */
import { createMetrics } from '../features/health/metrics-registry.ts';
import { createRefusals } from '../features/refusals/service.ts';
import { composeAccess } from './access.ts';
import { composeAlertEvents } from './alert-events.ts';
import { composeAlerts } from './alerts.ts';
import { composeChanges } from './changes.ts';
import { composeContent } from './content.ts';
import { createContext, type ServicesOptions } from './context.ts';
import { composeCoverage } from './coverage.ts';
import { composeExports, composeNightlyExports } from './exports.ts';
import { composeFavicons } from './favicons.ts';
import { composeHealth } from './health.ts';
import { composeImports } from './imports.ts';
import { composeIngest, openAddressTables } from './ingest.ts';
import { composeInsights } from './insights.ts';
import { composeKudos } from './kudos.ts';
import { composeLeaderboard } from './leaderboard.ts';
import { composeLive } from './live.ts';
import { composeMail } from './mail.ts';
import { composeMailReports } from './mail-reports.ts';
import { composePublicStats } from './public-stats.ts';
import { createQueuedHits } from './queued-hits.ts';
import { composeReleases } from './releases.ts';
import { composeReportMail } from './report-mail.ts';
import { composeReports } from './reports.ts';
import { composeSelfService } from './self-service.ts';
import { composeSharedLinks } from './shared-links.ts';
import { composeSignalComparison } from './signal-comparison.ts';
import { composeSignups } from './signups.ts';
import { composeSites } from './sites.ts';
import { composeStatusMail } from './status-mail.ts';
import { composeStatusNews, composeStatusPages } from './status-pages.ts';
import { openStores } from './stores.ts';
import { composeTeam } from './team.ts';
import { composeUptime } from './uptime.ts';
import { composeVisitors } from './visitors.ts';
import { composeWebhooks } from './webhooks.ts';
import { composeWebmentions } from './webmentions.ts';

/** Everything that a server or a command works with. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the data folder and composes the services. Throws a `CommandError` with one line when the folder cannot be used. */
export async function openServices(options: ServicesOptions) {
  const context = createContext(options);
  const addressTables = openAddressTables(context);
  const stores = await openStores(context, options);
  const metrics = createMetrics();
  const refusals = createRefusals(context);
  const access = composeAccess(context, { stores });
  const ingest = composeIngest(context, { stores, ...addressTables });
  const sites = composeSites(context, { stores, ingest });
  const reads = createQueuedHits(stores.hits, sites.service.find);
  const kudos = composeKudos(context, { stores, ingest });
  const {
    service: imports,
    follow,
    reset: importsReset,
  } = composeImports(context, {
    ...{ stores, sites, ingest, kudos },
    findOperatorId: access.accounts.findOperatorId,
  });
  const leaderboard = composeLeaderboard(context, { reads });
  const reportMail = composeReportMail(context, { stores, access, sites });
  const statusMail = composeStatusMail({ stores, access, sites });
  const mail = composeMail(context, { stores, access, sites, metrics, reportMail, statusMail });
  const statusNews = composeStatusNews(context, { stores, mail, statusMail });
  const releases = composeReleases(context);
  const selfService = composeSelfService(context, { access, releases, mail });
  const team = composeTeam(context, { stores, access, sites, mail });
  const signups = composeSignups(context, { stores, access, mail });
  const webhooks = composeWebhooks(context, { stores, access, sites, mail });
  const alertEvents = composeAlertEvents(context, { stores, sites, webhooks });
  const live = composeLive(context, { stores, reads, sites, kudos });
  const uptime = composeUptime(context, { stores, access, sites, mail, webhooks, alertEvents, statusNews });
  const content = composeContent(context, { stores, access, sites, mail, webhooks, alertEvents });
  const alerts = composeAlerts(context, {
    stores,
    reads,
    access,
    sites,
    webhooks,
    alertEvents,
    uptime,
    content,
  });
  const coverage = composeCoverage({ stores, reads, content, follow });
  const signalComparison = composeSignalComparison(context, { reads, sites, uptime, content });
  const insights = composeInsights(context, { stores, reads, access, sites, mail, webhooks, uptime });
  const visitors = composeVisitors({ stores, reads, ingest });
  const changes = composeChanges(context, { stores, reads, kudos, imports: importsReset });
  const exports = composeExports({ stores, kudos, follow });
  const reports = composeReports(context, { reads, sites, kudos, uptime, content, changes });
  const mailReports = composeMailReports(context, {
    stores,
    sites,
    access,
    kudos,
    mail,
    uptime,
    content,
    insights,
    reportMail,
  });
  const publicStats = composePublicStats(context, { stores, reads, sites, ingest, kudos, uptime });
  const sharedLinks = composeSharedLinks(context, { stores, access, sites });
  const statusPages = composeStatusPages(context, { mail, statusMail, statusNews, uptime });
  const webmentions = composeWebmentions(context, { stores, sites, kudos });
  const favicons = composeFavicons(context);
  const health = composeHealth(context, { stores, access, mail });
  const nightlyExports = composeNightlyExports(context, { stores, kudos, sites, reports, health, exports });
  return {
    context,
    stores,
    reads,
    metrics,
    refusals,
    access,
    selfService,
    team,
    signups,
    sites,
    ingest,
    imports,
    follow,
    kudos,
    leaderboard,
    mail,
    webhooks,
    live,
    uptime,
    content,
    alerts,
    coverage,
    insights,
    signalComparison,
    exports,
    nightlyExports,
    visitors,
    changes,
    reports,
    mailReports,
    publicStats,
    sharedLinks,
    statusPages,
    webmentions,
    favicons,
    releases,
    health,
    /** Stops everything; what was acknowledged is on disk afterwards. */
    async close(): Promise<void> {
      live.stop();
      changes.stop();
      const running = [
        imports,
        webmentions,
        favicons,
        mail.outboxSender,
        mail.transactional,
        uptime.service,
        content,
      ];
      await Promise.all(running.map(service => service.stop()));
      // After what publishes events: the last ones are recorded too.
      await webhooks.deliveries.stop();
      access.saveKeyUse();
      await stores.close();
    },
  };
}
