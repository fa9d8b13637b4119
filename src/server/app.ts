import { Elysia } from 'elysia';
import { notFound } from '../core/errors.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { agentVisitRoutes } from '../features/agent-visits/routes.ts';
import { createCollectHandler } from '../features/collect/handler.ts';
import { createCollectService } from '../features/collect/service.ts';
import { contentRoutes } from '../features/content/routes.ts';
import { deliveryRoutes } from '../features/deliveries/routes.ts';
import { discoveryRoutes } from '../features/discovery/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { groupRoutes } from '../features/groups/routes.ts';
import { hitRoutes } from '../features/hits/routes.ts';
import { Hit, presentHit } from '../features/hits/schema.ts';
import { journeyRoutes } from '../features/journeys/routes.ts';
import { KEY_PREFIXES } from '../features/keys/service.ts';
import { createKudosHandler } from '../features/kudos/handler.ts';
import { createPageKudos } from '../features/kudos/page-kudos.ts';
import { kudoRoutes } from '../features/kudos/routes.ts';
import { leaderboardRoutes } from '../features/leaderboard/routes.ts';
import { noticeRoutes } from '../features/notices/routes.ts';
import { operationRoutes } from '../features/operations/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { settingsRoutes } from '../features/settings/routes.ts';
import { signalRoutes } from '../features/signals/routes.ts';
import { siteRoutes } from '../features/sites/routes.ts';
import { spamRoutes } from '../features/spam/routes.ts';
import { uptimeRoutes } from '../features/uptime/routes.ts';
import { createWebhookOf, webhookRoutes } from '../features/webhooks/routes.ts';
import { webmentionRoutes } from '../features/webmention/routes.ts';
import { widgetRoutes } from '../features/widgets/routes.ts';
import { createWidgetsService } from '../features/widgets/service.ts';
import { createClients, type PeerOf } from '../http/client.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { createGatekeeper } from '../http/gatekeeper.ts';
import { createApi } from '../http/mount.ts';
import { refuse } from '../http/serve.ts';
import { createTrackerScripts } from '../tracker/scripts.ts';
import { dashboardRoutes } from './dashboard.ts';
import { type Services, sitesByUid } from './services.ts';

/** Every endpoint of the API. */
function createEndpoints(services: Services, baseUrl: string): Endpoint[] {
  const { accounts, keys, sites, clock, factsOf, writer, kudos, signals, groups, options } = services;
  const endpoints = [
    ...accountRoutes({ accounts, keys }),
    ...siteRoutes({ sites, clock }),
    ...settingsRoutes({ settings: services.settings }),
    ...hitRoutes({ writer, reports: services.hitReports, factsOf }),
    ...eventRoutes({ writer, reports: services.eventReports, factsOf }),
    ...agentVisitRoutes({ writer, reports: services.agentVisitReports, factsOf }),
    ...spamRoutes({ spam: services.spam, hit: { schema: Hit, present: presentHit } }),
    ...kudoRoutes({ kudos, factsOf, clock }),
    ...leaderboardRoutes({ leaderboard: services.leaderboard }),
    ...journeyRoutes({ hits: services.hits, clock }),
    ...signalRoutes({ signals, clock }),
    ...groupRoutes({ groups }),
    ...webhookRoutes({ webhooks: services.webhooks }),
    ...deliveryRoutes({ deliveries: services.deliveries, webhookOf: createWebhookOf(services.webhooks) }),
    ...uptimeRoutes({ uptime: services.uptime }),
    ...contentRoutes({ content: services.content }),
  ];
  return [
    ...discoveryRoutes(endpoints, { baseUrl, rateLimit: options.rateLimit, keyPrefixes: KEY_PREFIXES }),
    ...endpoints,
  ];
}

/** The whole server as one function from request to answer. */
export function createApp(
  services: Services,
  { baseUrl, peerOf }: { readonly baseUrl: string; readonly peerOf: PeerOf },
) {
  const { accounts, keys, sessions, sites, rateLimit, log, options, hits, config, metrics } = services;
  const clients = createClients(options.trustedProxies, peerOf);
  const { addressOf } = clients;
  const gatekeeper = createGatekeeper({ accounts, keys, sessions, rateLimit, baseUrl });
  const collect = createCollect(services, addressOf);
  const pageKudos = createKudos(services, addressOf);
  const router = new Elysia()
    .onError(({ error, code }) => refuse(code === 'NOT_FOUND' ? notFound('page') : error, undefined, log))
    .use(
      createApi(createEndpoints(services, baseUrl), {
        gatekeeper,
        sites,
        log,
        addressOf,
        observe: metrics.observe,
      }),
    )
    .use(operationRoutes({ hits, config, metrics, isTrusted: clients.isTrusted }))
    .use(sessionRoutes({ sessions, baseUrl, clients, log }))
    .use(widgetRoutes(createWidgetsService({ sites, hits, uptime: services.uptime, clock: services.clock })))
    .use(webmentionRoutes({ webmentions: services.webmentions, log }))
    .use(noticeRoutes(services))
    .use(dashboardRoutes())
    .compile();
  // What pages send is by far the most there is: it is answered before any routing.
  return (request: Request): Response | Promise<Response> => {
    const collected = collect(request);
    if (collected === undefined) return pageKudos(request) ?? router.fetch(request);
    if (!(collected instanceof Promise)) return collected;
    return collected.then(response => {
      metrics.observe('collect', response.status, 0);
      return response;
    });
  };
}

function createCollect(services: Services, addressOf: (request: Request) => string) {
  const { pipeline, writer, clock, log } = services;
  const service = createCollectService({
    sites: sitesByUid(services),
    pipeline,
    append: writer.store,
    clock,
    log,
  });
  return createCollectHandler({ service, scripts: createTrackerScripts(), addressOf });
}

function createKudos(services: Services, addressOf: (request: Request) => string) {
  const { kudos, countries, userAgents: readUserAgent, log } = services;
  const pageKudos = createPageKudos({ sites: sitesByUid(services), kudos, countries, readUserAgent });
  return createKudosHandler({ pageKudos, addressOf, log });
}
