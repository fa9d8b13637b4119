/** The table of notifications: when each kind is sent, and what it says. */

import type { ContentIssueData, NotificationData, NotificationKind } from '../../../core/notifications.ts';
import { formatExpiry } from '../../../lib/duration.ts';
import { formatNumber, pluralize } from '../../../lib/english.ts';
import { toOneLine } from '../../../lib/text.ts';
import { formatDay, formatInstant } from '../format.ts';
import type { Message, MessageItem } from '../message.ts';

/** What every message may refer to beside its data. */
export interface MessageContext {
  /** The site's name; empty for what is about no site. */
  readonly site: string;
  /** Page of this server that shows more. */
  readonly path: string;
  /** Of the recipient. */
  readonly timeZone: string;
}

interface NotificationType<Data> {
  /** Completes "Footfall emails you …". */
  readonly when: string;
  /** True: sent only to users who have subscribed to it. */
  readonly isOptIn?: true;
  write(data: Data, context: MessageContext): Message;
}

const MAX_URL_LENGTH = 300;
const MAX_ERROR_LENGTH = 300;
const MAX_ISSUES = 50;
const MAX_TEXT_LENGTH = 2000;
const MAX_FINDINGS = 12;
const MAX_PAGES = 3;
const FLAPPING_TEXT =
  'It keeps going down and coming back. You won’t get more emails until it has been stable for 30 minutes.';

/** Names what was checked: the site, or one of its further monitors. */
const nameMonitor = (site: string, name: string | undefined): string =>
  name === undefined ? site : `${toOneLine(name, MAX_URL_LENGTH)} (${site})`;

export const NOTIFICATIONS: {
  readonly [Kind in NotificationKind]: NotificationType<NotificationData[Kind]>;
} = {
  monitor_down: {
    when: 'when a site goes down',
    write: ({ url, name, error, startedAt, isFlapping }, { site, path, timeZone }) => ({
      subject: `${nameMonitor(site, name)} is down`,
      paragraphs: [
        `${nameMonitor(site, name)} has been down since ${formatInstant(startedAt, timeZone)}.`,
        `Checked URL: ${toOneLine(url, MAX_URL_LENGTH)}. Error: ${toOneLine(error, MAX_ERROR_LENGTH)}`,
        isFlapping ? FLAPPING_TEXT : 'We’ll email you when it’s back up.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  monitor_up: {
    when: 'when a site is back up',
    write: (
      { name, error, startedAt, endedAt, durationInWords, missingHits, isFlapping },
      { site, path, timeZone },
    ) => ({
      subject: `${nameMonitor(site, name)} is back up`,
      paragraphs: [
        `${nameMonitor(site, name)} has been up since ${formatInstant(endedAt, timeZone)}.`,
        `It was down for ${durationInWords}, from ${formatInstant(startedAt, timeZone)}. Error: ${toOneLine(error, MAX_ERROR_LENGTH)}`,
        ...(missingHits && missingHits.missing_high > 0 ? [describeMissing(missingHits)] : []),
        ...(isFlapping ? [FLAPPING_TEXT] : []),
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  certificate_expiry: {
    when: 'before a certificate expires',
    write: ({ host, expiresAt, daysLeft }, { site, path, timeZone }) => ({
      subject: `The certificate of ${toOneLine(host, MAX_URL_LENGTH)} ${formatExpiry(daysLeft)}`,
      paragraphs: [
        `The certificate of ${toOneLine(host, MAX_URL_LENGTH)} is valid until ${formatInstant(expiresAt, timeZone)}.`,
        'After that, browsers show a warning instead of your site. Renew the certificate and make sure your server uses the new one.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  domain_expiry: {
    when: 'before a domain expires',
    write: ({ domain, expiresAt, daysLeft }, { site, path, timeZone }) => ({
      subject: `The domain ${toOneLine(domain, MAX_URL_LENGTH)} ${formatExpiry(daysLeft)}`,
      paragraphs: [
        `${toOneLine(domain, MAX_URL_LENGTH)} is registered until ${formatDay(expiresAt, timeZone)}.`,
        'Renew it with your registrar. Otherwise your site and email stop working, and someone else may register the domain.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  content_issues: {
    when: 'when broken links or mixed content are found',
    write: ({ issues }, { site, path }) => ({
      subject: `${pluralize(issues.length, 'new issue')} on ${site}`,
      paragraphs: [
        `The last crawl of ${site} found ${pluralize(issues.length, 'new or changed issue')}.`,
        ...(issues.length > MAX_ISSUES ? [`The first ${MAX_ISSUES} of them:`] : []),
      ],
      items: issues.slice(0, MAX_ISSUES).map(toIssueItem),
      link: { text: `Open ${site}`, path },
    }),
  },
  new_insight: {
    when: 'when there’s a new daily insight',
    isOptIn: true,
    write: ({ day, texts, findings }, { site, path }) => ({
      subject: `${site}: ${day}`,
      paragraphs: texts.map(text => toOneLine(text, MAX_TEXT_LENGTH)),
      items: findings.slice(0, MAX_FINDINGS).map(({ headline, summary }) => ({
        title: toOneLine(headline, MAX_ERROR_LENGTH),
        details: [toOneLine(summary, MAX_TEXT_LENGTH)],
      })),
      link: { text: `Open the insights of ${site}`, path: `${path}/insights` },
    }),
  },
  storage_problem: {
    when: 'when the storage of your server needs attention',
    write: ({ problem, isLossless }, { path }) => ({
      subject: 'The storage of your Footfall server needs attention',
      paragraphs: [
        `The server reports: ${toOneLine(problem, MAX_TEXT_LENGTH)}.`,
        `${isLossless ? 'No data is lost. ' : ''}If the problem persists, we’ll email you again in a week.`,
      ],
      items: [],
      link: { text: 'Open Footfall', path },
    }),
  },
  invitation_failed: {
    when: 'when a team invitation couldn’t be delivered',
    write: ({ email, reason }) => ({
      subject: 'A team invitation couldn’t be delivered',
      paragraphs: [
        `The invitation to ${toOneLine(email, MAX_TEXT_LENGTH)} couldn’t be delivered: ${toOneLine(reason, MAX_ERROR_LENGTH)}.`,
        'Check the address and send a new invitation.',
      ],
      items: [],
      link: { text: 'Open the team', path: '/settings/team' },
    }),
  },
  alert: {
    when: 'when an alert fires and when it ends',
    write: ({ title, lines }, { site, path }) => ({
      subject: toOneLine(title, MAX_TEXT_LENGTH),
      paragraphs: lines.map(line => toOneLine(line, MAX_TEXT_LENGTH)),
      items: [],
      link: { text: site === '' ? 'Open Footfall' : `Open ${site}`, path },
    }),
  },
  channel_disabled: {
    when: 'when a notification channel is turned off',
    write: ({ name, reason }) => ({
      subject: `The notification channel ${toOneLine(name, MAX_TEXT_LENGTH)} was turned off`,
      paragraphs: [
        `Reason: ${toOneLine(reason, MAX_ERROR_LENGTH)}. No more alerts are sent to it.`,
        'Check its settings, send a test, and turn it back on.',
      ],
      items: [],
      link: { text: 'Open the notification channels', path: '/settings/notifications' },
    }),
  },
  webhook_disabled: {
    when: 'when a webhook is turned off',
    write: ({ url, reason }, { path }) => ({
      subject: `The webhook to ${displayHost(url)} was turned off`,
      paragraphs: [
        `Reason: ${toOneLine(reason, MAX_ERROR_LENGTH)}. No more events are sent to it.`,
        'Once the receiver works again, turn the webhook back on in the settings.',
      ],
      items: [],
      link: { text: 'Open Footfall', path },
    }),
  },
};

/** Checks whether a text is a kind of notification. */
export const isNotificationKind = (text: string): text is NotificationKind =>
  Object.hasOwn(NOTIFICATIONS, text);

export const createMessage = <Kind extends NotificationKind>(
  kind: Kind,
  data: NotificationData[Kind],
  context: MessageContext,
): Message => NOTIFICATIONS[kind].write(data, { ...context, site: toOneLine(context.site, 100) });

function toIssueItem({ url, issueType, statusCode, errorMessage, foundOn }: ContentIssueData): MessageItem {
  const what = issueType === 'broken_link' ? 'Broken link' : 'Mixed content';
  const answer = statusCode === null ? errorMessage : `Status ${statusCode}`;
  const others =
    foundOn.length > MAX_PAGES ? [`and ${pluralize(foundOn.length - MAX_PAGES, 'more page')}`] : [];
  return {
    title: `${what}: ${toOneLine(url, MAX_URL_LENGTH)}`,
    details: [
      ...(issueType === 'broken_link' && answer ? [toOneLine(answer, MAX_ERROR_LENGTH)] : []),
      ...foundOn.slice(0, MAX_PAGES).map(page => `on ${toOneLine(page, MAX_URL_LENGTH)}`),
      ...others,
    ],
  };
}

/** Returns the host of a webhook's address: the rest may be a secret. */
const displayHost = (url: string): string => toOneLine(URL.parse(url)?.host ?? 'its address', MAX_URL_LENGTH);

/** Describes how many pageviews a downtime cost. */
const describeMissing = ({
  missing,
  missing_low,
  missing_high,
}: NonNullable<NotificationData['monitor_up']['missingHits']>): string =>
  `About ${pluralize(missing, 'pageview')} missed (${formatNumber(missing_low)} to ${formatNumber(missing_high)}), compared with the same hours in previous weeks.`;
