/** Mail put together: what is told, its outbox, and the way to the operator's relay. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import { createLetters, type LetterDeps } from '../features/mail/email.ts';
import { createMailSender, type MailOutcome } from '../features/mail/sender.ts';
import { createNoticesService, type NoticesDeps } from '../features/mail/service.ts';
import type { NoticesStore } from '../features/mail/store.ts';
import { createMessageIds, createUnsubscribeTokens, newMessageId } from '../features/mail/token.ts';
import { createDirectMail } from '../features/mail/transactional.ts';
import { createMailer, type MailerOptions } from '../outbound/mail.ts';
import { systemResolve } from '../outbound/target.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';

/** What records mail, what sends it, and the codes with which it is stopped. */
export function createMail(
  settings: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly network?: Partial<Pick<MailerOptions, 'resolve' | 'trust'>>;
  },
  deps: {
    readonly db: AppDb;
    readonly store: NoticesStore;
    readonly events: Events;
    readonly reportLetterOf: LetterDeps['reportLetterOf'];
    readonly sites: NoticesDeps['sites'];
    readonly accounts: NoticesDeps['accounts'] & LetterDeps['accounts'];
    readonly metrics: { readonly observeMail: (outcome: MailOutcome) => void };
  },
) {
  const { clock, log, network } = settings;
  const { smtpUrl, mailFrom } = settings.config;
  const { db, store, events, reportLetterOf, sites, accounts, metrics } = deps;
  const secret = loadSecret(db, 'mail');
  const unsubscribeTokens = createUnsubscribeTokens(secret);
  const mailer =
    smtpUrl === null || mailFrom === null
      ? null
      : createMailer({ resolve: systemResolve, ...network, url: smtpUrl, from: mailFrom });
  const notices = createNoticesService({
    store,
    sites,
    accounts,
    events,
    clock,
    log,
    hasRelay: mailer !== null,
  });
  const letterOf = createLetters({
    accounts,
    sites,
    isSubscribed: notices.isSubscribed,
    tokens: unsubscribeTokens,
    messageIdOf: createMessageIds(secret, mailFrom ?? ''),
    reportLetterOf,
  });
  const mailSender = createMailSender({ store, mailer, letterOf, clock, log, observe: metrics.observeMail });
  events.subscribe('mail.recorded', mailSender.wake);
  events.subscribe('server.listening', ({ baseUrl }) => mailSender.start(baseUrl));
  const directMail = createDirectMail({
    mailer,
    newMessageId: () => newMessageId(mailFrom ?? ''),
    clock,
    log,
    observe: metrics.observeMail,
  });
  return {
    notices,
    mailSender,
    directMail,
    unsubscribeTokens,
  };
}
