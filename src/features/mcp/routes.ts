/** `/mcp`, for AI assistants: streamable HTTP without sessions, with the same keys as the API. */
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { type Authorizer, type Caller, keyRequired, tighterRate } from '../../http/authorize.ts';
import { findJsonFault, MAX_BODY_BYTES, readJson } from '../../http/body.ts';
import { bodyOwner } from '../../http/body-budget.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { errorResponse } from '../../http/errors.ts';
import { rateHeaders } from '../../http/rate-limit.ts';
import type { ServeDeps } from '../../http/serve.ts';
import type { Answer } from './legacy-protocol.ts';

export interface McpRouteDeps {
  readonly answer: Answer;
  /** Throws 403 for a request from a page of another origin, or for another host. */
  readonly checkOrigin: (request: Request) => void;
  readonly authorizer: Authorizer;
  readonly observe: ServeDeps['observe'];
  readonly log: Log;
}

/** Limit of a batch. */
const MAX_MESSAGES = 100;
/** Source: JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * `POST /mcp`. Order: method (405), host and origin (403), key (401), rate (429), size (413), then the protocol.
 * Any client with a key is welcome, whatever it calls itself.
 */
export const mcpRoutes = (deps: McpRouteDeps): RawEndpoint[] => [
  rawEndpoint('ALL', '/mcp', ({ request }) => serve(request, deps)),
];

async function serve(request: Request, deps: McpRouteDeps): Promise<Response> {
  const startedMs = performance.now();
  let caller: Caller | undefined;
  let response: Response;
  try {
    checkMethod(request);
    deps.checkOrigin(request);
    caller = authenticate(request, deps.authorizer);
    const message = await readJson(request, MAX_BODY_BYTES.standard, bodyOwner(caller));
    const fault = findFault(message);
    if (!fault && Array.isArray(message))
      caller = countBatch(message, caller, () => authenticate(request, deps.authorizer));
    response = fault ?? (await deps.answer(request, message, caller));
  } catch (error) {
    response = errorResponse(error, { log: deps.log });
    // No page of another origin is to read anything here.
    response.headers.delete('access-control-allow-origin');
  }
  const rate = caller ? tighterRate(caller) : null;
  const own = { 'x-content-type-options': 'nosniff', ...(rate ? rateHeaders(rate) : {}) };
  for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
  deps.observe('mcp', response.status, performance.now() - startedMs);
  return response;
}

function checkMethod({ method }: Request): void {
  if (method === 'POST') return;
  throw new AppError('method_not_allowed', `${method} is not allowed here: MCP clients send POST`, {
    headers: { allow: 'POST' },
  });
}

/** Authenticates by key only; a dashboard session does not count. */
function authenticate(request: Request, authorizer: Authorizer): Caller {
  if (!request.headers.has('authorization')) throw keyRequired();
  const caller = authorizer.authenticate(request);
  authorizer.checkRate(caller);
  return caller;
}

/** Counts each further message of a batch as a request; over the limit the whole batch fails. */
const countBatch = (messages: readonly unknown[], first: Caller, count: () => Caller): Caller =>
  messages.slice(1).reduce<Caller>(count, first);

/** Returns the JSON-RPC error for a body that is not a valid message or batch. */
function findFault(message: unknown): Response | undefined {
  const jsonFault = message === undefined ? 'body must be JSON' : findJsonFault(message);
  if (jsonFault !== undefined) return jsonRpcError(PARSE_ERROR, `Parse error: the ${jsonFault}`);
  if (Array.isArray(message) && (message.length === 0 || message.length > MAX_MESSAGES))
    return jsonRpcError(
      INVALID_REQUEST,
      `Invalid Request: a list must have 1 to ${MAX_MESSAGES} messages, got ${message.length}`,
    );
  if (Array.isArray(message) && hasDuplicateIds(message))
    return jsonRpcError(INVALID_REQUEST, 'Invalid Request: each message of a list needs an id of its own');
  return undefined;
}

/** Returns whether two requests of a batch have the same id. */
function hasDuplicateIds(messages: readonly unknown[]): boolean {
  const ids = messages.filter(each => isRequest(each)).map(({ id }) => id);
  return new Set(ids).size < ids.length;
}

const isRequest = (message: unknown): message is { readonly id: unknown } =>
  typeof message === 'object' && message !== null && 'id' in message && 'method' in message;

const jsonRpcError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
