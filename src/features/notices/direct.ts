/** Mail that holds a secret, such as a link that lets somebody in: it is never stored, so it goes out at once or not at all. */
import type { Clock } from '../../core/clock.ts';
import { CommandError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Mailer } from '../../outbound/mail.ts';
import { writeLetter } from './letter.ts';
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
  /** Called once the relay has taken it. */
  readonly onSent?: () => void;
}

export interface DirectMail {
  /** Whether the operator has set a mail relay; without one nothing is sent. */
  readonly isSetUp: boolean;
  /** Hands a mail to the relay in the background, once. That it was not taken stands in the log, without its reader. */
  send(letter: DirectLetter): void;
  /** Hands a mail to the relay and waits. Throws a `MailError` when it is not taken, a `CommandError` without a relay. */
  sendNow(letter: DirectLetter): Promise<void>;
  /** Resolves once every mail so far was taken or given up. */
  settle(): Promise<void>;
  /** Breaks off what is under way. */
  stop(): Promise<void>;
}

/** Mails at once, under way or waiting: whoever makes more of them than the relay takes must not fill the memory. */
const MAX_OPEN = 200;

export function createDirectMail(deps: {
  /** Null: the operator has set no mail relay. */
  readonly mailer: Mailer | null;
  readonly newMessageId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: (outcome: 'sent' | 'failed') => void;
}): DirectMail {
  const { mailer, newMessageId, clock, log, observe } = deps;
  const stopping = new AbortController();
  const open = new Set<Promise<void>>();

  async function hand(via: Mailer, { to, message, ...envelope }: DirectLetter): Promise<void> {
    const head = { to, messageId: newMessageId(), date: clock.now(), unsubscribeUrl: null };
    await via.send(writeLetter(message, { ...head, ...envelope }), stopping.signal);
    observe('sent');
  }

  async function deliver(via: Mailer, letter: DirectLetter): Promise<void> {
    try {
      await hand(via, letter);
      letter.onSent?.();
    } catch (error) {
      if (stopping.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ kind: letter.kind, reason }, 'a mail could not be sent; it holds a secret and is not kept');
      observe('failed');
    }
  }

  const settle = async (): Promise<void> => {
    while (open.size > 0) await Promise.all(open);
  };
  return {
    isSetUp: mailer !== null,
    send(letter) {
      if (mailer === null || stopping.signal.aborted) return;
      if (open.size >= MAX_OPEN) {
        log.error({ kind: letter.kind }, 'a mail was not sent: too many wait for the relay');
        observe('failed');
        return;
      }
      const sending = deliver(mailer, letter).finally(() => open.delete(sending));
      open.add(sending);
    },
    async sendNow(letter) {
      if (mailer === null)
        throw new CommandError(
          'no mail relay is set: give FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM, and start the server anew where one runs',
        );
      await hand(mailer, letter);
    },
    settle,
    async stop() {
      stopping.abort(new Error('the server stops'));
      await settle();
    },
  };
}
