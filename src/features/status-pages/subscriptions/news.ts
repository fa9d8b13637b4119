/** Mails to the subscribers of a status page: written when something happens, rendered when they are sent. */
import type { Clock } from '../../../core/clock.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { createWindowLimit } from '../../../http/window-limit.ts';
import { toOneLine } from '../../../lib/text.ts';
import type { Outbox, QueuedStatusMail, RenderedMail } from '../../mail/outbox.ts';
import type { IncidentNews } from '../incidents/service.ts';
import { NEWS_LIMIT } from '../limits.ts';
import type { PageScope } from '../scope.ts';
import type { PageRow, StatusPagesStore } from '../store.ts';
import type { StatusTexts } from '../text-types.ts';
import { TEXTS } from '../texts.ts';
import { createFormats, type Formats } from '../view/formats.ts';
import type { SubscriptionTokens } from './tokens.ts';

/** What is stored of a mail; its form is that of every mail's message. */
interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly never[];
  readonly link: { readonly text: string; readonly path: string };
}

interface Missing {
  readonly missing: number;
  readonly missing_low: number;
  readonly missing_high: number;
}

/** A downtime that begins or ends, as in the payload of webhooks. */
export interface DowntimeEvent {
  readonly event: 'monitor_down' | 'monitor_up';
  readonly siteId: number;
  readonly downtime: {
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly impact?: { readonly hits: Missing } | null;
  };
  readonly monitor: { readonly id: number };
}

type News =
  | IncidentNews
  | { readonly kind: 'downtime'; readonly event: DowntimeEvent; readonly name: string };

export interface NewsDeps {
  readonly store: StatusPagesStore;
  readonly scope: PageScope;
  readonly outbox: Pick<Outbox, 'isSetUp' | 'enqueue'>;
  /** Returns the monitor of a downtime. */
  readonly findMonitorOf: (downtimeId: number) => number | undefined;
  readonly clock: Clock;
}

/** Creates the functions that enqueue mails. Synchronous: called within a transaction, the mails are part of it. */
export function createStatusNews({ store, scope, outbox, findMonitorOf, clock }: NewsDeps) {
  const newsOfPage = createWindowLimit({ ...NEWS_LIMIT, clock });

  function enqueue(page: PageRow, news: News): void {
    if (!outbox.isSetUp || !scope.isOpen(page)) return;
    const subscribers = store.listSubscribers(page.id);
    if (subscribers.length === 0 || newsOfPage.take(String(page.id)) > 0) return;
    const zone = scope.findOwner(page)?.timeZone ?? 'UTC';
    const messages = new Map(
      LANGUAGES.map(language => [language, JSON.stringify(writeNews(page, news, { language, zone }))]),
    );
    for (const { id, language } of subscribers)
      outbox.enqueue({
        kind: 'status_page',
        userId: page.ownerId,
        siteId: page.siteId,
        subscriberId: id,
        message: messages.get(language) ?? '',
      });
  }

  return {
    /** Tells of an incident, or of a note on a downtime. */
    tell(page: PageRow, news: IncidentNews): void {
      if (news.kind !== 'noted') {
        enqueue(page, news);
        return;
      }
      const monitorId = findMonitorOf(news.downtimeId);
      const shown = store.listMonitors(page.id).find(row => row.monitorId === monitorId);
      if (shown) enqueue(page, { ...news, name: shown.name });
    },

    /** Tells of a downtime that begins or ends, on every page that shows the monitor. */
    tellOfDowntime(event: DowntimeEvent): void {
      for (const { page, shown } of store.listPagesOfMonitor(event.monitor.id))
        if (scope.listSiteIds(page)?.includes(event.siteId))
          enqueue(page, { kind: 'downtime', event, name: shown.name });
    },
  };
}

export type StatusNews = ReturnType<typeof createStatusNews>;

interface Writing {
  readonly language: Language;
  readonly zone: string;
}

function writeNews(page: PageRow, news: News, { language, zone }: Writing): Message {
  const texts = TEXTS[language];
  const formats = createFormats(language, zone);
  const { subject, paragraphs } = writeContent(page, news, { texts, formats, zone });
  return {
    subject: `${toOneLine(page.title, 200)}: ${toOneLine(subject, 200)}`,
    paragraphs,
    items: [],
    link: { text: texts.mails.open, path: `/status/${page.slug}` },
  };
}

interface Words {
  readonly texts: StatusTexts;
  readonly formats: Formats;
  readonly zone: string;
}

function writeContent(
  page: PageRow,
  news: News,
  words: Words,
): { readonly subject: string; readonly paragraphs: readonly string[] } {
  const { mails, statuses } = words.texts;
  if (news.kind === 'downtime') return writeDowntime(page, news, words);
  if (news.kind === 'noted') return { subject: mails.noted(news.name ?? ''), paragraphs: [news.text] };
  const { incident, text } = news;
  return {
    subject: mails[news.kind](incident.title),
    paragraphs: [mails.status(statuses[incident.status]), ...(text === null ? [] : [text])],
  };
}

function writeDowntime(
  page: PageRow,
  { event: { event, downtime }, name }: Extract<News, { kind: 'downtime' }>,
  { texts, formats, zone }: Words,
) {
  const { mails } = texts;
  const { started_at: startedAt, ended_at: endedAt, impact } = downtime;
  const since = `${formats.time(startedAt)} (${zone})`;
  if (event === 'monitor_down' || endedAt === null)
    return { subject: mails.down(name), paragraphs: [mails.since(since)] };
  const lasted = formats.duration(Date.parse(endedAt) - Date.parse(startedAt));
  const missing = page.showsImpact && impact && impact.hits.missing_high > 0 ? impact.hits : null;
  return {
    subject: mails.up(name),
    paragraphs: [mails.lasted(lasted, since), ...(missing ? [texts.missing(formats.missing(missing))] : [])],
  };
}

export interface StatusMailDeps {
  readonly store: StatusPagesStore;
  readonly scope: PageScope;
  readonly tokens: SubscriptionTokens;
  readonly formatMessage: (
    message: Message,
    footer: {
      readonly baseUrl: string;
      readonly unsubscribeUrl: string;
      readonly why: string;
      readonly unsubscribe: string;
      readonly language: Language;
    },
  ) => RenderedMail['content'];
}

/** Creates the function that renders a mail; undefined for a reader who has left, and a page that is switched off. */
export const createStatusMailRenderer =
  ({ store, scope, tokens, formatMessage }: StatusMailDeps) =>
  ({ subscriberId, message }: QueuedStatusMail, baseUrl: string): RenderedMail | undefined => {
    const subscriber = subscriberId === null ? undefined : store.findSubscriber(subscriberId);
    const page = subscriber && store.findPage(subscriber.pageId);
    if (!subscriber || !page || !scope.isOpen(page)) return undefined;
    const { mails } = TEXTS[subscriber.language];
    const unsubscribeUrl = `${baseUrl}/unsubscribe/status/${tokens.createUnsubscription(subscriber.id)}`;
    const content = formatMessage(JSON.parse(message) as Message, {
      baseUrl,
      unsubscribeUrl,
      why: mails.why(page.title),
      unsubscribe: mails.unsubscribe,
      language: subscriber.language,
    });
    return { to: subscriber.email, content, unsubscribeUrl };
  };
