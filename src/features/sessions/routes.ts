/** Signing in and out, the first user, and a lost password: what the dashboard's pages call beside the API. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { createPageActions, type PageActionDeps, readPageBody } from '../../http/page-actions.ts';
import { text } from '../../http/schema.ts';
import type { OpenedSession } from '../../http/session-cookie.ts';
import { validateBody } from '../../http/validate.ts';
import type { PasswordResets } from './password-resets.ts';
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
const RequestReset = Type.Object({ email: Email });
const ConfirmReset = Type.Object({ token: Token, password: Password });

/** How long it takes at least to say that a mail was sent, so that the time says nothing about who has an account. */
const RESET_ANSWER_MS = 200;

export interface SessionRouteDeps extends PageActionDeps {
  readonly sessions: SessionsService;
  readonly resets: PasswordResets;
}

/**
 * `POST /session` signs in, `DELETE /session` signs out, `POST /setup` adds the first user, `POST /session/reset` mails
 * a link with which `POST /session/reset/confirm` sets a new password. All from pages of this server only.
 */
export function sessionRoutes({ sessions, resets, ...deps }: SessionRouteDeps) {
  const { show, act } = createPageActions(deps);

  const signIn = (request: Request) =>
    act(request, async browser =>
      toResult(await sessions.signIn(browser, validateBody(SignIn, await readPageBody(request)))),
    );

  const signOut = (request: Request) =>
    act(request, async ({ sessionToken }) => {
      if (sessionToken !== undefined) sessions.signOut(sessionToken);
      return toResult('ended');
    });

  const setUp = (request: Request) =>
    act(request, async browser => {
      const { time_zone: timeZone, ...input } = validateBody(SetUp, await readPageBody(request));
      return toResult(await sessions.setUpOwner(browser, { ...input, timeZone }));
    });

  const requestReset = (request: Request) =>
    act(request, async ({ address }) => {
      const { email } = validateBody(RequestReset, await readPageBody(request));
      const earliest = Bun.sleep(RESET_ANSWER_MS);
      resets.request({ email, address }, deps.baseUrl);
      await earliest;
      return { status: 202, body: { status: 'sent' } };
    });

  const confirmReset = (request: Request) =>
    act(request, async browser =>
      toResult(await resets.confirm(browser, validateBody(ConfirmReset, await readPageBody(request)))),
    );

  const options = () => show(() => ({ mail: resets.isMailSetUp, has_users: sessions.hasUsers() }));

  return new Elysia()
    .post('/session', ({ request }) => signIn(request), { parse: 'none' })
    .delete('/session', ({ request }) => signOut(request), { parse: 'none' })
    .get('/session/options', () => options())
    .post('/session/reset', ({ request }) => requestReset(request), { parse: 'none' })
    .post('/session/reset/confirm', ({ request }) => confirmReset(request), { parse: 'none' })
    .post('/setup', ({ request }) => setUp(request), { parse: 'none' });
}

const toResult = (session: OpenedSession | 'ended') => ({ body: { status: 'ok' }, session });
