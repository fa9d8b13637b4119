/** Sends a user a test of the alerts that are mailed, and says whether it left. */
import { noMailRelay } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { User } from '../../core/user.ts';
import { type RateLimit, takeUse } from '../../http/rate-limit.ts';
import { SECOND_MS } from '../../lib/time-units.ts';
import { raceSignal, startDeadline } from '../../outbound/deadline.ts';
import { MailError } from '../../outbound/mail-error.ts';
import type { TransactionalMail } from '../mail/transactional.ts';

/** What became of a test. */
export interface TestMail {
  readonly to: string;
  /** Why the relay did not take it; null when it did. */
  readonly error: string | null;
}

/** A client waits no longer than half a minute. */
const ANSWER_MS = 20 * SECOND_MS;

const REFUSED = 'the mail relay of this server did not take it: its operator sees why in the log';

export function createTestMail({
  transactionalMail,
  rateLimit,
  isOperator,
  log,
}: {
  readonly transactionalMail: Pick<TransactionalMail, 'isSetUp' | 'sendNow'>;
  /** Limits the tests of each user. */
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly isOperator: (user: User) => boolean;
  readonly log: Log;
}) {
  return {
    isSetUp: transactionalMail.isSetUp,

    /** Sends a test to the user's address at once, once. 422 without a mail relay, 429 once the user's hour is used up. */
    async send({ user, baseUrl }: { readonly user: User; readonly baseUrl: string }): Promise<TestMail> {
      if (!transactionalMail.isSetUp) throw noMailRelay();
      takeUse(rateLimit, user.id, 'tests an hour can be sent');
      const late = () => new MailError('relay', 'the relay did not answer in time');
      const deadline = startDeadline(ANSWER_MS, late);
      try {
        const mail = { to: user.email, kind: 'test_alert', data: null, baseUrl } as const;
        await raceSignal(deadline.signal, transactionalMail.sendNow(mail));
        return { to: user.email, error: null };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log.warn({ reason: error.message }, 'a test mail was not taken');
        // What a relay answers may tell how it is set up.
        return { to: user.email, error: isOperator(user) ? error.message : REFUSED };
      } finally {
        deadline.clear();
      }
    },
  };
}

export type TestMailService = ReturnType<typeof createTestMail>;
