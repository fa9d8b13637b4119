/** What pages of this server call beside the API to let somebody in or out: answered in JSON, with a session's cookies. */
import { forbidden, invalidParameter } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { checkJson, MAX_BODY_BYTES, readJson } from './body.ts';
import type { Clients } from './client.ts';
import { errorResponse } from './errors.ts';
import {
  type Browser,
  cookieHeaders,
  isSameOrigin,
  type OpenedSession,
  readBrowser,
} from './session-cookie.ts';

const MAX_TOKEN_LENGTH = 200;
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export interface PageActionDeps {
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

/** What came of an action. */
export interface Outcome {
  readonly body: object;
  /** Default: 200. */
  readonly status?: number;
  /** For the browser's cookies; without it they stay as they are. */
  readonly session?: OpenedSession | 'ended';
}

/** Answers pages: what `work` throws as the API answers a failure. */
export function createPageActions({ baseUrl, clients, log }: PageActionDeps) {
  async function answer(work: () => Response | Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      return errorResponse(error, { log });
    }
  }

  return {
    /** Answers what a page shows. */
    show: (work: () => object): Promise<Response> =>
      answer(() => new Response(JSON.stringify(work()), { headers: HEADERS })),

    /** Does what a page of this server asks for, and no page of another. */
    act: (request: Request, work: (browser: Browser) => Promise<Outcome>): Promise<Response> =>
      answer(async () => {
        if (!isSameOrigin(request, baseUrl)) throw forbidden('only a page of this server may do this');
        // Both are read before the body is awaited: afterwards the connection may be gone.
        const isSecure = clients.isSecure(request);
        const browser = readBrowser(request, { address: clients.getAddress(request), isSecure });
        const { body, status = 200, session } = await work(browser);
        const cookies = session === undefined ? [] : cookieHeaders(session, isSecure);
        return new Response(JSON.stringify(body), {
          status,
          headers: [...Object.entries(HEADERS), ...cookies],
        });
      }),
  };
}

/** The JSON that a page sends. 413 over 16 KiB, 422 for what is no JSON. */
export async function readPageBody(request: Request): Promise<unknown> {
  const body = await readJson(request, MAX_BODY_BYTES.public);
  checkJson(body);
  return body;
}

/** The `token` in a request's query; `source` says in whose address a person finds it. 400 without one. */
export function parseLinkToken({ url }: Request, source: string): string {
  const token = new URL(url).searchParams.get('token') ?? '';
  if (token === '' || token.length > MAX_TOKEN_LENGTH)
    throw invalidParameter(`token is required: the one in the address ${source}`);
  return token;
}
