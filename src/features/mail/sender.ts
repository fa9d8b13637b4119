import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Mail, Mailer } from '../../outbound/mail.ts';
import { MailError } from '../../outbound/mail-error.ts';
import type { NoticesStore, OutboxRow } from './store.ts';

/** Waits between attempts; a mail that was not taken after the last one is given up. */
const WAIT_MINUTES = [1, 5, 30, 120, 480];
/** What sums up a week or a month is worth reading a day later, and does not come again: it is tried for 42 hours. */
const PATIENT_WAIT_MINUTES = [...WAIT_MINUTES, 480, 480, 480, 480];
const MINUTE_MS = 60_000;
/** Connections to the relay at once. */
const CONNECTIONS = 3;
const MAX_ROWS = 50;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** How an attempt ended, for the operator's figures. */
export type MailOutcome = 'sent' | 'postponed' | 'failed';

export interface MailSenderDeps {
  readonly store: NoticesStore;
  /** Null: the operator has set no mail relay. */
  readonly mailer: Mailer | null;
  /** The mail of a row; undefined when its reader does not want it any more. */
  readonly letterOf: (row: OutboxRow, baseUrl: string) => Mail | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: (outcome: MailOutcome) => void;
}

export interface MailSender {
  /** From now on mails are sent as they come; their links lead to that origin. */
  start(baseUrl: string): void;
  /** Sends soon, after whatever is going on in this turn. */
  wake(): void;
  /** Sends what is due, and resolves once nothing is. */
  sendDue(): Promise<void>;
  /** Forgets mails that were sent or given up more than 30 days ago, and says how many. */
  prune(now: Date): number;
  /** Breaks off; what was not taken is sent after the next start. */
  stop(): Promise<void>;
}

interface Round {
  /** Set once the relay has shown that it takes nothing: the rest of the round does not ask it again. */
  relayFault: MailError | undefined;
}

/**
 * Sends the outbox. A mail is settled right after the relay has taken it: only a kill between the two, or an answer
 * that got lost, sends one again, with the same message id. A dead relay is asked once for everything that is due.
 */
export function createMailSender(deps: MailSenderDeps): MailSender {
  const { store, mailer, letterOf, clock, log } = deps;
  const stopping = new AbortController();
  /** Taken by the relay, but the disk did not take the record: never sent again by this process. */
  const unrecorded = new Set<number>();
  const keep = createKeeper(deps);
  let origin: string | undefined;
  let running: Promise<void> | undefined;
  let isStale = false;

  async function attempt(row: OutboxRow, { via, baseUrl }: Way, round: Round): Promise<void> {
    const mail = letterOf(row, baseUrl);
    if (!mail) return keep.unwanted(row);
    if (!unrecorded.has(row.id)) {
      try {
        if (round.relayFault) throw round.relayFault;
        await via.send(mail, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof MailError)) throw error;
        if (error.fault === 'relay') round.relayFault = error;
        return keep.failed(row, error);
      }
      unrecorded.add(row.id);
    }
    keep.sent(row);
    unrecorded.delete(row.id);
  }

  async function sendAll(way: Way): Promise<void> {
    const round: Round = { relayFault: undefined };
    for (;;) {
      const due = store.listDue(clock.now(), MAX_ROWS);
      if (due.length === 0 || stopping.signal.aborted) break;
      const rows = due.values();
      const work = async () => {
        for (const row of rows) await attempt(row, way, round);
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

  /** Until nothing is due and nobody has asked again meanwhile. */
  async function run(way: Way): Promise<void> {
    try {
      while (isStale && !stopping.signal.aborted) {
        isStale = false;
        await sendAll(way);
      }
    } finally {
      running = undefined;
    }
  }

  async function sendDue(): Promise<void> {
    if (mailer === null || origin === undefined || stopping.signal.aborted) return;
    isStale = true;
    running ??= run({ via: mailer, baseUrl: origin });
    await running;
  }

  function wake(): void {
    queueMicrotask(() => {
      if (stopping.signal.aborted) return;
      sendDue().catch(error => log.error({ err: error }, 'the outbox of mails could not be worked off'));
    });
  }

  return {
    start(baseUrl) {
      origin = baseUrl;
      wake();
    },
    wake,
    sendDue,
    prune: now => store.removeSettledBefore(new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
    async stop() {
      stopping.abort(new Error('the server stops'));
      await running?.catch(() => {});
    },
  };
}

interface Way {
  readonly via: Mailer;
  readonly baseUrl: string;
}

/** Writes down how an attempt ended. */
function createKeeper({ store, clock, log, observe }: MailSenderDeps) {
  return {
    sent({ id, attempts }: OutboxRow): void {
      store.settle(id, { status: 'sent', attempts: attempts + 1, lastError: null, settledAt: clock.now() });
      observe('sent');
    },
    unwanted({ id, attempts, lastError }: OutboxRow): void {
      store.settle(id, { status: 'unwanted', attempts, lastError, settledAt: clock.now() });
    },
    failed({ id, kind, attempts: before }: OutboxRow, { fault, message }: MailError): void {
      const attempts = before + 1;
      const waits = kind === 'mail_report' ? PATIENT_WAIT_MINUTES : WAIT_MINUTES;
      const waitMinutes = fault === 'refused' ? undefined : waits[before];
      const now = clock.now();
      if (waitMinutes === undefined) {
        store.settle(id, { status: 'failed', attempts, lastError: message, settledAt: now });
        log.error({ mail: id, kind, attempts, reason: message }, 'a mail could not be sent and is given up');
        observe('failed');
        return;
      }
      const nextAttemptAt = new Date(now.getTime() + waitMinutes * MINUTE_MS);
      store.postpone(id, { attempts, nextAttemptAt, lastError: message });
      log.info(
        { mail: id, kind, attempts, reason: message, waitMinutes },
        'a mail was not taken and is tried again',
      );
      observe('postponed');
    },
  };
}
