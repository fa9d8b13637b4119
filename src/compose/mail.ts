/** Composes mail: the outbox and its sender, notifications, transactional mail, and the operator's relay. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import { createMessageIds, createRandomMessageId } from '../features/mail/message-id.ts';
import { createOutbox } from '../features/mail/outbox.ts';
import {
  createOutboxRenderer,
  type OutboxRendererDeps,
  type RenderReport,
} from '../features/mail/outbox-renderer.ts';
import { createOutboxSender, type MailOutcome } from '../features/mail/outbox-sender.ts';
import { createNotificationService, type NotificationDeps } from '../features/mail/service.ts';
import type { MailStore } from '../features/mail/store.ts';
import { createTransactionalMail } from '../features/mail/transactional.ts';
import { createUnsubscribeTokens } from '../features/mail/unsubscribe-token.ts';
import { createMailer, type MailerOptions } from '../outbound/mail.ts';
import { systemResolve } from '../outbound/target.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';

export function createMail(
  settings: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly network?: Partial<Pick<MailerOptions, 'resolve' | 'trust'>>;
  },
  deps: {
    readonly db: AppDb;
    readonly store: MailStore;
    readonly events: Events;
    readonly renderReport: RenderReport;
    readonly sites: NotificationDeps['sites'];
    readonly accounts: NotificationDeps['accounts'] & OutboxRendererDeps['accounts'];
    readonly metrics: { readonly observeMail: (outcome: MailOutcome) => void };
  },
) {
  const { clock, log, network } = settings;
  const { smtpUrl, mailFrom } = settings.config;
  const { db, store, events, renderReport, sites, accounts, metrics } = deps;
  const secret = loadSecret(db, 'mail');
  const unsubscribeTokens = createUnsubscribeTokens(secret);
  const mailer =
    smtpUrl === null || mailFrom === null
      ? null
      : createMailer({ resolve: systemResolve, ...network, url: smtpUrl, from: mailFrom });
  const outbox = createOutbox({ store, events, clock, isSetUp: mailer !== null });
  const notifications = createNotificationService({ store, outbox, sites, accounts, clock, log });
  const toEmail = createOutboxRenderer({
    accounts,
    sites,
    isSubscribed: notifications.isSubscribed,
    tokens: unsubscribeTokens,
    createMessageId: createMessageIds(secret, mailFrom ?? ''),
    renderReport,
  });
  const outboxSender = createOutboxSender({
    store,
    mailer,
    toEmail,
    clock,
    log,
    observe: metrics.observeMail,
  });
  events.subscribe('mail.recorded', outboxSender.sendSoon);
  events.subscribe('server.listening', ({ baseUrl }) => outboxSender.start(baseUrl));
  const transactionalMail = createTransactionalMail({
    mailer,
    createMessageId: () => createRandomMessageId(mailFrom ?? ''),
    clock,
    log,
    observe: metrics.observeMail,
  });
  return { outbox, outboxSender, notifications, transactionalMail, unsubscribeTokens };
}
