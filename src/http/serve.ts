/** Runs a request against an endpoint: the checks in their fixed order, the handler, then the response's headers. */
import type { TObject } from '@sinclair/typebox';
import { forbidden, notFound } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Site } from '../core/site.ts';
import type { User } from '../core/user.ts';
import { findViewSegments, type View } from '../core/view.ts';
import { isNotModified, toEtag } from '../lib/etag.ts';
import { type Authorizer, type Caller, parseAccountId, tighterRate } from './authorize.ts';
import { useBatchBody } from './batch-body.ts';
import { checkJson, MAX_BODY_BYTES, readJson } from './body.ts';
import { bodyOwner } from './body-budget.ts';
import { answerText } from './compression.ts';
import { withDeadline, withoutDeadline } from './deadline.ts';
import { type Endpoint, isRead, type Reply, type SiteCall } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import { guardStream } from './guarded-stream.ts';
import { BASE_HEADERS } from './headers.ts';
import { toJsonText } from './json-text.ts';
import { parsePathId } from './path-id.ts';
import { type RateState, rateHeaders } from './rate-limit.ts';
import { parseQuery, validateBody } from './validate.ts';
import { checkScope, checkSections, checkView, findMemberView, limitToView } from './view.ts';

/** Counts a response by endpoint, status and duration. */
export type ObserveResponse = (endpoint: string, status: number, durationMs: number) => void;

/** Dependencies of running an endpoint. */
export interface ServeDeps {
  readonly authorizer: Authorizer;
  readonly sites: { findOfAccount(ownerId: number, id: number): Site | undefined };
  /** Loads the resources that a valid query refers to, such as a segment, if the caller may read them. Throws 400 for unknown ones. */
  readonly completeQuery: CompleteQuery;
  readonly log: Log;
  readonly observe: ObserveResponse;
  /** Keeps the connection of a request open. Returns what ends that. */
  readonly keepOpen: (request: Request) => () => void;
  /** Longest time for the answer of a read. */
  readonly maxAnswerMs: number;
}

/** Completes the query of a request about a site. */
export type CompleteQuery = (
  query: object,
  about: { readonly user: User; readonly site: Site; readonly view: View | null },
) => object;

/** A request with the path parameters that the router found. */
export interface RoutedRequest {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
}

/** `BASE_HEADERS` built once: copying them is cheaper than checking five names and values again. */
const PREBUILT_HEADERS = new Headers(BASE_HEADERS);

const NO_QUERY = new URLSearchParams();

/** Creates the function that answers an endpoint's requests. It never throws. */
export function createHandler(
  endpoint: Endpoint,
  deps: ServeDeps,
): (incoming: RoutedRequest) => Promise<Response> {
  return async incoming => {
    const startedMs = performance.now();
    let caller: Caller | undefined;
    let response: Response;
    try {
      checkUserAgent(incoming.request);
      if (endpoint.scope !== 'public') {
        caller = deps.authorizer.authenticate(incoming.request);
        deps.authorizer.checkRate(caller);
        deps.authorizer.checkWriteAccess(endpoint, caller);
      }
      const reply = await run(endpoint, deps, { ...incoming, ...(caller && { caller }) });
      const result = toResponse(incoming.request, reply, caller ? tighterRate(caller) : null);
      response = result instanceof Promise ? await result : result;
    } catch (error) {
      response = errorResponse(error, {
        log: deps.log,
        endpoint,
        rate: caller ? tighterRate(caller) : null,
      });
    }
    deps.observe(endpoint.operationId, response.status, performance.now() - startedMs);
    return response;
  };
}

/** Throws 403 for a request without a User-Agent. Source: api-v1, Authentication, rule 5; decisions, section 2. */
export function checkUserAgent(request: Request): void {
  if (!request.headers.get('user-agent')) throw forbidden('error code: 1010: send a User-Agent header');
}

/** A request and who sent it; `caller` is absent for public endpoints. */
interface AuthenticatedRequest extends RoutedRequest {
  readonly caller?: Caller;
}

/** A request for an endpoint with its query and body read; a tool call of an assistant makes one as well. */
export interface ParsedRequest extends AuthenticatedRequest {
  readonly parameters: URLSearchParams | null;
  /** Not validated: undefined when there is none, `malformed` when it is not JSON. */
  readonly body: unknown;
}

async function run(endpoint: Endpoint, deps: ServeDeps, incoming: AuthenticatedRequest): Promise<Reply> {
  const { request } = incoming;
  endpoint.access?.checkEnabled?.();
  endpoint.access?.checkAddress?.(incoming.address);
  const parameters = request.url.includes('?') ? new URL(request.url).searchParams : null;
  const parsed = { ...incoming, parameters, body: undefined };
  if (endpoint.method === 'GET') return runEndpoint(endpoint, deps, parsed);
  if (endpoint.streamsBody !== undefined) return runEndpoint(endpoint, deps, parsed);
  if (getBodySize(endpoint) === 'batch') {
    // Rows name no account, so access can be checked before the body is read.
    const authorized = authorize(endpoint, deps, parsed);
    return useBatchBody(request, bodyOwner(incoming.caller), body =>
      handle(endpoint, deps, { ...parsed, body, authorized }),
    );
  }
  const body = await readJson(request, MAX_BODY_BYTES[getBodySize(endpoint)], bodyOwner(incoming.caller));
  return runEndpoint(endpoint, deps, { ...parsed, body });
}

const getBodySize = ({ bodySize, scope }: Endpoint) =>
  bodySize ?? (scope === 'public' ? 'public' : 'standard');

type Deps = Pick<ServeDeps, 'authorizer' | 'sites' | 'completeQuery' | 'log' | 'keepOpen' | 'maxAnswerMs'>;

/** Runs the checks that come after key, rate and write access, then the handler. Throws the first failed check. */
export async function runEndpoint(endpoint: Endpoint, deps: Deps, parsed: ParsedRequest): Promise<Reply> {
  return handle(endpoint, deps, { ...parsed, authorized: authorize(endpoint, deps, parsed) });
}

/** The resources that an authorized request may act on. */
interface Authorized
  extends Pick<
    Partial<SiteCall<unknown, unknown>>,
    'user' | 'key' | 'sessionToken' | 'account' | 'site' | 'view'
  > {
  /** With a view, checks what the path names: after the sections, so that a refusal does not reveal which ids exist. */
  readonly checkPath?: (() => void) | undefined;
  /** Returns whether the caller is still known and passes the same checks, with a view that is accepted. */
  readonly isStillAuthorized: (accepts: (view: View | null) => boolean) => boolean;
}

/** Checks the account, the site and what else the path names. */
function authorize(endpoint: Endpoint, deps: Deps, parsed: ParsedRequest): Authorized {
  const { request, params, parameters, body, caller } = parsed;
  const needsAccount = endpoint.scope === 'account' || endpoint.scope === 'site';
  const accountId = needsAccount
    ? parseAccountId(parameters, endpoint.namesAccountInBody === false ? undefined : body)
    : undefined;
  const authorizeCaller = (known: Caller) => {
    const account = needsAccount ? deps.authorizer.getAccount(endpoint, known, accountId) : undefined;
    const site =
      account && endpoint.scope === 'site' ? getSite(deps.sites, account.owner.id, params) : undefined;
    if (account) checkScope(endpoint, account, site);
    const view = known.view ?? (account && site ? findMemberView(endpoint, account, site) : null);
    if (view) checkView(endpoint, view, site);
    const checkPath = () => {
      if (account) endpoint.access?.check?.({ user: known.user, account, site, params });
      else endpoint.access?.checkUser?.({ user: known.user, params });
    };
    if (!view) checkPath();
    return { account, site, view, checkPath };
  };
  const { account, site, view, checkPath } = caller
    ? authorizeCaller(caller)
    : { account: undefined, site: undefined, view: null };
  return {
    ...(caller ? { user: caller.user, key: caller.key, sessionToken: caller.sessionToken } : {}),
    ...(account ? { account } : {}),
    ...(site ? { site, view } : {}),
    ...(view && { checkPath }),
    isStillAuthorized(accepts) {
      try {
        const known = deps.authorizer.findCaller(request);
        if (!known) return false;
        const again = authorizeCaller(known);
        again.checkPath();
        return accepts(again.view);
      } catch {
        return false;
      }
    },
  };
}

/** Validates query and body, and calls the handler. */
async function handle(
  endpoint: Endpoint,
  { completeQuery, log, keepOpen, maxAnswerMs }: Deps,
  {
    request,
    params,
    address,
    parameters,
    body,
    authorized,
  }: ParsedRequest & { readonly authorized: Authorized },
): Promise<Reply> {
  checkJson(body);
  const parsed = endpoint.query ? parseQuery(endpoint.query as TObject, parameters ?? NO_QUERY) : {};
  const { user, site, view = null } = authorized;
  if (view) checkSections(endpoint, view, parsed);
  authorized.checkPath?.();
  const completed = user && site ? completeQuery(parsed, { user, site, view }) : parsed;
  const limit = (to: typeof view) => (to ? limitToView(endpoint, to, completed) : completed);
  const query = limit(view);
  const segments = findViewSegments(query);
  const isStillAuthorized = () =>
    authorized.isStillAuthorized(again => Bun.deepEquals(findViewSegments(limit(again)), segments));
  const checked =
    endpoint.body && endpoint.validatesBody !== false ? validateBody(endpoint.body, body) : body;
  const call = {
    ...authorized,
    isStillAuthorized,
    request,
    params,
    address,
    query,
    body: checked,
    keepOpen: () => keepOpen(request),
    // The runtime creates it on first access, and writes of hits do not access it.
    get signal() {
      return request.signal;
    },
  };
  // The scope decides which of these the handler's type shows; those are all present.
  const run = (known: object) => endpoint.handle(known as SiteCall<unknown, unknown>);
  const answer = () => run(call);
  const reply = await (isRead(endpoint)
    ? withDeadline(request.signal, signal => run({ ...call, signal }), maxAnswerMs)
    : endpoint.streamsBody === undefined
      ? withoutDeadline(answer, call.keepOpen)
      : answer());
  const { raw } = reply;
  if (!user || !(raw?.content instanceof ReadableStream)) return reply;
  return { ...reply, raw: { ...raw, content: guardStream(raw.content, { isStillAuthorized, log }) } };
}

function getSite(sites: ServeDeps['sites'], ownerId: number, params: RoutedRequest['params']) {
  const site = sites.findOfAccount(ownerId, parsePathId(params, 'id', 'site'));
  if (!site) throw notFound('site');
  return site;
}

function toResponse(
  request: Request,
  { status, body, raw }: Reply,
  rate: RateState | null,
): Response | Promise<Response> {
  if (raw) {
    const headers = { ...BASE_HEADERS, ...(rate ? rateHeaders(rate) : {}), ...raw.headers };
    return new Response(raw.content, { status, headers });
  }
  const headers = rate ? { ...BASE_HEADERS, ...rateHeaders(rate) } : PREBUILT_HEADERS;
  const respond = (text: string | null) => {
    if (request.method !== 'GET' || status !== 200 || !text) return new Response(text, { status, headers });
    const etag = toEtag(text);
    const tagged = { ...BASE_HEADERS, ...(rate ? rateHeaders(rate) : {}), etag, vary: 'Accept-Encoding' };
    if (isNotModified(request, etag)) return new Response(null, { status: 304, headers: tagged });
    return answerText(request, text, tagged);
  };
  const text = status === 204 ? null : toJsonText(body);
  return text instanceof Promise ? text.then(respond) : respond(text);
}
