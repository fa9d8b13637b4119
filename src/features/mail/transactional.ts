/**
 * Mail that holds a secret, such as a link that lets somebody in. It is kept in memory only, never on disk: what the relay
 * does not take at once is tried again for half an hour, as greylisting asks for, and is gone when the server stops.
 */
import type { Clock } from '../../core/clock.ts';
import { CommandError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { startWorkQueue } from '../../lib/work-queue.ts';
import type { Mail, Mailer } from '../../outbound/mail.ts';
import { MailError } from '../../outbound/mail-error.ts';
import { writeLetter } from './email.ts';
import type { Message } from './message.ts';

export interface DirectLetter {
  readonly to: string;
  /** For the log: `invitation`. */
  readonly kind: string;
  readonly message: Message;
  /** Why it came, as a whole sentence for its foot. */
  readonly why: string;
  /** Origin of this server. */
  readonly baseUrl: string;
  /** False when its sender tries again by itself. Default: true. */
  readonly isRetried?: boolean;
  /** Returns false once the mail is not needed any more; called before each retry. */
  readonly isNeeded?: () => boolean;
  /** Called once the relay has taken it. */
  readonly onSent?: () => void;
  /** Called when it is given up; the reason holds no address. */
  readonly onFailed?: (reason: string) => void;
}

export interface DirectMail {
  /** Whether the operator has set a mail relay; without one nothing is sent. */
  readonly isSetUp: boolean;
  /** Hands a mail to the relay in the background. */
  send(letter: DirectLetter): void;
  /** Hands a mail to the relay once and waits. Throws a `MailError` when it is not taken, a `CommandError` without a relay. */
  sendNow(letter: DirectLetter): Promise<void>;
  /** Tries the mails again that are due. */
  retryDue(): Promise<void>;
  /** Number of mails that are being sent or wait for another try. */
  waiting(): number;
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
const WAIT_MINUTES = [1, 2, 4, 8, 15];
const MINUTE_MS = 60_000;

/** A mail in memory. */
interface Pending {
  readonly letter: DirectLetter;
  readonly mail: Mail;
  readonly attempts: number;
  readonly dueMs: number;
}

interface Attempt {
  readonly pending: Pending;
  readonly ended: PromiseWithResolvers<void>;
}

/** Removes links and tokens from a relay's answer: filters quote what they object to. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/https?:\/\/\S+/gi, '(link)').replaceAll(/[\w+/=-]{20,}/g, '(…)');

export function createDirectMail(deps: {
  /** Null: the operator has set no mail relay. */
  readonly mailer: Mailer | null;
  readonly newMessageId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: (outcome: 'sent' | 'postponed' | 'failed') => void;
}): DirectMail {
  const { mailer, newMessageId, clock, log, observe } = deps;
  const stopping = new AbortController();
  const waiting = new Set<Pending>();
  const queue = startWorkQueue<Attempt>({
    workers: CONNECTIONS,
    maxWaiting: MAX_OPEN,
    work: async ({ pending, ended }) => {
      if (mailer !== null && !stopping.signal.aborted) await attempt(mailer, pending);
      ended.resolve();
    },
  });

  const mailOf = (letter: DirectLetter): Mail =>
    writeLetter(letter.message, {
      to: letter.to,
      why: letter.why,
      baseUrl: letter.baseUrl,
      messageId: newMessageId(),
      date: clock.now(),
      unsubscribeUrl: null,
    });

  /** Calls back a sender, whose database may be full. What the relay has taken is not sent again for that. */
  function notify(kind: string, callBack: () => void): void {
    try {
      callBack();
    } catch (error) {
      log.error({ kind, err: error }, 'the outcome of a mail could not be recorded');
    }
  }

  function fail({ kind, onFailed }: DirectLetter, reason: string): void {
    log.error({ kind, reason }, 'a mail could not be sent and is given up');
    observe('failed');
    notify(kind, () => onFailed?.(reason));
  }

  function postpone({ letter, mail, attempts }: Pending, waitMinutes: number, reason: string): void {
    waiting.add({
      letter,
      mail,
      attempts: attempts + 1,
      dueMs: clock.now().getTime() + waitMinutes * MINUTE_MS,
    });
    log.info({ kind: letter.kind, reason, waitMinutes }, 'a mail was not taken and is tried again');
    observe('postponed');
  }

  async function attempt(via: Mailer, pending: Pending): Promise<void> {
    const { letter, mail, attempts } = pending;
    try {
      await via.send(mail, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const isRefused = error instanceof MailError && error.fault === 'refused';
      const isLast = isRefused || letter.isRetried === false;
      const waitMinutes = isLast ? undefined : WAIT_MINUTES[attempts];
      const reason = withoutSecrets(error instanceof Error ? error.message : String(error));
      if (waitMinutes === undefined) fail(letter, reason);
      else postpone(pending, waitMinutes, reason);
      return;
    }
    observe('sent');
    notify(letter.kind, () => letter.onSent?.());
  }

  /** Starts an attempt, or queues it behind others. Resolves once it has ended. */
  function begin(pending: Pending): Promise<void> {
    const ended = Promise.withResolvers<void>();
    if (!queue.offer({ pending, ended })) ended.resolve();
    return ended.promise;
  }

  return {
    isSetUp: mailer !== null,
    send(letter) {
      if (mailer === null || stopping.signal.aborted) return;
      if (queue.open() + waiting.size >= MAX_OPEN) fail(letter, 'too many mails wait for the relay');
      else void begin({ letter, mail: mailOf(letter), attempts: 0, dueMs: 0 });
    },
    async sendNow(letter) {
      if (mailer === null)
        throw new CommandError(
          'no mail relay is set: give FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM, and start the server anew where one runs',
        );
      await mailer.send(mailOf(letter), stopping.signal);
      observe('sent');
    },
    async retryDue() {
      const nowMs = clock.now().getTime();
      const due = [...waiting].filter(({ dueMs }) => dueMs <= nowMs);
      for (const pending of due) waiting.delete(pending);
      await Promise.all(due.filter(({ letter }) => letter.isNeeded?.() ?? true).map(begin));
    },
    waiting: () => queue.open() + waiting.size,
    settle: queue.settled,
    async stop() {
      stopping.abort(new Error('the server stops'));
      waiting.clear();
      await queue.settled();
    },
  };
}
