import { AppError, invalidBody } from '../../core/errors.ts';
import type { User } from '../../core/user.ts';
import type { Browser, OpenedSession } from '../../http/session-cookie.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { SessionsService } from '../sessions/service.ts';
import type { OpenInvitation } from './schema.ts';
import type { TeamService } from './service.ts';

export interface JoinInput {
  readonly token: string;
  /** Of the account that the invited address has, or of the new one. */
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** The new session of a joining person, or that they keep the one they have. */
export type JoinResult = OpenedSession | 'existing session';

/** Joining a team with an invitation. */
export function createJoinService(deps: {
  readonly team: TeamService;
  readonly accounts: AccountsService;
  readonly sessions: Pick<SessionsService, 'findUser' | 'signIn' | 'signOut' | 'createSession'>;
}) {
  const { team, accounts, sessions } = deps;

  async function joinAs(invited: User, browser: Browser, input: JoinInput): Promise<JoinResult> {
    const { token, password } = input;
    if (browser.sessionToken !== undefined && sessions.findUser(browser.sessionToken)?.id === invited.id) {
      team.accept(team.openInvitation(token), invited);
      return 'existing session';
    }
    const { email } = invited;
    if (password === undefined)
      throw new AppError('unauthenticated', `sign in as ${email}, or give the password of that account`);
    const session = await sessions.signIn(browser, { email, password });
    try {
      // It may have been revoked while the password was verified.
      team.accept(team.openInvitation(token), invited);
    } catch (error) {
      sessions.signOut(session.token);
      throw error;
    }
    return session;
  }

  async function joinAsNewUser(
    opened: OpenInvitation,
    browser: Browser,
    input: JoinInput,
  ): Promise<JoinResult> {
    const { token, password, name, timeZone } = input;
    if (password === undefined) throw invalidBody('password is required to create the account');
    const { email } = opened.invitation;
    // A member of a team gets no plan of their own: that is up to the operator.
    const account = { email, name, timeZone, password, plan: 'none' } as const;
    // Checked again right before the user is added.
    const user = await accounts.createUser(account, { check: () => void team.openInvitation(token) });
    team.accept(opened, user);
    return sessions.createSession(user, browser);
  }

  return {
    /**
     * Makes the invited person a member and signs them in: a new user with the password they pick, one who has an
     * account by the session they have or by its password. 403 for an invitation that is not valid, 401 for an
     * account without its password, 422 for a new one with a bad password, name or zone.
     */
    join(browser: Browser, input: JoinInput): Promise<JoinResult> {
      const opened = team.openInvitation(input.token);
      return opened.invited ? joinAs(opened.invited, browser, input) : joinAsNewUser(opened, browser, input);
    },
  };
}

export type JoinService = ReturnType<typeof createJoinService>;
