/** Mails that wait in the database until the relay has taken them. */
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { EmailContent } from './email.ts';
import type { MailStore, NewOutboxRow, OutboxRow } from './store.ts';

/** Accepts mails, which are sent in the background and survive a restart. */
export interface Outbox {
  /** False: the operator has set no mail relay, and nothing may be enqueued. */
  readonly isSetUp: boolean;
  /** Adds a mail. Synchronous: called within a transaction it is part of it. */
  enqueue(mail: Omit<NewOutboxRow, 'createdAt'>): void;
}

/** A report in the outbox. */
export type QueuedReport = Pick<OutboxRow, 'userId' | 'reportId' | 'message' | 'createdAt'>;

/** A mail to a subscriber of a status page. */
export type QueuedStatusMail = Pick<OutboxRow, 'subscriberId' | 'message'>;

/** Renders a mail to a subscriber; undefined when it is not to be sent any more. */
export type RenderStatusMail = (mail: QueuedStatusMail, baseUrl: string) => RenderedMail | undefined;

/** Renders a report; undefined when it is not to be sent any more. */
export type RenderReport = (report: QueuedReport, baseUrl: string) => RenderedMail | undefined;

export interface RenderedMail {
  readonly to: string;
  readonly content: EmailContent;
  readonly unsubscribeUrl: string;
}

export function createOutbox({
  store,
  events,
  clock,
  isSetUp,
}: {
  readonly store: MailStore;
  readonly events: Pick<Events, 'publish'>;
  readonly clock: Clock;
  readonly isSetUp: boolean;
}) {
  const outbox: Outbox = {
    isSetUp,
    enqueue(mail) {
      store.insert({ ...mail, createdAt: clock.now() });
      events.publish('mail.recorded', { kind: mail.kind });
    },
  };
  return {
    ...outbox,
    /** Returns the number of waiting mails and the last error, for the operator. */
    getStatus: () => ({ waiting: store.countWaiting(), lastError: store.findLastError() }),
  };
}
