/** The endpoint tables of all features. */
import type { Services } from '../compose/services.ts';
import { accessLogRoutes } from '../features/access-log/routes.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { agentVisitRoutes } from '../features/agent-visits/routes.ts';
import { AgentVisit } from '../features/agent-visits/schema.ts';
import { alertRoutes } from '../features/alerts/routes.ts';
import { createCampaignLinkReport } from '../features/campaign-links/report.ts';
import { campaignLinkRoutes } from '../features/campaign-links/routes.ts';
import { channelRoutes } from '../features/channels/routes.ts';
import { coverageRoutes } from '../features/content/coverage/routes.ts';
import { contentRoutes } from '../features/content/routes.ts';
import { deployRoutes } from '../features/deploy-hooks/hook-routes.ts';
import { deployHookRoutes } from '../features/deploy-hooks/routes.ts';
import { createDiscovery } from '../features/discovery/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { Event, presentEvent } from '../features/events/schema.ts';
import { exportRoutes } from '../features/export/routes.ts';
import { faviconRoutes } from '../features/favicons/routes.ts';
import { funnelRoutes } from '../features/funnels/routes.ts';
import { goalRoutes } from '../features/goals/routes.ts';
import { groupRoutes } from '../features/groups/routes.ts';
import { healthRoutes } from '../features/health/routes.ts';
import { hitRoutes } from '../features/hits/routes.ts';
import { Hit, presentHit } from '../features/hits/schema.ts';
import { hourRoutes } from '../features/hours/routes.ts';
import { importRoutes } from '../features/imports/routes.ts';
import { insightRoutes } from '../features/insights/routes.ts';
import { journeyRoutes } from '../features/journeys/routes.ts';
import { keyRoutes } from '../features/keys/routes.ts';
import { KEY_PREFIXES } from '../features/keys/service.ts';
import { kudoRoutes } from '../features/kudos/routes.ts';
import { Kudo } from '../features/kudos/schema.ts';
import { leaderboardRoutes } from '../features/leaderboard/routes.ts';
import { liveRoutes } from '../features/live/routes.ts';
import { unsubscribeRoutes } from '../features/mail/unsubscribe-routes.ts';
import { mailReportRoutes } from '../features/mail-reports/routes.ts';
import { unsubscribeReportRoutes } from '../features/mail-reports/unsubscribe-routes.ts';
import { overviewRoutes } from '../features/overview/routes.ts';
import { pathRoutes } from '../features/paths/routes.ts';
import { propertyRoutes } from '../features/properties/routes.ts';
import { publicStatsRoutes } from '../features/public-stats/routes.ts';
import { refusalRoutes } from '../features/refusals/routes.ts';
import { segmentRoutes } from '../features/segments/routes.ts';
import { sessionPageRoutes } from '../features/sessions/page-routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { sharedLinkRoutes } from '../features/shared-links/routes.ts';
import { signalRoutes } from '../features/signals/routes.ts';
import { activationPageRoutes } from '../features/signups/page-routes.ts';
import { signupRoutes } from '../features/signups/routes.ts';
import { siteOrderRoutes } from '../features/site-order/routes.ts';
import { siteSettingsRoutes } from '../features/site-settings/routes.ts';
import { siteRoutes } from '../features/sites/routes.ts';
import { spamRoutes } from '../features/spam/routes.ts';
import { spamHitWire } from '../features/spam/schema.ts';
import { statusDocumentRoutes } from '../features/status-pages/page-routes.ts';
import { statusPageRoutes } from '../features/status-pages/routes.ts';
import { subscriptionRoutes } from '../features/status-pages/subscriptions/routes.ts';
import { joinPageRoutes } from '../features/team/page-routes.ts';
import { teamRoutes } from '../features/team/routes.ts';
import { UptimeDayModel } from '../features/uptime/history/schema.ts';
import { maintenanceRoutes } from '../features/uptime/maintenance/routes.ts';
import { heartbeatRoutes } from '../features/uptime/monitors/heartbeat-routes.ts';
import { monitorRoutes } from '../features/uptime/monitors/routes.ts';
import { uptimeRoutes } from '../features/uptime/routes.ts';
import { watchedPagesRoutes } from '../features/uptime/watched-pages/routes.ts';
import { userSettingsRoutes } from '../features/user-settings/routes.ts';
import { visitorRoutes } from '../features/visitors/routes.ts';
import { deliveryRoutes } from '../features/webhooks/deliveries/routes.ts';
import { notificationChannelRoutes } from '../features/webhooks/notification-channels/routes.ts';
import { createFindWebhook, webhookRoutes } from '../features/webhooks/routes.ts';
import { webmentionRoutes } from '../features/webmention/routes.ts';
import { widgetRoutes } from '../features/widgets/routes.ts';
import { createWidgetsService } from '../features/widgets/service.ts';
import type { Endpoint, RawEndpoint } from '../http/endpoint.ts';
import type { PageEndpoint } from '../http/page-endpoint.ts';
import { readSessionToken } from '../http/session-cookie.ts';
import type { Clients } from '../http/trusted-proxies.ts';
import { dashboardRoutes } from './dashboard.ts';
import { siteFileRoutes } from './site-files.ts';
import { toPlace } from './web-documents.ts';

/** Returns every endpoint of the API, and the document that describes them. */
export function createApiEndpoints(
  services: Services,
  { baseUrl, operator }: { readonly baseUrl: string; readonly operator: readonly Endpoint[] },
) {
  const { access, selfService, sites, kudos, reports, reads, insights, webhooks } = services;
  const { config, clock } = services.context;
  const { accounts, keys } = access;
  const { writer } = services.ingest;
  const { getFacts: getSiteFacts } = sites;
  const { resolvePeriod } = reports;
  const hit = { schema: Hit, present: presentHit };
  const spamHit = spamHitWire(hit);
  const endpoints: Endpoint[] = [
    ...accountRoutes({ accounts, keys }),
    ...signupRoutes({
      signups: services.signups.service,
      isMailed: services.mail.transactional.isSetUp,
      baseUrl,
      clock,
    }),
    ...userSettingsRoutes({ userSettings: selfService.settings, baseUrl }),
    ...mailReportRoutes({ mailReports: services.mailReports.service }),
    ...sessionRoutes({ sessions: access.sessions }),
    ...keyRoutes({ keys }),
    ...siteRoutes({ sites: sites.service, ...reports }),
    ...siteOrderRoutes({ siteOrder: sites.order }),
    ...siteSettingsRoutes({ siteSettings: sites.settings }),
    ...liveRoutes({
      live: services.live,
      rows: { hit: Hit, event: Event, agent_visit: AgentVisit, kudo: Kudo },
    }),
    ...hitRoutes({ writer, reports: reports.hits, getSiteFacts }),
    ...hourRoutes({ hits: reads.reportHits, resolvePeriod, clock }),
    ...eventRoutes({ writer, reports: reports.events, getSiteFacts }),
    ...agentVisitRoutes({ writer, reports: reports.agentVisits, getSiteFacts }),
    ...channelRoutes({ getSiteFacts, findSource: services.ingest.findSource }),
    ...refusalRoutes({ refusals: services.refusals }),
    ...spamRoutes({ spam: reports.spam, spamHit }),
    ...visitorRoutes({
      visitors: services.visitors,
      rows: { hit, event: { schema: Event, present: presentEvent }, spam_hit: spamHit },
    }),
    ...kudoRoutes({ kudos: kudos.service, reports: reports.kudos, getSiteFacts }),
    ...exportRoutes({ exports: services.exports }),
    ...propertyRoutes({ hits: reads.reportHits, resolvePeriod }),
    ...overviewRoutes({ overview: reports.overview, clock, resolvePeriod }),
    ...goalRoutes({ goals: sites.goals, reports: reports.goals }),
    ...funnelRoutes({ funnels: sites.funnels, reports: reports.funnels }),
    ...pathRoutes({ reports: reports.paths }),
    ...leaderboardRoutes({ leaderboard: services.leaderboard }),
    ...journeyRoutes({ hits: reads.reportHits, resolvePeriod }),
    ...importRoutes({ imports: services.imports }),
    ...accessLogRoutes({
      logSums: services.stores.logSums,
      listPending: services.follow.listSums,
      resolvePeriod,
    }),
    ...insightRoutes({ insights: insights.service, ...insights.contextSignals }),
    ...signalRoutes({ signals: sites.signals, comparison: services.signalComparison, clock }),
    ...deployHookRoutes({ deployHooks: insights.deployHooks, baseUrl }),
    ...segmentRoutes({ segments: sites.segments }),
    ...campaignLinkRoutes({
      campaignLinks: sites.campaignLinks,
      report: createCampaignLinkReport({
        campaignLinks: sites.campaignLinks,
        hits: reads.reportHits,
        resolvePeriod,
      }),
    }),
    ...sharedLinkRoutes({ sharedLinks: services.sharedLinks, baseUrl }),
    ...groupRoutes({ groups: sites.groups }),
    ...webhookRoutes({ webhooks: webhooks.service }),
    ...deliveryRoutes({
      deliveries: webhooks.deliveries,
      findWebhook: createFindWebhook(webhooks.service),
    }),
    ...notificationChannelRoutes(webhooks),
    ...alertRoutes(services),
    ...uptimeRoutes({ uptime: services.uptime.service }),
    ...maintenanceRoutes({ maintenance: services.uptime.service.maintenance, clock }),
    ...monitorRoutes({ uptime: services.uptime.service, baseUrl }),
    ...watchedPagesRoutes({ watchedPages: services.uptime.service.watchedPages }),
    ...statusPageRoutes({ ...services.statusPages, baseUrl }),
    ...contentRoutes({ content: services.content }),
    ...coverageRoutes({ coverage: services.coverage, resolvePeriod }),
    ...teamRoutes({ team: services.team.service, baseUrl }),
    ...operator,
    ...publicStatsRoutes({ publicStats: services.publicStats, uptimeDay: UptimeDayModel, clock }),
  ];
  const discovery = createDiscovery(endpoints, {
    baseUrl,
    rateLimit: config.rateLimit,
    keyPrefixes: KEY_PREFIXES,
  });
  return { endpoints: [...discovery.endpoints, ...endpoints], openApi: discovery.openApi };
}

/** Returns the endpoints outside the API. */
export function createOtherEndpoints(
  services: Services,
  { baseUrl, clients }: { readonly baseUrl: string; readonly clients: Clients },
): (PageEndpoint | RawEndpoint)[] {
  const { stores, access, mail, mailReports, metrics, publicStats, selfService, sharedLinks, signups, team } =
    services;
  const { clock } = services.context;
  const widgets = createWidgetsService({
    sites: services.sites.service,
    hits: services.reads.publicHits,
    uptime: services.uptime.service,
    clock,
  });
  return [
    ...healthRoutes({
      hits: stores.hits,
      db: stores.db,
      metrics,
      storeHealth: stores.health,
      isTrusted: clients.isTrusted,
    }),
    ...sessionPageRoutes({ sessions: access.sessions, resets: selfService.passwordResets, baseUrl }),
    ...joinPageRoutes({ team: team.service, joining: team.joining }),
    ...activationPageRoutes({ activation: signups.activation }),
    ...widgetRoutes(widgets),
    ...webmentionRoutes({ webmentions: services.webmentions }),
    ...heartbeatRoutes({
      monitors: services.uptime.service.monitors,
      getAddress: clients.getAddress,
      clock,
    }),
    ...statusDocumentRoutes({ ...services.statusPages, hasMail: mail.outbox.isSetUp }),
    ...subscriptionRoutes({ ...services.statusPages, clients }),
    ...deployRoutes({ deployHooks: services.insights.deployHooks, getAddress: clients.getAddress, clock }),
    ...unsubscribeRoutes({
      notifications: mail.notifications,
      unsubscribeTokens: mail.unsubscribeTokens,
    }),
    ...unsubscribeReportRoutes({
      mailReports: mailReports.service,
      reportTokens: mailReports.tokens,
      baseUrl,
    }),
    ...faviconRoutes({
      favicons: services.favicons,
      isSignedIn: request => {
        const token = readSessionToken(request, clients.cookieScope(request));
        return token !== undefined && access.sessions.find(token) !== undefined;
      },
    }),
    ...siteFileRoutes(),
    ...dashboardRoutes({
      publicStats,
      shared: {
        sharedLinks,
        clients,
        show: ({ site, sections, segment, link: { name } }, period) =>
          publicStats.showShared({ site, shown: sections, segment, name }, period),
      },
      place: toPlace(services.context.config, baseUrl),
    }),
  ];
}
