import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { NotificationData, NotificationKind } from '../../core/notifications.ts';
import { createMessage, NOTIFICATIONS } from './messages/notifications.ts';
import type { Outbox } from './outbox.ts';
import type { MailStore } from './store.ts';
import type { Subscription } from './unsubscribe-token.ts';

/** Notifies users by mail, each kind of which they can unsubscribe from. */
export interface Notifications {
  /**
   * Enqueues a mail to the owner of a site or an account. Synchronous: called within a transaction it is part of it.
   * Does nothing when no mail relay is set, when the recipient is not subscribed to that kind, or when the site is gone.
   */
  send<Kind extends NotificationKind>(kind: Kind, data: NotificationData[Kind]): void;
}

interface Recipient {
  readonly id: number;
  readonly timeZone: string;
}

export interface NotificationDeps {
  readonly store: MailStore;
  readonly outbox: Outbox;
  readonly sites: { find(id: number): { readonly ownerId: number; readonly label: string } | undefined };
  readonly accounts: { findUser(id: number): Recipient | undefined };
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the service that sends notifications and stores who is subscribed to which of them. */
export function createNotificationService(deps: NotificationDeps) {
  const { store, outbox, sites, accounts, clock, log } = deps;
  let hasWarned = false;

  const isSubscribed = ({ userId, kind }: Subscription): boolean =>
    NOTIFICATIONS[kind].isOptIn ? store.isOptedIn(userId, kind) : !store.isUnsubscribed(userId, kind);

  /** Once: an operator who wants no mail needs no reminder at every notification. */
  function warnWithoutRelay(): void {
    if (hasWarned) return;
    hasWarned = true;
    log.warn('mail is not sent: set FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM to have it sent');
  }

  /** Until when mails about a site's content are paused; null when they are not. */
  function contentMailsPausedUntil(siteId: number): Date | null {
    const until = store.findContentPause(siteId);
    return until !== undefined && until > clock.now() ? until : null;
  }

  const notifications: Notifications = {
    send(kind, data) {
      const siteId = ('siteId' in data ? data.siteId : undefined) ?? null;
      const site = siteId === null ? undefined : sites.find(siteId);
      const userId = 'userId' in data ? data.userId : site?.ownerId;
      const recipient = userId === undefined ? undefined : accounts.findUser(userId);
      if (!recipient || !isSubscribed({ userId: recipient.id, kind })) return;
      if (kind === 'content_issues' && siteId !== null && contentMailsPausedUntil(siteId)) return;
      if (!outbox.isSetUp) {
        warnWithoutRelay();
        return;
      }
      const message = createMessage(kind, data, {
        site: site?.label ?? '',
        path: siteId === null ? '/' : `/sites/${siteId}`,
        timeZone: recipient.timeZone,
      });
      outbox.enqueue({ kind, userId: recipient.id, siteId, message: JSON.stringify(message) });
    },
  };

  return {
    ...notifications,
    /** Every kind of notification, when it is sent, and whether this user is subscribed to it. */
    listSubscriptions: (userId: number) =>
      (Object.keys(NOTIFICATIONS) as NotificationKind[]).map(kind => ({
        kind,
        when: NOTIFICATIONS[kind].when,
        isSubscribed: isSubscribed({ userId, kind }),
      })),
    isSubscribed,
    /** Subscribes or unsubscribes a user, which also holds for mails that wait. Returns whether there is such a user. */
    setSubscribed({ userId, kind }: Subscription, isWanted: boolean): boolean {
      if (!accounts.findUser(userId)) return false;
      if (NOTIFICATIONS[kind].isOptIn) {
        if (isWanted) store.optIn(userId, kind, clock.now());
        else store.optOut(userId, kind);
      } else if (isWanted) store.subscribe(userId, kind);
      else store.unsubscribe(userId, kind, clock.now());
      return true;
    },
    contentMailsPausedUntil,
    /** Pauses mails about a site's content until an instant; null resumes them. */
    pauseContentMails(siteId: number, until: Date | null): void {
      if (until === null) store.removeContentPause(siteId);
      else store.putContentPause(siteId, until);
    },
  };
}

export type NotificationService = ReturnType<typeof createNotificationService>;
