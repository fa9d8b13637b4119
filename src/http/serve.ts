/** Runs one request against one endpoint: the fixed order of checks, then the handler, then the answer's headers. */
import type { TObject } from '@sinclair/typebox';
import { forbidden, notFound } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { ObserveAnswer } from '../features/health/metrics.ts';
import type { SitesService } from '../features/sites/service.ts';
import { answerInTime } from './answer-deadline.ts';
import { useBatchBody } from './batch-body.ts';
import { checkJson, MAX_BODY_BYTES, readJson } from './body.ts';
import type { Endpoint, Reply, SiteCall } from './endpoint.ts';
import { failureOf } from './error-handler.ts';
import { accountIdOf, type Caller, type Gatekeeper, tighterRate } from './gatekeeper.ts';
import { toJsonText } from './json-text.ts';
import { idIn } from './path-id.ts';
import type { RateState } from './rate-limit.ts';
import { checkBody, readQuery } from './validate.ts';

/** What running an endpoint takes. */
export interface ServeDeps {
  readonly gatekeeper: Gatekeeper;
  readonly sites: Pick<SitesService, 'findOfAccount'>;
  readonly log: Log;
  readonly observe: ObserveAnswer;
}

/** A request as the server hands it over. */
export interface Incoming {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
}

const BASE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** The same, built once: an answer then copies them instead of checking five names and values again. */
const READY_HEADERS = new Headers(BASE_HEADERS);

const NO_QUERY = new URLSearchParams();

/** The endpoint as a function from request to answer. It never throws. */
export function createHandler(
  endpoint: Endpoint,
  deps: ServeDeps,
): (incoming: Incoming) => Promise<Response> {
  return async incoming => {
    const startedMs = performance.now();
    let caller: Caller | undefined;
    let response: Response;
    try {
      checkUserAgent(incoming.request);
      if (endpoint.scope !== 'public') {
        caller = deps.gatekeeper.getCaller(incoming.request);
        deps.gatekeeper.checkRate(caller);
        deps.gatekeeper.checkWriteAccess(endpoint, caller);
      }
      const reply = await run(endpoint, deps, incoming, caller);
      const answered = answer(reply, caller ? tighterRate(caller) : null);
      response = answered instanceof Promise ? await answered : answered;
    } catch (error) {
      response = refuse(error, endpoint, deps.log, caller ? tighterRate(caller) : null);
    }
    deps.observe(endpoint.operationId, response.status, performance.now() - startedMs);
    return response;
  };
}

/** Source: api-v1, Authentication, rule 5; decisions, section 2. */
export function checkUserAgent(request: Request): void {
  if (!request.headers.get('user-agent')) throw forbidden('error code: 1010: send a User-Agent header');
}

/** What is asked of an endpoint, by a request of its own or otherwise. */
export interface Asked extends Incoming {
  readonly parameters: URLSearchParams | null;
  /** As it came: undefined for none, `malformed` for what is no JSON. */
  readonly body: unknown;
}

async function run(endpoint: Endpoint, deps: ServeDeps, incoming: Incoming, caller?: Caller): Promise<Reply> {
  const { request } = incoming;
  endpoint.gate?.checkOpen?.();
  endpoint.gate?.checkAddress?.(incoming.address);
  const parameters = request.url.includes('?') ? new URL(request.url).searchParams : null;
  const asked = { ...incoming, parameters, body: undefined };
  if (endpoint.method === 'GET') return runEndpoint(endpoint, deps, asked, caller);
  if (bodySizeOf(endpoint) === 'batch') {
    // Rows name no account, so everything that could stand against them is known before they come.
    const admitted = admit(endpoint, deps, asked, caller);
    return useBatchBody(request, body => handle(endpoint, { ...asked, body }, admitted));
  }
  const body = await readJson(request, MAX_BODY_BYTES[bodySizeOf(endpoint)]);
  return runEndpoint(endpoint, deps, { ...asked, body }, caller);
}

const bodySizeOf = ({ bodySize, scope }: Endpoint) =>
  bodySize ?? (scope === 'public' ? 'public' : 'standard');

type Deps = Pick<ServeDeps, 'gatekeeper' | 'sites'>;

/** The checks that come after key, rate and write access, and the handler. Throws what stands against it. */
export async function runEndpoint(
  endpoint: Endpoint,
  deps: Deps,
  asked: Asked,
  caller?: Caller,
): Promise<Reply> {
  return handle(endpoint, asked, admit(endpoint, deps, asked, caller));
}

/** What a request has been let in with. */
type Admitted = Pick<
  Partial<SiteCall<unknown, unknown>>,
  'user' | 'key' | 'sessionToken' | 'account' | 'site' | 'mayGoOn'
>;

/** The checks of account, site and what else the path names. */
function admit(endpoint: Endpoint, deps: Deps, asked: Asked, caller: Caller | undefined): Admitted {
  const { request, params, parameters, body } = asked;
  const needsAccount = endpoint.scope === 'account' || endpoint.scope === 'site';
  const accountId = needsAccount ? accountIdOf(parameters, body) : undefined;
  const letIn = (known: Caller) => {
    const account = needsAccount ? deps.gatekeeper.getAccount(endpoint, known, accountId) : undefined;
    const site =
      account && endpoint.scope === 'site' ? getSite(deps.sites, account.owner.id, params) : undefined;
    return { account, site };
  };
  const { account, site } = caller ? letIn(caller) : { account: undefined, site: undefined };
  if (caller && account) endpoint.gate?.admit?.({ user: caller.user, account, site, params });
  else if (caller) endpoint.gate?.admitUser?.({ user: caller.user, params });
  return {
    ...(caller ? { user: caller.user, key: caller.key, sessionToken: caller.sessionToken } : {}),
    ...(account ? { account } : {}),
    ...(site ? { site } : {}),
    mayGoOn: () => isLetIn(letIn, () => deps.gatekeeper.findCaller(request)),
  };
}

/** The checks of query and body, and the handler. */
async function handle(
  endpoint: Endpoint,
  { request, params, address, parameters, body }: Asked,
  admitted: Admitted,
): Promise<Reply> {
  checkJson(body);
  const query = endpoint.query ? readQuery(endpoint.query as TObject, parameters ?? NO_QUERY) : {};
  const checked = endpoint.body && endpoint.validatesBody !== false ? checkBody(endpoint.body, body) : body;
  const call = {
    ...admitted,
    request,
    params,
    address,
    query,
    body: checked,
    // The runtime makes it when it is first asked for, and hits do not ask.
    get signal() {
      return request.signal;
    },
  };
  // The scope decides which of these a handler's type lets it see; those are all present.
  const run = (known: object) => endpoint.handle(known as SiteCall<unknown, unknown>);
  // A write is not given up on: its client could not know whether it was carried out.
  return endpoint.method === 'GET'
    ? answerInTime(request.signal, signal => run({ ...call, signal }))
    : run(call);
}

/** Whether the caller, if there still is one, is let in; whatever stands against it does. */
function isLetIn(letIn: (known: Caller) => unknown, findCaller: () => Caller | undefined): boolean {
  try {
    const caller = findCaller();
    if (caller) letIn(caller);
    return caller !== undefined;
  } catch {
    return false;
  }
}

function getSite(sites: ServeDeps['sites'], ownerId: number, params: Incoming['params']) {
  const site = sites.findOfAccount(ownerId, idIn(params, 'id', 'site'));
  if (!site) throw notFound('site');
  return site;
}

function answer(reply: Reply, rate: RateState | null): Response | Promise<Response> {
  if (reply.raw) {
    const headers = { ...BASE_HEADERS, ...(rate ? rateHeaders(rate) : {}), ...reply.raw.headers };
    return new Response(reply.raw.content, { status: reply.status, headers });
  }
  const headers = rate ? { ...BASE_HEADERS, ...rateHeaders(rate) } : READY_HEADERS;
  const respond = (text: string | null) => new Response(text, { status: reply.status, headers });
  const text = reply.status === 204 ? null : toJsonText(reply.body);
  return text instanceof Promise ? text.then(respond) : respond(text);
}

/** Where a key or its user stands, as every answer tells it. */
export const rateHeaders = (rate: RateState) => ({
  'ratelimit-limit': String(rate.limit),
  'ratelimit-remaining': String(rate.remaining),
  'ratelimit-reset': String(rate.resetSeconds),
});

/** The answer to a failure, also for requests that found no endpoint. An unforeseen one is logged under an id. */
export function refuse(
  error: unknown,
  endpoint: Endpoint | undefined,
  log: Log,
  rate: RateState | null = null,
): Response {
  const { status, body, headers, cause } = failureOf(error, { isIngestion: endpoint?.isIngestion === true });
  const requestId = cause === undefined ? undefined : crypto.randomUUID();
  if (requestId) log.error({ err: cause, requestId, endpoint: endpoint?.operationId }, 'request failed');
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...BASE_HEADERS,
      ...(rate ? rateHeaders(rate) : {}),
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...headers,
    },
  });
}
