/**
 * Mail that is sent once, and may hold a secret such as a link that signs in. It is kept in memory only, never on disk:
 * what the relay does not take at once is retried for half an hour, as greylisting requires, and is lost when the server stops.
 */
import PQueue from 'p-queue';
import type { Clock } from '../../core/clock.ts';
import { CommandError, getErrorMessage } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { Mail, Mailer } from '../../outbound/mail.ts';
import { MailError } from '../../outbound/mail-error.ts';
import { createEmail } from './email.ts';
import { formatMessage } from './message.ts';
import {
  TRANSACTIONAL_MESSAGES,
  type TransactionalData,
  type TransactionalKind,
} from './messages/transactional.ts';

/** Outcome of an attempt to send a mail, for metrics. */
export type MailOutcome = 'sent' | 'postponed' | 'failed';

export interface TransactionalEmail<Kind extends TransactionalKind = TransactionalKind> {
  readonly to: string;
  readonly kind: Kind;
  readonly data: TransactionalData[Kind];
  /** Origin of this server. */
  readonly baseUrl: string;
  /** False when the caller retries by itself. Default: true. */
  readonly isRetried?: boolean;
  /** Returns false once the mail is not needed any more; called before each retry. */
  readonly isNeeded?: () => boolean;
  /** Called once the relay has taken it. */
  readonly onSent?: () => void;
  /** Called when it is given up; the reason holds no address. */
  readonly onFailed?: (reason: string) => void;
}

export interface TransactionalMail {
  /** Whether the operator has set a mail relay; without one nothing is sent. */
  readonly isSetUp: boolean;
  /** Hands a mail to the relay in the background. */
  send<Kind extends TransactionalKind>(email: TransactionalEmail<Kind>): void;
  /** Hands a mail to the relay once and waits. Throws a `MailError` when it is not taken, a `CommandError` without a relay. */
  sendNow<Kind extends TransactionalKind>(email: TransactionalEmail<Kind>): Promise<void>;
  /** Retries the mails that are due. */
  retryDue(): Promise<void>;
  /** Number of mails that are being sent or wait for a retry. */
  countPending(): number;
  /** Resolves once no attempt is under way. */
  settle(): Promise<void>;
  /** Aborts the attempts under way and forgets the mails that wait. */
  stop(): Promise<void>;
}

/** Connections to the relay at once. */
const CONNECTIONS = 5;
/** Mails under way or waiting at most: a flood of requests must not fill the memory. */
const MAX_OPEN = 200;
/** Minutes before each further attempt: half an hour in all. */
const RETRY_MINUTES = [1, 2, 4, 8, 15];
/** One that would wait longer was scheduled before the clock was set back. */
const MAX_WAIT_MS = Math.max(...RETRY_MINUTES) * MINUTE_MS;

/** A mail in memory. */
interface Pending {
  readonly email: TransactionalEmail;
  readonly mail: Mail;
  readonly attempts: number;
  readonly dueMs: number;
}

/** Removes links and tokens from a relay's answer: filters quote what they object to. */
const redactSecrets = (text: string): string =>
  text.replaceAll(/https?:\/\/\S+/gi, '(link)').replaceAll(/[\w+/=-]{20,}/g, '(…)');

export function createTransactionalMail(deps: {
  /** Null: the operator has set no mail relay. */
  readonly mailer: Mailer | null;
  readonly createMessageId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: (outcome: MailOutcome) => void;
}): TransactionalMail {
  const { mailer, createMessageId, clock, log, observe } = deps;
  const stopping = new AbortController();
  const waiting = new Set<Pending>();
  const queue = new PQueue({ concurrency: CONNECTIONS });
  const countPending = (): number => queue.size + queue.pending + waiting.size;

  const toMail = <Kind extends TransactionalKind>({
    to,
    kind,
    data,
    baseUrl,
  }: TransactionalEmail<Kind>): Mail => {
    const { message, ...footer } = TRANSACTIONAL_MESSAGES[kind](data, new URL(baseUrl).host);
    return createEmail(formatMessage(message, { baseUrl, unsubscribeUrl: null, ...footer }), {
      to,
      messageId: createMessageId(),
      date: clock.now(),
      unsubscribeUrl: null,
    });
  };

  /** Calls back the caller, whose database may be full. What the relay has taken is not sent again for that. */
  function callBack(kind: string, callback: () => void): void {
    try {
      callback();
    } catch (error) {
      log.error({ kind, err: error }, 'the outcome of a mail could not be recorded');
    }
  }

  function fail({ kind, onFailed }: TransactionalEmail, reason: string): void {
    log.error({ kind, reason }, 'a mail could not be sent and is given up');
    observe('failed');
    callBack(kind, () => onFailed?.(reason));
  }

  function postpone({ email, mail, attempts }: Pending, waitMinutes: number, reason: string): void {
    waiting.add({
      email,
      mail,
      attempts: attempts + 1,
      dueMs: clock.now().getTime() + waitMinutes * MINUTE_MS,
    });
    log.info({ kind: email.kind, reason, waitMinutes }, 'a mail was not taken and is tried again');
    observe('postponed');
  }

  async function attempt(pending: Pending): Promise<void> {
    if (mailer === null || stopping.signal.aborted) return;
    const { email, mail, attempts } = pending;
    try {
      await mailer.send(mail, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const isRefused = error instanceof MailError && error.fault === 'refused';
      const isLast = isRefused || email.isRetried === false;
      const waitMinutes = isLast ? undefined : RETRY_MINUTES[attempts];
      const reason = redactSecrets(getErrorMessage(error));
      if (waitMinutes === undefined) fail(email, reason);
      else postpone(pending, waitMinutes, reason);
      return;
    }
    observe('sent');
    callBack(email.kind, () => email.onSent?.());
  }

  /** Starts an attempt, or queues it behind others. Resolves once it has ended. */
  const enqueue = (pending: Pending): Promise<void> => queue.add(() => attempt(pending));

  return {
    isSetUp: mailer !== null,
    send(email) {
      if (mailer === null || stopping.signal.aborted) return;
      if (countPending() >= MAX_OPEN) fail(email, 'too many mails wait for the relay');
      else void enqueue({ email, mail: toMail(email), attempts: 0, dueMs: 0 });
    },
    async sendNow(email) {
      if (mailer === null)
        throw new CommandError(
          'no mail relay is set: give FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM, and start the server anew where one runs',
        );
      await mailer.send(toMail(email), stopping.signal);
      observe('sent');
    },
    async retryDue() {
      const nowMs = clock.now().getTime();
      const due = [...waiting].filter(({ dueMs }) => dueMs <= nowMs || dueMs > nowMs + MAX_WAIT_MS);
      for (const pending of due) waiting.delete(pending);
      await Promise.all(due.filter(({ email }) => email.isNeeded?.() ?? true).map(enqueue));
    },
    countPending,
    settle: () => queue.onIdle(),
    async stop() {
      stopping.abort(new Error('the server stops'));
      waiting.clear();
      await queue.onIdle();
    },
  };
}
