/** Where an invited person joins: what the page behind an invitation's link calls, beside the API. */
import { Elysia } from 'elysia';
import { forbidden, invalidBody, invalidParameter } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { malformed, parseJson, readBody } from '../../http/body.ts';
import type { Clients } from '../../http/client.ts';
import { refuse } from '../../http/serve.ts';
import { browserOf, cookieHeaders, isFromOwnPage } from '../../http/session-cookie.ts';
import { checkBody } from '../../http/validate.ts';
import type { JoinService } from './joining.ts';
import { Join, presentHeld } from './schema.ts';
import type { TeamService } from './service.ts';

const MAX_BYTES = 16 * 1024;
const MAX_TOKEN_LENGTH = 200;
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export interface JoinRouteDeps {
  readonly team: Pick<TeamService, 'openInvitation'>;
  readonly joining: JoinService;
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

/** `GET /session/invitation` shows what a token opens, `POST /session/join` takes it up and signs in. */
export function joinRoutes({ team, joining, baseUrl, clients, log }: JoinRouteDeps) {
  function show(request: Request): Response {
    const token = new URL(request.url).searchParams.get('token') ?? '';
    if (token === '' || token.length > MAX_TOKEN_LENGTH)
      throw invalidParameter('token is required: the one in the address of the invitation');
    return new Response(JSON.stringify(presentHeld(team.openInvitation(token))), { headers: HEADERS });
  }

  async function join(request: Request): Promise<Response> {
    if (!isFromOwnPage(request, baseUrl)) throw forbidden('only a page of this server may do this');
    const isSecure = baseUrl.startsWith('https:') || clients.isSecure(request);
    // Before the body is awaited: afterwards the connection may be gone, and its address with it.
    const browser = browserOf(request, clients.addressOf(request));
    const { time_zone: timeZone, ...input } = checkBody(Join, await bodyOf(request));
    const joined = await joining.join(browser, { ...input, timeZone });
    const cookies = joined === 'goes on' ? [] : cookieHeaders(joined, isSecure);
    return new Response('{"status":"ok"}', { headers: [...Object.entries(HEADERS), ...cookies] });
  }

  const answer = async (work: () => Response | Promise<Response>): Promise<Response> => {
    try {
      return await work();
    } catch (error) {
      return refuse(error, undefined, log);
    }
  };

  return new Elysia()
    .get('/session/invitation', ({ request }) => answer(() => show(request)))
    .post('/session/join', ({ request }) => answer(() => join(request)), { parse: 'none' });
}

async function bodyOf(request: Request): Promise<unknown> {
  const body = parseJson(await readBody(request, MAX_BYTES));
  if (body === malformed) throw invalidBody('body must be JSON');
  return body;
}
