/** Endpoints of the dashboard's pages for signing in and out, the first user, and a lost password. */

import { Type } from '@sinclair/typebox';
import { MAX_PASSWORD_LENGTH } from '../../core/limits.ts';
import { type PageEndpoint, type PageReply, pageEndpoint } from '../../http/page-endpoint.ts';
import { text } from '../../http/schema.ts';
import type { OpenedSession } from '../../http/session-cookie.ts';
import type { PasswordResets } from './password-resets.ts';
import type { SessionsService } from './service.ts';

const Email = Type.String({ maxLength: 320 });
const Password = text({ maxLength: MAX_PASSWORD_LENGTH });
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

/** Shortest response time of a reset request, so that the time does not reveal whether an account exists. */
const MIN_RESET_MS = 200;

export interface SessionPageDeps {
  readonly sessions: SessionsService;
  readonly resets: PasswordResets;
  /** Public origin, for the link in a reset mail. */
  readonly baseUrl: string;
}

/** Signing in and out, the first user, and a lost password. */
export function sessionPageRoutes({ sessions, resets, baseUrl }: SessionPageDeps): PageEndpoint[] {
  return [
    pageEndpoint({ method: 'POST', path: '/session', body: SignIn }, async ({ browser, body }) =>
      toReply(await sessions.signIn(browser, body)),
    ),
    pageEndpoint({ method: 'DELETE', path: '/session' }, ({ browser: { sessionToken } }) => {
      if (sessionToken !== undefined) sessions.signOut(sessionToken);
      return toReply('ended');
    }),
    pageEndpoint({ method: 'GET', path: '/session/options' }, () => ({
      body: { mail: resets.isMailSetUp, has_users: sessions.hasUsers() },
    })),
    pageEndpoint(
      { method: 'POST', path: '/session/reset', body: RequestReset },
      async ({ browser: { address }, body: { email } }) => {
        const earliest = Bun.sleep(MIN_RESET_MS);
        resets.request({ email, address }, baseUrl);
        await earliest;
        return { status: 202, body: { status: 'sent' } };
      },
    ),
    pageEndpoint(
      { method: 'POST', path: '/session/reset/confirm', body: ConfirmReset },
      async ({ browser, body }) => toReply(await resets.confirm(browser, body)),
    ),
    pageEndpoint({ method: 'POST', path: '/setup', body: SetUp }, async ({ browser, body }) => {
      const { time_zone: timeZone, ...input } = body;
      return toReply(await sessions.setUpOwner(browser, { ...input, timeZone }));
    }),
  ];
}

const toReply = (session: OpenedSession | 'ended'): PageReply => ({ body: { status: 'ok' }, session });
