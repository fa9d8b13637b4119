import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { KINDS, writeMessage } from './messages/notifications.ts';
import type { NoticeFacts, NoticeKind } from './notification-data.ts';
import type { NewOutboxRow, NoticesStore } from './store.ts';
import type { Subscription } from './token.ts';

/** What the other features tell a site's owner by mail. */
export interface Notices {
  /**
   * Records a mail in the outbox: it is sent in the background and survives a restart. Synchronous: called within a
   * transaction it is part of it. Does nothing when no mail relay is set, when its reader has stopped that kind, or
   * when the site is gone.
   */
  send<Kind extends NoticeKind>(kind: Kind, facts: NoticeFacts[Kind]): void;
}

/** Takes mails that other features have written. */
export interface Postbox {
  /** False: the operator has set no mail relay, and nothing is to be posted. */
  readonly isSetUp: boolean;
  /** Records a mail in the outbox, as `Notices.send` does. */
  post(mail: Omit<NewOutboxRow, 'createdAt'>): void;
}

interface Reader {
  readonly id: number;
  readonly timeZone: string;
}

export interface NoticesDeps {
  readonly store: NoticesStore;
  readonly sites: { find(id: number): { readonly ownerId: number; readonly label: string } | undefined };
  readonly accounts: { findUser(id: number): Reader | undefined };
  readonly events: Pick<Events, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
  /** False: the operator has set no mail relay. */
  readonly hasRelay: boolean;
}

/** Decides who is told what, and keeps what each reader wants to be told. */
export function createNoticesService(deps: NoticesDeps) {
  const { store, sites, accounts, events, clock, log, hasRelay } = deps;
  let isSilenceTold = false;

  const isWantedBy = (userId: number, kind: NoticeKind): boolean =>
    KINDS[kind].isOnRequest ? store.isAskedFor(userId, kind) : !store.isUnsubscribed(userId, kind);

  /** Once: an operator who wants no mail needs no reminder at every turn. */
  function tellSilence(): void {
    if (isSilenceTold) return;
    isSilenceTold = true;
    log.warn('mail is not sent: set FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM to have it sent');
  }

  function isPaused(siteId: number): boolean {
    const until = store.findContentPause(siteId);
    return until !== undefined && until > clock.now();
  }

  const postbox: Postbox = {
    isSetUp: hasRelay,
    post(mail) {
      store.insert({ ...mail, createdAt: clock.now() });
      events.publish('mail.recorded', { kind: mail.kind });
    },
  };

  const notices: Notices = {
    send(kind, facts) {
      const siteId = 'siteId' in facts ? facts.siteId : null;
      const site = siteId === null ? undefined : sites.find(siteId);
      const readerId = 'userId' in facts ? facts.userId : site?.ownerId;
      const reader = readerId === undefined ? undefined : accounts.findUser(readerId);
      if (!reader || !isWantedBy(reader.id, kind)) return;
      if (kind === 'content_issues' && siteId !== null && isPaused(siteId)) return;
      if (!hasRelay) {
        tellSilence();
        return;
      }
      const message = writeMessage(kind, facts, {
        site: site?.label ?? '',
        path: siteId === null ? '/' : `/sites/${siteId}`,
        timeZone: reader.timeZone,
      });
      postbox.post({ kind, userId: reader.id, siteId, message: JSON.stringify(message) });
    },
  };

  return {
    ...notices,
    postbox,
    /** Every kind of mail, when it comes, and whether this user gets it. */
    listSubscriptions: (userId: number) =>
      (Object.keys(KINDS) as NoticeKind[]).map(kind => ({
        kind,
        when: KINDS[kind].when,
        isSubscribed: isWantedBy(userId, kind),
      })),
    isSubscribed: ({ userId, kind }: Subscription): boolean => isWantedBy(userId, kind),
    /** Starts or stops a kind of mail for a user; one that waits already is not sent any more either. Says whether there is such a user. */
    setSubscribed({ userId, kind }: Subscription, isWanted: boolean): boolean {
      if (!accounts.findUser(userId)) return false;
      if (KINDS[kind].isOnRequest) {
        if (isWanted) store.askFor(userId, kind, clock.now());
        else store.askNoMoreFor(userId, kind);
      } else if (isWanted) store.subscribe(userId, kind);
      else store.unsubscribe(userId, kind, clock.now());
      return true;
    },
    /** How the outbox does, for the operator. */
    outboxFacts: () => ({ waiting: store.countWaiting(), lastError: store.findLastError() }),
    /** Until when mails about a site's content are held back; null when they are not. */
    contentMailsPausedUntil(siteId: number): Date | null {
      const until = store.findContentPause(siteId);
      return until !== undefined && until > clock.now() ? until : null;
    },
    /** Holds them back until an instant; null lets them go on. */
    pauseContentMails(siteId: number, until: Date | null): void {
      if (until === null) store.removeContentPause(siteId);
      else store.putContentPause(siteId, until);
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;
