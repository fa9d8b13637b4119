import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import type { Mail, Mailer } from '../../outbound/mail.ts';
import { MailError } from '../../outbound/mail-error.ts';
import type { MailStore, OutboxRow } from './store.ts';
import type { MailOutcome } from './transactional.ts';

/** Waits between attempts; a mail that the relay has not taken after the last one is given up. */
const RETRY_MINUTES = [1, 5, 30, 120, 480];
/** A report is still worth reading a day later, and is not written again: it is retried for 42 hours. */
const REPORT_RETRY_MINUTES = [...RETRY_MINUTES, 480, 480, 480, 480];
/** Connections to the relay at once. */
const CONNECTIONS = 3;
const MAX_ROWS = 50;
const RETENTION_DAYS = 30;

export interface OutboxSenderDeps {
  readonly store: MailStore;
  /** Null: the operator has set no mail relay. */
  readonly mailer: Mailer | null;
  /** Renders a row; undefined when it is not to be sent any more. */
  readonly toEmail: (row: OutboxRow, baseUrl: string) => Mail | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: (outcome: MailOutcome) => void;
}

export interface OutboxSender {
  /** Starts sending mails as they are enqueued, with links to that origin. */
  start(baseUrl: string): void;
  /** Sends in a microtask, after the transaction of this turn. */
  sendSoon(): void;
  /** Sends what is due, and resolves once nothing is. */
  sendDue(): Promise<void>;
  /** Deletes mails that were sent or given up more than 30 days ago, and returns how many. */
  prune(now: Date): number;
  /** Aborts the attempts; what the relay has not taken is sent after the next start. */
  stop(): Promise<void>;
}

/** One run over everything that is due. */
interface Round {
  readonly mailer: Mailer;
  readonly baseUrl: string;
  /** Set once the relay has shown that it takes nothing: the rest of the round fails without an attempt. */
  relayFault: MailError | undefined;
}

/**
 * Sends the outbox. The result is saved right after the relay has taken a mail: only a kill between the two, or a lost
 * answer, sends a mail twice, with the same message id. A dead relay is tried once for everything that is due.
 */
export function createOutboxSender(deps: OutboxSenderDeps): OutboxSender {
  const { store, mailer, toEmail, clock, log } = deps;
  const stopping = new AbortController();
  /** Taken by the relay, but the disk did not take the record: never sent again by this process. */
  const unrecorded = new Set<number>();
  const results = createResultRecorder(deps);
  let origin: string | undefined;
  let running: Promise<void> | undefined;
  let hasNewMail = false;

  async function attempt(row: OutboxRow, round: Round): Promise<void> {
    const mail = toEmail(row, round.baseUrl);
    if (!mail) return results.markUnwanted(row);
    if (!unrecorded.has(row.id)) {
      try {
        if (round.relayFault) throw round.relayFault;
        await round.mailer.send(mail, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof MailError)) throw error;
        if (error.fault === 'relay') round.relayFault = error;
        return results.saveFailure(row, error);
      }
      unrecorded.add(row.id);
    }
    results.markSent(row);
    unrecorded.delete(row.id);
  }

  async function sendAll(round: Round): Promise<void> {
    for (;;) {
      const due = store.listDue(clock.now(), MAX_ROWS);
      if (due.length === 0 || stopping.signal.aborted) break;
      const rows = due.values();
      const work = async () => {
        for (const row of rows) await attempt(row, round);
      };
      const ended = await Promise.allSettled(Array.from({ length: CONNECTIONS }, work));
      const broken = ended.find(result => result.status === 'rejected');
      if (broken) throw broken.reason;
    }
    if (round.relayFault)
      log.warn(
        { reason: round.relayFault.message },
        'the mail relay takes nothing: mail waits and is tried again',
      );
  }

  /** Repeats until nothing is due and no mail was added during the last round. */
  async function run(connection: Pick<Round, 'mailer' | 'baseUrl'>): Promise<void> {
    try {
      while (hasNewMail && !stopping.signal.aborted) {
        hasNewMail = false;
        await sendAll({ ...connection, relayFault: undefined });
      }
    } finally {
      running = undefined;
    }
  }

  async function sendDue(): Promise<void> {
    if (mailer === null || origin === undefined || stopping.signal.aborted) return;
    hasNewMail = true;
    running ??= run({ mailer, baseUrl: origin });
    await running;
  }

  function sendSoon(): void {
    queueMicrotask(() => {
      if (stopping.signal.aborted) return;
      sendDue().catch(error => log.error({ err: error }, 'the outbox of mails could not be worked off'));
    });
  }

  return {
    start(baseUrl) {
      origin = baseUrl;
      sendSoon();
    },
    sendSoon,
    sendDue,
    prune: now => store.removeFinishedBefore(new Date(now.getTime() - RETENTION_DAYS * DAY_MS)),
    async stop() {
      stopping.abort(new Error('the server stops'));
      await running?.catch(() => {});
    },
  };
}

/** Saves the results of attempts. */
function createResultRecorder({ store, clock, log, observe }: OutboxSenderDeps) {
  return {
    markSent({ id, attempts }: OutboxRow): void {
      store.saveResult(id, {
        status: 'sent',
        attempts: attempts + 1,
        lastError: null,
        settledAt: clock.now(),
      });
      observe('sent');
    },
    markUnwanted({ id, attempts, lastError }: OutboxRow): void {
      store.saveResult(id, { status: 'unwanted', attempts, lastError, settledAt: clock.now() });
    },
    saveFailure({ id, kind, attempts: before }: OutboxRow, { fault, message }: MailError): void {
      const attempts = before + 1;
      const waits = kind === 'mail_report' ? REPORT_RETRY_MINUTES : RETRY_MINUTES;
      const waitMinutes = fault === 'refused' ? undefined : waits[before];
      const now = clock.now();
      if (waitMinutes === undefined) {
        store.saveResult(id, { status: 'failed', attempts, lastError: message, settledAt: now });
        log.error({ mail: id, kind, attempts, reason: message }, 'a mail could not be sent and is given up');
        observe('failed');
        return;
      }
      const nextAttemptAt = new Date(now.getTime() + waitMinutes * MINUTE_MS);
      store.scheduleRetry(id, { attempts, nextAttemptAt, lastError: message });
      log.info(
        { mail: id, kind, attempts, reason: message, waitMinutes },
        'a mail was not taken and is tried again',
      );
      observe('postponed');
    },
  };
}
