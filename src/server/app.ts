import { Elysia } from 'elysia';
import { notFound } from '../core/errors.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { createCollectHandler } from '../features/collect/handler.ts';
import { createCollectService } from '../features/collect/service.ts';
import { discoveryRoutes } from '../features/discovery/routes.ts';
import { hitRoutes } from '../features/hits/routes.ts';
import { KEY_PREFIXES } from '../features/keys/service.ts';
import { operationRoutes } from '../features/operations/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { siteRoutes } from '../features/sites/routes.ts';
import { createClients, type PeerOf } from '../http/client.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { createGatekeeper } from '../http/gatekeeper.ts';
import { createApi } from '../http/mount.ts';
import { refuse } from '../http/serve.ts';
import { createTrackerScripts } from '../tracker/scripts.ts';
import { dashboardRoutes } from './dashboard.ts';
import type { Services } from './services.ts';

/** Every endpoint of the API. */
function createEndpoints(services: Services, baseUrl: string): Endpoint[] {
  const { accounts, keys, sites, clock, factsOf, hitWriter, hitReports, options } = services;
  const endpoints = [
    ...accountRoutes({ accounts, keys }),
    ...siteRoutes({ sites, clock }),
    ...hitRoutes({ writer: hitWriter, reports: hitReports, factsOf }),
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
    .use(dashboardRoutes())
    .compile();
  // What pages send is by far the most there is: it is answered before any routing.
  return (request: Request): Response | Promise<Response> => {
    const collected = collect(request);
    if (collected === undefined) return router.fetch(request);
    if (!(collected instanceof Promise)) return collected;
    return collected.then(response => {
      metrics.observe('collect', response.status, 0);
      return response;
    });
  };
}

function createCollect(services: Services, addressOf: (request: Request) => string) {
  const { sites, factsOf, pipeline, hits, clock, log } = services;
  const service = createCollectService({
    sites: {
      findByUid(uid) {
        const site = sites.findByUid(uid);
        return site && factsOf(site);
      },
    },
    pipeline,
    append: hits.append,
    clock,
    log,
  });
  return createCollectHandler({ service, scripts: createTrackerScripts(), addressOf });
}
