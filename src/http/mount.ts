/** Puts endpoints on an Elysia router, with CORS and 405 for the paths they share. */
import { Elysia } from 'elysia';
import { AppError, notFound } from '../core/errors.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import { checkUserAgent, createHandler, type ServeDeps } from './serve.ts';

/** Root of the API. */
const API_ROOT = '/api/v1';

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Agent-Signup-Token',
  'access-control-max-age': '86400',
};

export interface MountDeps extends ServeDeps {
  /** The client's address behind a request. */
  readonly getAddress: (request: Request) => string;
}

/** The API as an Elysia plugin. Bodies are read by us, so that access is checked first. */
export function createApi(endpoints: readonly Endpoint[], deps: MountDeps) {
  const app = new Elysia({ prefix: API_ROOT });
  for (const endpoint of endpoints) {
    const handle = createHandler(endpoint, deps);
    // Destructured on purpose: Elysia reads from the parameters what it has to prepare, and this asks for nothing more.
    app.route(
      endpoint.method,
      endpoint.path === '/' ? '' : endpoint.path,
      ({ request, params }) =>
        handle({
          request,
          params: params as Record<string, string>,
          address: endpoint.scope === 'public' ? deps.getAddress(request) : '',
        }),
      { parse: 'none', detail: { hide: true } },
    );
  }
  const refuseOthers = ({ request }: { request: Request }) => answerUnmatched(request, endpoints, deps);
  for (const { method, path } of findShadowedRoutes(endpoints))
    app.route(method, path, refuseOthers, { parse: 'none' });
  // The wildcard does not match the root itself.
  return app.all('', refuseOthers, { parse: 'none' }).all('/*', refuseOthers, { parse: 'none' });
}

/** Preflights of any path; 405 with `Allow` for a known path; else 404. */
function answerUnmatched(request: Request, endpoints: readonly Endpoint[], deps: MountDeps): Response {
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

/**
 * Methods that a path written out does not have, but one with a parameter in its place does: without these the router
 * would take `PATCH /team/invitations` for a member named "invitations".
 */
function findShadowedRoutes(endpoints: readonly Endpoint[]): { method: Method; path: string }[] {
  const byPath = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, rows]) => ({
    path,
    parts: splitPath(path),
    methods: new Set(rows.map(({ method }) => method)),
  }));
  return byPath.flatMap(({ path, parts, methods }) => {
    const matching = byPath.filter(other => isMatch(other.parts, parts)).flatMap(other => [...other.methods]);
    const others = new Set(matching).difference(methods);
    return [...others].map(method => ({ method, path }));
  });
}

const isMatch = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

/** Methods of the paths that match best: one written out wins over one with a parameter in its place. */
function findMethods(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = splitPath(path);
  const parametersOf = (endpoint: Endpoint) =>
    splitPath(endpoint.path).filter(part => part.startsWith(':')).length;
  const known = endpoints.filter(endpoint => isMatch(splitPath(endpoint.path), parts));
  const fewest = Math.min(...known.map(parametersOf));
  const best = known.filter(endpoint => parametersOf(endpoint) === fewest);
  const methods = new Set<string>(best.map(endpoint => endpoint.method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods];
}

/** Parts of a path; one slash at its end does not make another path, as for the router. */
const splitPath = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);
