/** Signing in and out, the first user, and a lost password: what the dashboard's pages call beside the API. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { forbidden, invalidBody } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { malformed, parseJson, readBody } from '../../http/body.ts';
import type { Clients } from '../../http/client.ts';
import { text } from '../../http/schema.ts';
import { refuse } from '../../http/serve.ts';
import {
  type Browser,
  browserOf,
  cookieHeaders,
  isFromOwnPage,
  type OpenedSession,
} from '../../http/session-cookie.ts';
import { checkBody } from '../../http/validate.ts';
import type { ResetsService } from './resets.ts';
import type { SessionsService } from './service.ts';

const Email = Type.String({ maxLength: 320 });
const Password = text({ maxLength: 1000 });
const Token = Type.String({ minLength: 1, maxLength: 200 });

const SignIn = Type.Object({ email: Email, password: Password });
const SetUp = Type.Object({
  token: Token,
  email: Email,
  password: Password,
  name: Type.Optional(Type.String({ maxLength: 200 })),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
});
const AskReset = Type.Object({ email: Email });
const ConfirmReset = Type.Object({ token: Token, password: Password });

const MAX_BYTES = 16 * 1024;
/** How long it takes at least to say that a mail was sent, so that the time says nothing about who has an account. */
const RESET_ANSWER_MS = 200;

export interface SessionRouteDeps {
  readonly sessions: SessionsService;
  readonly resets: ResetsService;
  readonly baseUrl: string;
  readonly clients: Clients;
  readonly log: Log;
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/**
 * `POST /session` signs in, `DELETE /session` signs out, `POST /setup` adds the first user, `POST /session/reset` mails
 * a link with which `POST /session/reset/confirm` sets a new password. All from pages of this server only.
 */
export function sessionRoutes(deps: SessionRouteDeps) {
  const { sessions, resets, baseUrl } = deps;
  const answer = createAnswer(deps);

  const signIn = (request: Request) =>
    answer(request, async browser => sessions.signIn(browser, checkBody(SignIn, await bodyOf(request))));

  const signOut = (request: Request) =>
    answer(request, async ({ sessionTokens }) => {
      sessions.signOut(sessionTokens);
      return 'ended';
    });

  const setUp = (request: Request) =>
    answer(request, async browser => {
      const { time_zone: timeZone, ...input } = checkBody(SetUp, await bodyOf(request));
      return sessions.setUpOwner(browser, { ...input, timeZone });
    });

  const askReset = (request: Request) =>
    answer(request, async ({ address }) => {
      const { email } = checkBody(AskReset, await bodyOf(request));
      const earliest = Bun.sleep(RESET_ANSWER_MS);
      resets.request({ email, address }, baseUrl);
      await earliest;
      return 'sent';
    });

  const confirmReset = (request: Request) =>
    answer(request, async browser => resets.confirm(browser, checkBody(ConfirmReset, await bodyOf(request))));

  const options = () =>
    Response.json({ mail: resets.isMailSetUp, has_users: sessions.hasUsers() }, { headers: HEADERS });

  return new Elysia()
    .post('/session', ({ request }) => signIn(request), { parse: 'none' })
    .delete('/session', ({ request }) => signOut(request), { parse: 'none' })
    .get('/session/options', () => options())
    .post('/session/reset', ({ request }) => askReset(request), { parse: 'none' })
    .post('/session/reset/confirm', ({ request }) => confirmReset(request), { parse: 'none' })
    .post('/setup', ({ request }) => setUp(request), { parse: 'none' });
}

/** What came of a request: a session for the browser's cookies, the end of the one it had, or a mail. */
type Outcome = OpenedSession | 'ended' | 'sent';

/** Runs `work` for a page of this server, and answers what came of it. */
const createAnswer =
  ({ baseUrl, clients, log }: SessionRouteDeps) =>
  async (request: Request, work: (browser: Browser) => Promise<Outcome>): Promise<Response> => {
    try {
      if (!isFromOwnPage(request, baseUrl)) throw forbidden('only a page of this server may do this');
      const isSecure = baseUrl.startsWith('https:') || clients.isSecure(request);
      // The address is read before the body is awaited: afterwards the connection may be gone.
      const outcome = await work(browserOf(request, clients.addressOf(request)));
      if (outcome === 'sent') return new Response('{"status":"sent"}', { status: 202, headers: HEADERS });
      return new Response('{"status":"ok"}', {
        headers: [...Object.entries(HEADERS), ...cookieHeaders(outcome, isSecure)],
      });
    } catch (error) {
      return refuse(error, undefined, log);
    }
  };

async function bodyOf(request: Request): Promise<unknown> {
  const body = parseJson(await readBody(request, MAX_BYTES));
  if (body === malformed) throw invalidBody('body must be JSON');
  return body;
}
