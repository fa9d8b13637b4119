/** Manages the subscribers of a status page: with double opt-in, and without revealing who has subscribed. */
import type { Clock } from '../../../core/clock.ts';
import type { Language } from '../../../core/languages.ts';
import { createAttemptLimit } from '../../../http/attempt-limit.ts';
import { toBasePath } from '../../../lib/base-path.ts';
import { canonicalEmail } from '../../../lib/email-address.ts';
import { hashToken } from '../../../lib/token.ts';
import type { TransactionalMail } from '../../mail/transactional.ts';
import { CONFIRMATION_MS, MAX_PENDING_MAILS, MAX_SUBSCRIBERS, SUBSCRIPTION_LIMITS } from '../limits.ts';
import type { PageScope } from '../scope.ts';
import type { PageRow, StatusPagesStore } from '../store.ts';
import { TEXTS } from '../texts.ts';
import type { Confirmation, SubscriptionTokens } from './tokens.ts';

export interface SubscriptionDeps {
  readonly store: StatusPagesStore;
  readonly scope: PageScope;
  readonly tokens: SubscriptionTokens;
  readonly mail: Pick<TransactionalMail, 'isSetUp' | 'send' | 'countPending'>;
  readonly getBaseUrl: () => string;
  readonly clock: Clock;
}

export function createSubscriptions({ store, scope, tokens, mail, getBaseUrl, clock }: SubscriptionDeps) {
  const byAddress = createAttemptLimit(clock, SUBSCRIPTION_LIMITS.byAddress);
  const byPage = createAttemptLimit(clock, SUBSCRIPTION_LIMITS.byPage);
  const byMailbox = createAttemptLimit(clock, SUBSCRIPTION_LIMITS.byMailbox);

  function sendConfirmation(page: PageRow, email: string, language: Language): void {
    const { mails } = TEXTS[language];
    const untilMs = clock.now().getTime() + CONFIRMATION_MS;
    const token = tokens.createConfirmation({ pageId: page.id, email, language, untilMs });
    mail.send({
      to: email,
      kind: 'status_subscription',
      data: {
        message: {
          subject: mails.confirmSubject(page.title),
          paragraphs: [mails.confirmText(page.title), mails.confirmIgnore],
          items: [],
          link: { text: mails.confirmLink, path: `/status/${page.slug}/subscriptions/${token}` },
        },
        why: mails.whyConfirm,
        language,
      },
      baseUrl: getBaseUrl(),
    });
  }

  return {
    isSetUp: mail.isSetUp,

    /** Returns the path of a page, with the server's base path. */
    pathOf: ({ slug }: PageRow): string => `${toBasePath(getBaseUrl())}/status/${slug}`,

    /**
     * Mails a link that confirms. The answer is the same for an address that has subscribed already, and for one that was mailed
     * often enough.
     */
    ask(
      page: PageRow,
      input: { readonly email: string; readonly language: Language; readonly address: string },
    ): 'asked' | 'no_address' | 'limited' {
      const email = canonicalEmail(input.email);
      if (email === undefined) return 'no_address';
      const attempts = [byAddress.begin([], input.address), byPage.begin([String(page.id)])];
      const isBusy = mail.countPending() >= MAX_PENDING_MAILS;
      if (isBusy || attempts.includes(undefined)) {
        for (const attempt of attempts) attempt?.withdraw();
        return 'limited';
      }
      if (byMailbox.begin([hashToken(`${page.id} ${email}`)])) sendConfirmation(page, email, input.language);
      return 'asked';
    },

    /** Returns what a link confirms, with its page; undefined for one that is forged or too old, and a page that is closed. */
    findConfirmation(token: string): { readonly page: PageRow; readonly asked: Confirmation } | undefined {
      const asked = tokens.parseConfirmation(token);
      const page = asked && store.findPage(asked.pageId);
      const isValid = page && asked.untilMs > clock.now().getTime() && scope.isOpen(page);
      return isValid ? { page, asked } : undefined;
    },

    /** Subscribes an address that is confirmed. Returns false when the page has as many subscribers as it may. */
    confirm({ pageId, email, language }: Confirmation): boolean {
      const isNew = !store.hasSubscriber(pageId, email);
      if (isNew && store.countSubscribers(pageId) >= MAX_SUBSCRIBERS) return false;
      store.putSubscriber({ pageId, email, language, createdAt: clock.now() });
      return true;
    },

    /** Returns a subscriber by the link in a mail: `left` once they have left, undefined for a forged link. */
    findSubscriber(token: string) {
      const id = tokens.parseUnsubscription(token);
      if (id === undefined) return undefined;
      const subscriber = store.findSubscriber(id);
      const page = subscriber && store.findPage(subscriber.pageId);
      return page ? { subscriber, page } : ('left' as const);
    },

    leave: (subscriberId: number): void => store.removeSubscriber(subscriberId),
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
