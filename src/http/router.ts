/** The router: every endpoint of the server on Elysia, with CORS and 405 for the paths of the API. */
import { Elysia } from 'elysia';
import { AppError, notFound } from '../core/errors.ts';
import { findMethods, findShadowedRoutes } from './allowed-methods.ts';
import type { Endpoint, RawEndpoint } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import { PREFLIGHT_HEADERS } from './headers.ts';
import { createPageHandler, type PageDeps, type PageEndpoint } from './page-endpoint.ts';
import { setRequestUrl } from './request-url.ts';
import { checkUserAgent, createHandler, type ServeDeps } from './serve.ts';

/** Root of the API. */
export const API_ROOT = '/api/v1';

export type RouterDeps = ServeDeps &
  PageDeps & {
    /** Answers a path that no endpoint has; may throw. */
    readonly answerNotFound: (request: Request) => Promise<Response>;
  };

interface RouteCall {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly handle: (call: RouteCall) => Response | Promise<Response>;
}

/**
 * Creates the function that routes requests to the endpoints. Elysia only routes: bodies are read and validated by
 * ours, so that access is checked first.
 */
export function createRouter(
  {
    endpoints,
    others,
  }: {
    readonly endpoints: readonly Endpoint[];
    readonly others: readonly (PageEndpoint | RawEndpoint)[];
  },
  deps: RouterDeps,
): (request: Request) => Response | Promise<Response> {
  // By default Elysia looks for the path of a URL after a host of at least four characters.
  const toErrorResponse = (error: unknown) => errorResponse(error, { log: deps.log });
  const app = new Elysia({ handler: { standardHostname: false } }).onError(({ error, code, request }) =>
    code === 'NOT_FOUND' ? deps.answerNotFound(request).catch(toErrorResponse) : toErrorResponse(error),
  );
  for (const { method, path, handle } of [...apiRoutes(endpoints, deps), ...others.map(toRoute(deps))]) {
    // Destructured on purpose: Elysia prepares what it finds in the parameter list, and this needs nothing more.
    app.route(method, path, ({ request, params }) => handle({ request, params }), {
      parse: 'none',
      detail: { hide: true },
    });
  }
  app.compile();
  return request => {
    // It also takes the second slash of `https://` for the beginning of the path.
    if (request.url.startsWith('https:'))
      setRequestUrl(request, `http:${request.url.slice('https:'.length)}`);
    return app.fetch(request);
  };
}

/** Routes of the API, and those that answer every other method and path below its root. */
function apiRoutes(endpoints: readonly Endpoint[], deps: RouterDeps): Route[] {
  const answerOthers = ({ request }: RouteCall) => answerUnmatched(request, endpoints, deps);
  return [
    ...endpoints.map((endpoint): Route => {
      const handle = createHandler(endpoint, deps);
      const readsAddress = endpoint.scope === 'public' || endpoint.readsAddress === true;
      return {
        method: endpoint.method,
        path: toApiPath(endpoint.path),
        handle: ({ request, params }) =>
          handle({ request, params, address: readsAddress ? deps.clients.getAddress(request) : '' }),
      };
    }),
    ...findShadowedRoutes(endpoints).map(({ method, path }) => ({
      method,
      path: toApiPath(path),
      handle: answerOthers,
    })),
    // The wildcard does not match the root itself.
    ...[API_ROOT, `${API_ROOT}/*`].map(path => ({ method: 'ALL', path, handle: answerOthers })),
  ];
}

const toApiPath = (path: string): string => API_ROOT + (path === '/' ? '' : path);

const toRoute =
  (deps: PageDeps) =>
  (endpoint: PageEndpoint | RawEndpoint): Route => {
    const { method, path } = endpoint;
    if (endpoint.scope === 'raw') return { method, path, handle: call => endpoint.handle(call) };
    const handle = createPageHandler(endpoint, deps);
    return { method, path, handle: ({ request }) => handle(request) };
  };

/** Answers preflights of any path; 405 with `Allow` for a known path; else 404. */
function answerUnmatched(request: Request, endpoints: readonly Endpoint[], deps: RouterDeps): Response {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS });
  try {
    checkUserAgent(request);
    const path = new URL(request.url).pathname.slice(API_ROOT.length);
    const methods = findMethods(path, endpoints);
    if (methods.length === 0) throw notFound('endpoint');
    throw new AppError(
      'method_not_allowed',
      `${request.method} is not allowed here, only ${methods.join(', ')}`,
      {
        headers: { allow: methods.join(', ') },
      },
    );
  } catch (error) {
    return errorResponse(error, { log: deps.log });
  }
}
