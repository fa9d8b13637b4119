/** Mails to the owners of signups: recorded as owed in the database until they are sent, with a new link for each attempt. */
import type { Clock } from '../../core/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { createToken, hashToken } from '../../lib/token.ts';
import type { TransactionalMail } from '../mail/transactional.ts';
import type { SignupRow, SignupsStore } from './store.ts';

const FIRST_WAIT_MS = 10 * MINUTE_MS;
const MAX_ATTEMPTS = 8;
/** A mail that is owed for longer is not sent any more. */
const MAX_AGE_MS = 7 * DAY_MS;

export interface SignupMailDeps {
  readonly store: SignupsStore;
  readonly transactionalMail: Pick<TransactionalMail, 'isSetUp' | 'send'>;
  readonly needsApproval: (signup: SignupRow) => boolean;
  /** Whether the user of a signup is on trial, or was until the trial ended. */
  readonly isTrial: (signup: SignupRow) => boolean;
  readonly baseUrl: () => string;
  readonly clock: Clock;
}

export function createSignupMail({
  store,
  transactionalMail,
  needsApproval,
  isTrial,
  baseUrl,
  clock,
}: SignupMailDeps) {
  /** Exponential backoff from ten minutes on. */
  function isDue({ mailAttempts, mailTriedAt }: SignupRow, now: Date): boolean {
    if (mailAttempts >= MAX_ATTEMPTS) return false;
    const waitMs = FIRST_WAIT_MS * 2 ** Math.max(0, mailAttempts - 1);
    return mailTriedAt === null || Math.abs(now.getTime() - mailTriedAt.getTime()) >= waitMs;
  }

  /** Creates a link whose token is known to the mail only. */
  function createMailedLink({ id }: SignupRow): string {
    const token = createToken();
    store.addMailedLink(id, hashToken(token), clock.now());
    return activationPath(token);
  }

  /** Creates a link for each signup, for the operator. */
  function createLinks(signups: readonly SignupRow[]): string[] {
    const made = signups.map(({ id: signupId }) => ({ signupId, token: createToken() }));
    const links = made.map(({ signupId, token }) => ({ signupId, tokenHash: hashToken(token) }));
    store.addShownLinks(links, clock.now());
    return made.map(({ token }) => activationPath(token));
  }

  function send(signup: SignupRow): void {
    const { owedMail: kind } = signup;
    if (kind === null) return;
    // The operator may have set a plan while the relay was down.
    if (kind.startsWith('trial') && !isTrial(signup)) {
      store.markMailSent(signup.id, kind);
      return;
    }
    store.recordAttempt(signup, clock.now());
    const path = kind === 'activation' || kind === 'approval' ? createMailedLink(signup) : '/';
    transactionalMail.send({
      to: signup.email,
      kind: `signup_${kind}`,
      data: { signup, path, needsApproval: needsApproval(signup) },
      baseUrl: baseUrl(),
      // The owed mail stays in the database until it is sent, and is retried from there.
      isRetried: false,
      onSent: () => store.markMailSent(signup.id, kind),
    });
  }

  return {
    createLinks,

    /** Sends the owed mail of a signup if mail is set up; a failed one is retried later. */
    sendOwed(signup: SignupRow): void {
      if (transactionalMail.isSetUp) send(signup);
    },

    /** Sends the owed mails that are due, and returns how many. */
    sendDue(now: Date): number {
      if (!transactionalMail.isSetUp) return 0;
      const due = store
        .listOwing(new Date(now.getTime() - MAX_AGE_MS))
        .filter(signup => isDue(signup, now) && (signup.userId !== null || signup.expiresAt > now));
      for (const signup of due) send(signup);
      return due.length;
    },
  };
}

export type SignupMailService = ReturnType<typeof createSignupMail>;

/** Where an owner activates a signup. */
const activationPath = (token: string): string => `/activate?token=${token}`;
