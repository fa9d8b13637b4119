import { Elysia } from 'elysia';
import { createAdmin, createAdminRoutes } from '../compose/admin.ts';
import { createMcp } from '../compose/mcp.ts';
import { listMetrics } from '../compose/metrics.ts';
import { type Services, sitesByUid } from '../compose/services.ts';
import { notFound } from '../core/errors.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { agentVisitRoutes } from '../features/agent-visits/routes.ts';
import { AgentVisit } from '../features/agent-visits/schema.ts';
import { createCollectHandler } from '../features/collect/handler.ts';
import { createCollectService } from '../features/collect/service.ts';
import { contentRoutes } from '../features/content/routes.ts';
import { createDiscovery } from '../features/discovery/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { Event } from '../features/events/schema.ts';
import { groupRoutes } from '../features/groups/routes.ts';
import { healthRoutes } from '../features/health/routes.ts';
import { hitRoutes } from '../features/hits/routes.ts';
import { Hit, presentHit } from '../features/hits/schema.ts';
import { hourRoutes } from '../features/hours/routes.ts';
import { insightRoutes } from '../features/insights/routes.ts';
import { journeyRoutes } from '../features/journeys/routes.ts';
import { keyRoutes } from '../features/keys/routes.ts';
import { KEY_PREFIXES } from '../features/keys/service.ts';
import { createKudosHandler } from '../features/kudos/handler.ts';
import { createPageKudos } from '../features/kudos/page-kudos.ts';
import { kudoRoutes } from '../features/kudos/routes.ts';
import { Kudo } from '../features/kudos/schema.ts';
import { leaderboardRoutes } from '../features/leaderboard/routes.ts';
import { liveRoutes } from '../features/live/routes.ts';
import { unsubscribeRoutes } from '../features/mail/unsubscribe-routes.ts';
import { mailReportRoutes } from '../features/mail-reports/routes.ts';
import { unsubscribeReportRoutes } from '../features/mail-reports/unsubscribe-routes.ts';
import { overviewRoutes } from '../features/overview/routes.ts';
import { publicStatsRoutes } from '../features/public-stats/routes.ts';
import { refusalRoutes } from '../features/refusals/routes.ts';
import { sessionEndpoints } from '../features/sessions/api-routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { signalRoutes } from '../features/signals/routes.ts';
import { activateRoutes } from '../features/signups/activate-routes.ts';
import { signupRoutes } from '../features/signups/routes.ts';
import { siteOrderRoutes } from '../features/site-order/routes.ts';
import { siteSettingsRoutes } from '../features/site-settings/routes.ts';
import { siteRoutes } from '../features/sites/routes.ts';
import { spamRoutes } from '../features/spam/routes.ts';
import { joinRoutes } from '../features/team/join-routes.ts';
import { teamRoutes } from '../features/team/routes.ts';
import { UptimeDayModel } from '../features/uptime/history/schema.ts';
import { uptimeRoutes } from '../features/uptime/routes.ts';
import { userSettingsRoutes } from '../features/user-settings/routes.ts';
import { deliveryRoutes } from '../features/webhooks/deliveries/routes.ts';
import { createFindWebhook, webhookRoutes } from '../features/webhooks/routes.ts';
import { webmentionRoutes } from '../features/webmention/routes.ts';
import { widgetRoutes } from '../features/widgets/routes.ts';
import { createWidgetsService } from '../features/widgets/service.ts';
import { createAuthorizer } from '../http/authorize.ts';
import { createClients, type GetPeerAddress } from '../http/client.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { errorResponse } from '../http/errors.ts';
import { createApi } from '../http/mount.ts';
import { checkHost, createSecurityHeaders } from '../http/transport.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { createTrackerScripts } from '../tracker/scripts.ts';
import { dashboardRoutes } from './dashboard.ts';
import { createDocs } from './docs.ts';
import { createPublicLimits } from './public-limits.ts';
import { siteFileRoutes } from './site-files.ts';

/** Every endpoint of the API, and the document that describes them. */
function createEndpoints(services: Services, baseUrl: string, others: readonly Endpoint[]) {
  const { accounts, keys, sites, clock, getSiteFacts, writer, kudos, signals, groups, options } = services;
  const endpoints: Endpoint[] = [
    ...accountRoutes({ accounts, keys }),
    ...signupRoutes({
      signups: services.signups,
      isMailed: services.transactionalMail.isSetUp,
      baseUrl,
      clock,
    }),
    ...userSettingsRoutes(services),
    ...mailReportRoutes(services),
    ...sessionEndpoints(services),
    ...keyRoutes({ keys }),
    ...siteRoutes({ sites, siteList: services.siteList, countSites: services.countSites }),
    ...siteOrderRoutes({ siteOrder: services.siteOrder }),
    ...siteSettingsRoutes({ siteSettings: services.siteSettings }),
    ...liveRoutes({
      live: services.live,
      rows: { hit: Hit, event: Event, agent_visit: AgentVisit, kudo: Kudo },
    }),
    ...hitRoutes({ writer, reports: services.hitReports, getSiteFacts }),
    ...hourRoutes({ hits: services.reportHits, resolvePeriod: services.resolvePeriod }),
    ...eventRoutes({ writer, reports: services.eventReports, getSiteFacts }),
    ...agentVisitRoutes({ writer, reports: services.agentVisitReports, getSiteFacts }),
    ...refusalRoutes(services),
    ...spamRoutes({ spam: services.spam, hit: { schema: Hit, present: presentHit } }),
    ...kudoRoutes({ kudos, reports: services.kudoReports, getSiteFacts }),
    ...overviewRoutes(services),
    ...leaderboardRoutes({ leaderboard: services.leaderboard }),
    ...journeyRoutes({ ...services, hits: services.reportHits }),
    ...insightRoutes({ insights: services.insights, ...services.contextSignals }),
    ...signalRoutes({ signals, clock }),
    ...groupRoutes({ groups }),
    ...webhookRoutes({ webhooks: services.webhooks }),
    ...deliveryRoutes({ deliveries: services.deliveries, findWebhook: createFindWebhook(services.webhooks) }),
    ...uptimeRoutes({ uptime: services.uptime }),
    ...contentRoutes({ content: services.content }),
    ...teamRoutes({ team: services.team, baseUrl }),
    ...others,
    ...publicStatsRoutes({ publicStats: services.publicStats, uptimeDay: UptimeDayModel, clock }),
  ];
  const discovery = createDiscovery(endpoints, {
    baseUrl,
    rateLimit: options.rateLimit,
    keyPrefixes: KEY_PREFIXES,
  });
  return { endpoints: [...discovery.endpoints, ...endpoints], openApi: discovery.openApi };
}

export interface AppOptions {
  readonly baseUrl: string;
  readonly getPeerAddress: GetPeerAddress;
  readonly scheduler: Scheduler;
}

const UNKNOWN_PROXY =
  'requests are forwarded by a proxy that FOOTFALL_TRUSTED_PROXIES does not name: all visitors behind it have its address and country; without such a proxy, a visitor has made the header up';

/** The whole server as one function from request to answer. */
export function createApp(services: Services, { baseUrl, getPeerAddress, scheduler }: AppOptions) {
  const { accounts, keys, sessions, sites, rateLimit, log, options, metrics } = services;
  const { publicHits, uptime, clock, userRateLimit } = services;
  const clients = createClients({
    trustedProxies: options.trustedProxies,
    baseUrl,
    getPeerAddress,
    onUnknownProxy: () => log.warn(UNKNOWN_PROXY),
  });
  const { getAddress } = clients;
  const authorizer = createAuthorizer({
    accounts,
    keys,
    sessions,
    rateLimit,
    userRateLimit,
    clients,
    baseUrl,
  });
  const collect = createCollect(services, getAddress);
  const pageKudos = createKudos(services, getAddress);
  const admin = createAdmin(services, scheduler);
  metrics.add(listMetrics(services, { admin, scheduler }));
  const { endpoints, openApi } = createEndpoints(
    services,
    baseUrl,
    createAdminRoutes(services, { admin, baseUrl }),
  );
  const serving = { authorizer, sites, log, observe: metrics.observe };
  const docs = createDocs({ baseUrl, openApi });
  // The router looks for the path behind this place of a URL; by default it takes for granted a host of four characters.
  const router = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error, code }) => errorResponse(code === 'NOT_FOUND' ? notFound('page') : error, { log }))
    .use(createApi(endpoints, { ...serving, getAddress }))
    .use(healthRoutes({ ...services, isTrusted: clients.isTrusted }))
    .use(sessionRoutes({ sessions, resets: services.resets, baseUrl, clients, log }))
    .use(joinRoutes({ ...services, baseUrl, clients }))
    .use(activateRoutes({ activation: services.activation, baseUrl, clients, log }))
    .use(widgetRoutes(createWidgetsService({ sites, hits: publicHits, uptime, clock })))
    .use(webmentionRoutes({ webmentions: services.webmentions, log }))
    .use(unsubscribeRoutes(services))
    .use(unsubscribeReportRoutes(services))
    .use(docs.routes)
    .use(siteFileRoutes())
    .use(createMcp({ ...serving, ...docs, baseUrl, listenHost: options.host, endpoints, openApi }))
    .use(dashboardRoutes({ publicStats: services.publicStats }))
    .compile();
  const checkAddress = createPublicLimits({ clock: services.clock, getAddress });
  const noteAfter = async (routed: Response | Promise<Response>, { method }: Request): Promise<Response> => {
    const response = await routed;
    // What was answered must be known to both databases, so that neither can lose it unnoticed.
    const noting = method === 'GET' || method === 'HEAD' ? undefined : services.noteChanges();
    if (noting) await noting;
    return response;
  };
  // What pages send is by far the most there is: it is answered before any routing.
  const answer = (request: Request): Response | Promise<Response> => {
    try {
      checkAddress(request);
    } catch (error) {
      return errorResponse(error, { log });
    }
    const collected = collect(request);
    if (collected === undefined) return pageKudos(request) ?? noteAfter(router.fetch(request), request);
    if (!(collected instanceof Promise)) return collected;
    return collected.then(response => {
      metrics.observe('collect', response.status, 0);
      return response;
    });
  };
  const secure = createSecurityHeaders(baseUrl);
  return (request: Request): Response | Promise<Response> => {
    try {
      checkHost(request, baseUrl);
    } catch (error) {
      return secure(errorResponse(error, { log }));
    }
    const answered = answer(request);
    return answered instanceof Promise ? answered.then(secure) : secure(answered);
  };
}

function createCollect(services: Services, getAddress: (request: Request) => string) {
  const { pipeline, writer, refusals, clock, log } = services;
  const service = createCollectService({
    sites: sitesByUid(services),
    pipeline,
    append: writer.store,
    onRefused: refusals.record,
    clock,
  });
  return createCollectHandler({ service, scripts: createTrackerScripts(services.options), getAddress, log });
}

function createKudos(services: Services, getAddress: (request: Request) => string) {
  const { kudos, countries, userAgents: readUserAgent, clock, log } = services;
  const pageKudos = createPageKudos({ sites: sitesByUid(services), kudos, countries, readUserAgent, clock });
  return createKudosHandler({ pageKudos, getAddress, log });
}
