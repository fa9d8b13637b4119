/** Composes mail: the outbox and its sender, notifications, transactional mail, and the operator's relay. */
import type { Metrics } from '../features/health/metrics-registry.ts';
import { createMessageIds, createRandomMessageId } from '../features/mail/message-id.ts';
import { createOutbox } from '../features/mail/outbox.ts';
import { createOutboxRenderer } from '../features/mail/outbox-renderer.ts';
import { createOutboxSender } from '../features/mail/outbox-sender.ts';
import { createNotificationService } from '../features/mail/service.ts';
import { createMailStore } from '../features/mail/store.ts';
import { createTransactionalMail } from '../features/mail/transactional.ts';
import { createUnsubscribeTokens } from '../features/mail/unsubscribe-token.ts';
import { createMailer } from '../outbound/mail.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { ReportMail } from './report-mail.ts';
import type { Sites } from './sites.ts';
import type { StatusMail } from './status-mail.ts';
import type { Stores } from './stores.ts';

export type Mail = ReturnType<typeof composeMail>;

interface MailDeps {
  readonly stores: Stores;
  readonly access: Access;
  readonly sites: Sites;
  readonly metrics: Metrics;
  readonly reportMail: ReportMail;
  readonly statusMail: StatusMail;
}

export function composeMail({ config, clock, log, events, network }: Context, deps: MailDeps) {
  const { db } = deps.stores;
  const { smtpUrl, mailFrom } = config;
  const { accounts } = deps.access;
  const sites = deps.sites.service;
  const observe = deps.metrics.observeMail;
  const secret = loadSecret(db, 'mail');
  const unsubscribeTokens = createUnsubscribeTokens(secret);
  const mailer =
    smtpUrl === null || mailFrom === null ? null : createMailer({ ...network, url: smtpUrl, from: mailFrom });
  const store = createMailStore(db);
  const outbox = createOutbox({ store, events, clock, isSetUp: mailer !== null });
  const notifications = createNotificationService({ store, outbox, sites, accounts, clock, log });
  const toEmail = createOutboxRenderer({
    accounts,
    sites,
    isSubscribed: notifications.isSubscribed,
    tokens: unsubscribeTokens,
    createMessageId: createMessageIds(secret, mailFrom ?? ''),
    renderReport: deps.reportMail.renderReport,
    renderStatusMail: deps.statusMail.render,
  });
  const outboxSender = createOutboxSender({ store, mailer, toEmail, clock, log, observe });
  events.subscribe('mail.recorded', outboxSender.sendSoon);
  events.subscribe('server.listening', ({ baseUrl }) => outboxSender.start(baseUrl));
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  return {
    outbox,
    outboxSender,
    notifications,
    transactional: createTransactionalMail({
      mailer,
      createMessageId: () => createRandomMessageId(mailFrom ?? ''),
      clock,
      log,
      observe,
    }),
    unsubscribeTokens,
    /** Returns when a kind of mail was last recorded. */
    findLastAt: store.findLastAt,
  };
}
