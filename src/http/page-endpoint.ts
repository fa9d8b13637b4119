/** Endpoints beside the API that the dashboard's pages call to sign somebody in or out: JSON, with session cookies. */
import type { Static, TSchema } from '@sinclair/typebox';
import { forbidden, invalidParameter } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { checkJson, MAX_BODY_BYTES, readJson } from './body.ts';
import type { Method } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import {
  type Browser,
  cookieHeaders,
  isSameOrigin,
  type OpenedSession,
  readBrowser,
} from './session-cookie.ts';
import type { Clients } from './trusted-proxies.ts';
import { validateBody } from './validate.ts';

const MAX_TOKEN_LENGTH = 200;
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export interface PageCall<Body> {
  readonly request: Request;
  readonly browser: Browser;
  readonly body: Body;
}

export interface PageReply {
  readonly body: object;
  /** Default: 200. */
  readonly status?: number;
  /** Sets the session cookies, or expires them; without it they stay as they are. */
  readonly session?: OpenedSession | 'ended';
}

interface PageEndpointSpec<Body extends TSchema> {
  readonly method: Method;
  /** From the root of the server. */
  readonly path: string;
  /** Schema of the body; without it no body is read. */
  readonly body?: Body;
}

export interface PageEndpoint extends PageEndpointSpec<TSchema> {
  readonly scope: 'page';
  handle(call: PageCall<unknown>): PageReply | Promise<PageReply>;
}

/** Creates an endpoint for pages of this server; all methods but GET need the page's `Origin`. */
export const pageEndpoint = <Body extends TSchema>(
  spec: PageEndpointSpec<Body>,
  handle: (call: PageCall<Static<Body>>) => PageReply | Promise<PageReply>,
): PageEndpoint => ({ ...spec, scope: 'page', handle: handle as PageEndpoint['handle'] });

export interface PageDeps {
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

/** Creates the function that answers a page endpoint's requests. It never throws. */
export function createPageHandler(
  { method, body: schema, handle }: PageEndpoint,
  { baseUrl, clients, log }: PageDeps,
): (request: Request) => Promise<Response> {
  return async request => {
    try {
      if (method !== 'GET' && !isSameOrigin(request, baseUrl))
        throw forbidden('only a page of this server may do this');
      // Read before the body is awaited: afterwards the connection may be closed.
      const scope = clients.cookieScope(request);
      const browser = readBrowser(request, { address: clients.getAddress(request), scope });
      const body = schema ? validateBody(schema, await readPageBody(request)) : undefined;
      const reply = await handle({ request, browser, body });
      const cookies = reply.session === undefined ? [] : cookieHeaders(reply.session, scope);
      return new Response(JSON.stringify(reply.body), {
        status: reply.status ?? 200,
        headers: [...Object.entries(HEADERS), ...cookies],
      });
    } catch (error) {
      return errorResponse(error, { log });
    }
  };
}

/** Reads a JSON body. Throws 413 over 16 KiB, and 422 for a body that is not JSON. */
async function readPageBody(request: Request): Promise<unknown> {
  const body = await readJson(request, MAX_BODY_BYTES.public);
  checkJson(body);
  return body;
}

/** Parses the `token` in a request's query. Throws 400 without one; `source` says where the user finds it. */
export function parseLinkToken({ url }: Request, source: string): string {
  const token = new URL(url).searchParams.get('token') ?? '';
  if (token === '' || token.length > MAX_TOKEN_LENGTH)
    throw invalidParameter(`token is required: the one in the address ${source}`);
  return token;
}
