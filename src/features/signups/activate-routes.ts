/** Where an owner activates the account that an agent has asked for: what the page behind the link calls, beside the API. */
import { Elysia } from 'elysia';
import { forbidden, invalidBody, invalidParameter } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { malformed, parseJson, readBody } from '../../http/body.ts';
import type { Clients } from '../../http/client.ts';
import { refuse } from '../../http/serve.ts';
import { browserOf, cookieHeaders, isFromOwnPage } from '../../http/session-cookie.ts';
import { checkBody } from '../../http/validate.ts';
import type { Activation } from './activation.ts';
import { Activate, presentHeldSignup } from './schema.ts';

const MAX_BYTES = 16 * 1024;
const MAX_TOKEN_LENGTH = 200;
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export interface ActivateRouteDeps {
  readonly activation: Activation;
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

/** `GET /session/activation` shows what a link opens, `POST /session/activate` makes the account and signs in. */
export function activateRoutes({ activation, baseUrl, clients, log }: ActivateRouteDeps) {
  function show(request: Request): Response {
    const token = new URL(request.url).searchParams.get('token') ?? '';
    if (token === '' || token.length > MAX_TOKEN_LENGTH)
      throw invalidParameter('token is required: the one in the address that was mailed');
    return new Response(JSON.stringify(presentHeldSignup(activation.open(token))), { headers: HEADERS });
  }

  async function activate(request: Request): Promise<Response> {
    if (!isFromOwnPage(request, baseUrl)) throw forbidden('only a page of this server may do this');
    const isSecure = baseUrl.startsWith('https:') || clients.isSecure(request);
    // Before the body is awaited: afterwards the connection may be gone, and its address with it.
    const browser = browserOf(request, clients.addressOf(request));
    const body = parseJson(await readBody(request, MAX_BYTES));
    if (body === malformed) throw invalidBody('body must be JSON');
    const { token, password, name, time_zone: timeZone } = checkBody(Activate, body);
    const { session, siteUrl } = await activation.activate(browser, { token, password, name, timeZone });
    return new Response(JSON.stringify({ status: 'ok', site_url: siteUrl }), {
      headers: [...Object.entries(HEADERS), ...cookieHeaders(session, isSecure)],
    });
  }

  const answer = async (work: () => Response | Promise<Response>): Promise<Response> => {
    try {
      return await work();
    } catch (error) {
      return refuse(error, undefined, log);
    }
  };

  return new Elysia()
    .get('/session/activation', ({ request }) => answer(() => show(request)))
    .post('/session/activate', ({ request }) => answer(() => activate(request)), { parse: 'none' });
}
