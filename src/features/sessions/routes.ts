/** Signing in and out, and the first user: what the dashboard's pages call beside the API. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { forbidden, invalidBody } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { malformed, parseJson, readBody } from '../../http/body.ts';
import type { Clients } from '../../http/client.ts';
import { refuse } from '../../http/serve.ts';
import { isFromOwnPage, sessionCookie, sessionTokenOf } from '../../http/session-cookie.ts';
import { checkBody } from '../../http/validate.ts';
import { SESSION_LIFETIME_MS, type SessionsService } from './service.ts';

const SignIn = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1000 }),
});
const SetUp = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1000 }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
});

const MAX_BYTES = 16 * 1024;

export interface SessionRouteDeps {
  readonly sessions: SessionsService;
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** `POST /session` signs in, `DELETE /session` signs out, `POST /setup` adds the first user. All from pages of this server only. */
export function sessionRoutes({ sessions, baseUrl, clients, log }: SessionRouteDeps) {
  /** Runs `work`, which answers the token of the session to keep, empty for none. */
  async function answer(request: Request, work: () => Promise<string>): Promise<Response> {
    try {
      if (!isFromOwnPage(request, baseUrl)) throw forbidden('only a page of this server may sign in');
      const isSecure = baseUrl.startsWith('https:') || clients.isSecure(request);
      const token = await work();
      const cookie = sessionCookie(token, token === '' ? 0 : SESSION_LIFETIME_MS / 1000, isSecure);
      return new Response('{"status":"ok"}', { headers: { ...HEADERS, 'set-cookie': cookie } });
    } catch (error) {
      return refuse(error, undefined, log);
    }
  }

  const signIn = (request: Request) =>
    answer(request, async () => {
      // Before the body is awaited: afterwards the connection may be gone, and its address with it.
      const address = clients.addressOf(request);
      const { email, password } = checkBody(SignIn, await bodyOf(request));
      return sessions.signIn({ email, password, address, userAgent: request.headers.get('user-agent') });
    });

  const signOut = (request: Request) =>
    answer(request, async () => {
      const token = sessionTokenOf(request);
      if (token !== undefined) sessions.signOut(token);
      return '';
    });

  const setUp = (request: Request) =>
    answer(request, async () => {
      const { token, email, password, name, time_zone: timeZone } = checkBody(SetUp, await bodyOf(request));
      const userAgent = request.headers.get('user-agent');
      return sessions.setUpOwner({ token, email, password, name, timeZone, userAgent });
    });

  return new Elysia()
    .post('/session', ({ request }) => signIn(request), { parse: 'none' })
    .delete('/session', ({ request }) => signOut(request), { parse: 'none' })
    .post('/setup', ({ request }) => setUp(request), { parse: 'none' });
}

async function bodyOf(request: Request): Promise<unknown> {
  const body = parseJson(await readBody(request, MAX_BYTES));
  if (body === malformed) throw invalidBody('body must be JSON');
  return body;
}
