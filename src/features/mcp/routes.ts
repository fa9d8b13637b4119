/** `/mcp`: the door for AI assistants. Streamable HTTP without sessions, behind the same keys as the API. */
import { Elysia } from 'elysia';
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { jsonFaultOf, MAX_BODY_BYTES, readJson } from '../../http/body.ts';
import { type Caller, type Gatekeeper, keyRequired, tighterRate } from '../../http/gatekeeper.ts';
import { rateHeaders, refuse, type ServeDeps } from '../../http/serve.ts';
import type { Answer } from './protocol.ts';

export interface McpRouteDeps {
  readonly answer: Answer;
  /** Throws when a request comes from another page, or for another host. */
  readonly checkPlace: (request: Request) => void;
  readonly gatekeeper: Gatekeeper;
  readonly observe: ServeDeps['observe'];
  readonly log: Log;
}

/** Messages of one request at most. */
const MAX_MESSAGES = 100;
/** Source: JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * `POST /mcp`. Order: method (405), host and origin (403), key (401), rate (429), size (413), then the protocol.
 * Any client with a key is welcome, whatever it calls itself.
 */
export function mcpRoutes(deps: McpRouteDeps) {
  return new Elysia().all('/mcp', ({ request }) => serve(request, deps), { parse: 'none' });
}

async function serve(request: Request, deps: McpRouteDeps): Promise<Response> {
  const startedMs = performance.now();
  let caller: Caller | undefined;
  let response: Response;
  try {
    checkMethod(request);
    deps.checkPlace(request);
    caller = getCaller(request, deps.gatekeeper);
    const message = await readJson(request, MAX_BODY_BYTES.standard);
    const fault = faultOf(message);
    if (!fault && Array.isArray(message)) caller = countOthers(message, request, caller, deps.gatekeeper);
    response = fault ?? (await deps.answer(request, message, caller));
  } catch (error) {
    response = refuse(error, undefined, deps.log);
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

/** Whoever holds the key; a signed-in browser alone is nobody here. */
function getCaller(request: Request, gatekeeper: Gatekeeper): Caller {
  if (!request.headers.has('authorization')) throw keyRequired();
  const caller = gatekeeper.getCaller(request);
  gatekeeper.checkRate(caller);
  return caller;
}

/** Each message of a list counts as a request; the list is refused whole. */
function countOthers(
  messages: readonly unknown[],
  request: Request,
  first: Caller,
  gatekeeper: Gatekeeper,
): Caller {
  return messages.slice(1).reduce<Caller>(() => getCaller(request, gatekeeper), first);
}

/** What is no message at all, in the protocol's own words for it. */
function faultOf(message: unknown): Response | undefined {
  const jsonFault = message === undefined ? 'body must be JSON' : jsonFaultOf(message);
  if (jsonFault !== undefined) return jsonRpcError(PARSE_ERROR, `Parse error: the ${jsonFault}`);
  if (Array.isArray(message) && (message.length === 0 || message.length > MAX_MESSAGES))
    return jsonRpcError(
      INVALID_REQUEST,
      `Invalid Request: a list must have 1 to ${MAX_MESSAGES} messages, got ${message.length}`,
    );
  if (Array.isArray(message) && hasSameIds(message))
    return jsonRpcError(INVALID_REQUEST, 'Invalid Request: each message of a list needs an id of its own');
  return undefined;
}

/** Whether two requests bear the same id: only one of the answers could be told from the other. */
function hasSameIds(messages: readonly unknown[]): boolean {
  const ids = messages.filter(each => isRequest(each)).map(({ id }) => id);
  return new Set(ids).size < ids.length;
}

const isRequest = (message: unknown): message is { readonly id: unknown } =>
  typeof message === 'object' && message !== null && 'id' in message && 'method' in message;

const jsonRpcError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
