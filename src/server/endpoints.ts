/** The endpoint tables of all features. */
import type { Services } from '../compose/services.ts';
import { accessLogRoutes } from '../features/access-log/routes.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { agentVisitRoutes } from '../features/agent-visits/routes.ts';
import { AgentVisit } from '../features/agent-visits/schema.ts';
import { alertRoutes } from '../features/alerts/routes.ts';
import { createCampaignLinkReport } from '../features/campaign-links/report.ts';
import { campaignLinkRoutes } from '../features/campaign-links/routes.ts';
import { changeRoutes } from '../features/changes/routes.ts';
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
import { pageRuleRoutes } from '../features/page-rules/routes.ts';
import { pathRoutes } from '../features/paths/routes.ts';
import { propertyRoutes } from '../features/properties/routes.ts';
import { publicStatsRoutes } from '../features/public-stats/routes.ts';
import { refusalRoutes } from '../features/refusals/routes.ts';
import { returningVisitorRoutes } from '../features/returning-visitors/routes.ts';
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
import { transferRoutes } from '../features/transfers/routes.ts';
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
import { type Endpoint, type RawEndpoint, tagged } from '../http/endpoint.ts';
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
  const endpoints = [
    ...tagged('Accounts', accountRoutes({ accounts, keys })),
    ...tagged(
      'Agent signup',
      signupRoutes({
        signups: services.signups.service,
        isMailed: services.mail.transactional.isSetUp,
        baseUrl,
        clock,
      }),
    ),
    ...tagged('Accounts', userSettingsRoutes({ userSettings: selfService.settings, baseUrl })),
    ...tagged('Mail reports', mailReportRoutes({ mailReports: services.mailReports.service })),
    ...tagged('Accounts', sessionRoutes({ sessions: access.sessions })),
    ...tagged('Keys', keyRoutes({ keys })),
    ...tagged('Sites', siteRoutes({ sites: sites.service, ...reports })),
    ...tagged('Sites', siteOrderRoutes({ siteOrder: sites.order })),
    ...tagged('Settings', siteSettingsRoutes({ siteSettings: sites.settings })),
    ...tagged('Settings', pageRuleRoutes({ pageRules: reports.pageRules })),
    ...tagged(
      'Live',
      liveRoutes({
        live: services.live,
        rows: { hit: Hit, event: Event, agent_visit: AgentVisit, kudo: Kudo },
      }),
    ),
    ...tagged('Hits', hitRoutes({ writer, reports: reports.hits, getSiteFacts })),
    ...tagged('Hits', hourRoutes({ hits: reads.reportHits, resolvePeriod, clock })),
    ...tagged('Events', eventRoutes({ writer, reports: reports.events, getSiteFacts })),
    ...tagged('AI agent visits', agentVisitRoutes({ writer, reports: reports.agentVisits, getSiteFacts })),
    ...tagged('Hits', channelRoutes({ getSiteFacts, findSource: services.ingest.findSource })),
    ...tagged('Hits', refusalRoutes({ refusals: services.refusals })),
    ...tagged('Spam hits', spamRoutes({ spam: reports.spam, spamHit })),
    ...tagged(
      'Visitors',
      visitorRoutes({
        visitors: services.visitors,
        rows: { hit, event: { schema: Event, present: presentEvent }, spam_hit: spamHit },
      }),
    ),
    ...tagged('Kudos', kudoRoutes({ kudos: kudos.service, reports: reports.kudos, getSiteFacts })),
    ...tagged('Export', exportRoutes({ exports: services.exports })),
    ...tagged('Properties', propertyRoutes({ hits: reads.reportHits, resolvePeriod })),
    ...tagged('Overview', overviewRoutes({ overview: reports.overview, clock, resolvePeriod })),
    ...tagged('Goals', goalRoutes({ goals: sites.goals, reports: reports.goals })),
    ...tagged('Funnels', funnelRoutes({ funnels: sites.funnels, reports: reports.funnels })),
    ...tagged('User journeys', pathRoutes({ reports: reports.paths })),
    ...tagged('Leaderboard', leaderboardRoutes({ leaderboard: services.leaderboard })),
    ...tagged('User journeys', journeyRoutes({ hits: reads.reportHits, resolvePeriod })),
    ...tagged('Visitors', returningVisitorRoutes({ hits: reads.reportHits, clock })),
    ...tagged('Imports', importRoutes({ imports: services.imports })),
    ...tagged('Changes', changeRoutes({ changes: services.changes })),
    ...tagged(
      'Imports',
      accessLogRoutes({
        logSums: services.stores.logSums,
        listPending: services.follow.listSums,
        resolvePeriod,
      }),
    ),
    ...tagged('Insights', insightRoutes({ insights: insights.service, ...insights.contextSignals })),
    ...tagged(
      'Signals',
      signalRoutes({ signals: sites.signals, comparison: services.signalComparison, clock }),
    ),
    ...tagged('Signals', deployHookRoutes({ deployHooks: insights.deployHooks, baseUrl })),
    ...tagged('Segments', segmentRoutes({ segments: sites.segments })),
    ...tagged(
      'Campaign links',
      campaignLinkRoutes({
        campaignLinks: sites.campaignLinks,
        report: createCampaignLinkReport({
          campaignLinks: sites.campaignLinks,
          hits: reads.reportHits,
          resolvePeriod,
        }),
      }),
    ),
    ...tagged('Shared links', sharedLinkRoutes({ sharedLinks: services.sharedLinks, baseUrl })),
    ...tagged('Groups', groupRoutes({ groups: sites.groups })),
    ...tagged('Webhooks', webhookRoutes({ webhooks: webhooks.service })),
    ...tagged(
      'Webhooks',
      deliveryRoutes({
        deliveries: webhooks.deliveries,
        findWebhook: createFindWebhook(webhooks.service),
      }),
    ),
    ...tagged('Notification channels', notificationChannelRoutes(webhooks)),
    ...tagged('Alerts', alertRoutes(services)),
    ...tagged('Uptime', uptimeRoutes({ uptime: services.uptime.service })),
    ...tagged(
      'Maintenance windows',
      maintenanceRoutes({ maintenance: services.uptime.service.maintenance, clock }),
    ),
    ...tagged('Monitors', monitorRoutes({ uptime: services.uptime.service, baseUrl })),
    ...tagged('Monitors', watchedPagesRoutes({ watchedPages: services.uptime.service.watchedPages })),
    ...tagged('Status pages', statusPageRoutes({ ...services.statusPages, baseUrl })),
    ...tagged('Content', contentRoutes({ content: services.content })),
    ...tagged('Content', coverageRoutes({ coverage: services.coverage, resolvePeriod })),
    ...tagged('Team', teamRoutes({ team: services.team.service, baseUrl })),
    ...tagged('Sites', transferRoutes({ transfers: services.team.transfers, baseUrl })),
    ...tagged('Operator', operator),
    ...tagged(
      'Public page',
      publicStatsRoutes({ publicStats: services.publicStats, uptimeDay: UptimeDayModel, clock }),
    ),
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
