/** The table of mails: when each kind comes, and what it says. */
import { oneLine } from '../../../lib/one-line.ts';
import { counted, dayInWords, instantInWords, type Message, type MessageItem } from '../message.ts';
import type { IssueFacts, NoticeFacts, NoticeKind } from '../notification-data.ts';

/** Whom a mail is written for. */
export interface Reading {
  /** The site's name; empty for what is about no site. */
  readonly site: string;
  /** Page of this server that shows more. */
  readonly path: string;
  /** The reader's own. */
  readonly timeZone: string;
}

interface Kind<Facts> {
  /** Completes "Footfall mails you …". */
  readonly when: string;
  /** True: only those who have asked for it get it. */
  readonly isOnRequest?: true;
  write(facts: Facts, reading: Reading): Message;
}

const MAX_URL_LENGTH = 300;
const MAX_ERROR_LENGTH = 300;
const MAX_ISSUES = 50;
const MAX_TEXT_LENGTH = 2000;
const MAX_FINDINGS = 12;
const MAX_PAGES = 3;
const FLAPS =
  'It keeps going down and coming back. Until it has been stable for 30 minutes you are told nothing more about it.';

export const KINDS: { readonly [Each in NoticeKind]: Kind<NoticeFacts[Each]> } = {
  monitor_down: {
    when: 'when a site goes down',
    write: ({ url, error, startedAt, isFlapping }, { site, path, timeZone }) => ({
      subject: `${site} is down`,
      paragraphs: [
        `${site} has not answered as it should since ${instantInWords(startedAt, timeZone)}.`,
        `What the check of ${oneLine(url, MAX_URL_LENGTH)} says: ${oneLine(error, MAX_ERROR_LENGTH)}`,
        isFlapping ? FLAPS : 'You get another mail when it is up again.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  monitor_up: {
    when: 'when a site is up again',
    write: ({ error, startedAt, endedAt, durationInWords, isFlapping }, { site, path, timeZone }) => ({
      subject: `${site} is up again`,
      paragraphs: [
        `${site} has answered again since ${instantInWords(endedAt, timeZone)}.`,
        `It was down for ${durationInWords}, from ${instantInWords(startedAt, timeZone)}. What the checks said: ${oneLine(error, MAX_ERROR_LENGTH)}`,
        ...(isFlapping ? [FLAPS] : []),
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  certificate_expiry: {
    when: 'before a certificate runs out',
    write: ({ host, expiresAt, daysLeft }, { site, path, timeZone }) => ({
      subject: `The certificate of ${oneLine(host, MAX_URL_LENGTH)} ${runsOut(daysLeft)}`,
      paragraphs: [
        `The certificate that ${oneLine(host, MAX_URL_LENGTH)} shows is valid until ${instantInWords(expiresAt, timeZone)}.`,
        'From then on browsers show a warning in place of its pages. Renew it, and see that the server uses the new one.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  domain_expiry: {
    when: 'before a domain runs out',
    write: ({ domain, expiresAt, daysLeft }, { site, path, timeZone }) => ({
      subject: `The domain ${oneLine(domain, MAX_URL_LENGTH)} ${runsOut(daysLeft)}`,
      paragraphs: [
        `${oneLine(domain, MAX_URL_LENGTH)} is registered until ${dayInWords(expiresAt, timeZone)}.`,
        'Renew it where it was bought; otherwise its pages and its mail stop working, and somebody else may take it.',
      ],
      items: [],
      link: { text: `Open ${site}`, path },
    }),
  },
  content_issues: {
    when: 'when a look at your pages finds something broken',
    write: ({ issues }, { site, path }) => ({
      subject: `${counted(issues.length, 'new issue')} on ${site}`,
      paragraphs: [
        `The last look at the pages of ${site} found ${counted(issues.length, 'issue')} that ${issues.length === 1 ? 'is' : 'are'} new or changed.`,
        ...(issues.length > MAX_ISSUES ? [`The first ${MAX_ISSUES} of them:`] : []),
      ],
      items: issues.slice(0, MAX_ISSUES).map(itemOf),
      link: { text: `Open ${site}`, path },
    }),
  },
  new_insight: {
    when: 'when a daily insight about a site is there',
    isOnRequest: true,
    write: ({ day, texts, findings }, { site, path }) => ({
      subject: `${site}: ${day}`,
      paragraphs: texts.map(text => oneLine(text, MAX_TEXT_LENGTH)),
      items: findings.slice(0, MAX_FINDINGS).map(({ headline, summary }) => ({
        title: oneLine(headline, MAX_ERROR_LENGTH),
        details: [oneLine(summary, MAX_TEXT_LENGTH)],
      })),
      link: { text: `Open the insights of ${site}`, path: `${path}/insights` },
    }),
  },
  storage_problem: {
    when: 'when the storage of your server needs attention',
    write: ({ problem, isLossless }, { path }) => ({
      subject: 'The storage of your Footfall server needs attention',
      paragraphs: [
        `The server reports: ${oneLine(problem, MAX_TEXT_LENGTH)}.`,
        `${isLossless ? 'Nothing that was counted is lost. ' : ''}You get another mail in a week if it stays so.`,
      ],
      items: [],
      link: { text: 'Open Footfall', path },
    }),
  },
  invitation_failed: {
    when: 'when an invitation to your team could not be mailed',
    write: ({ email, reason }) => ({
      subject: 'An invitation to your team could not be mailed',
      paragraphs: [
        `The invitation to ${oneLine(email, MAX_TEXT_LENGTH)} did not go out: ${oneLine(reason, MAX_ERROR_LENGTH)}.`,
        'Check the address and invite it again: the link is only in the mail.',
      ],
      items: [],
      link: { text: 'Open the team', path: '/settings/team' },
    }),
  },
  webhook_disabled: {
    when: 'when a webhook is switched off',
    write: ({ url, reason }, { path }) => ({
      subject: `The webhook to ${hostOf(url)} was switched off`,
      paragraphs: [
        `Footfall sends nothing more to it: ${oneLine(reason, MAX_ERROR_LENGTH)}.`,
        'Once its receiver works again, set its "active" to true.',
      ],
      items: [],
      link: { text: 'Open Footfall', path },
    }),
  },
};

/** Whether a text names a kind of mail. */
export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(KINDS, text);

/** The mail that facts make. */
export const writeMessage = <Each extends NoticeKind>(
  kind: Each,
  facts: NoticeFacts[Each],
  reading: Reading,
): Message => KINDS[kind].write(facts, { ...reading, site: oneLine(reading.site, 100) });

function runsOut(daysLeft: number): string {
  if (daysLeft < 0) return 'has run out';
  return daysLeft === 0 ? 'runs out today' : `runs out in ${counted(daysLeft, 'day')}`;
}

function itemOf({ url, issueType, statusCode, errorMessage, foundOn }: IssueFacts): MessageItem {
  const what = issueType === 'broken_link' ? 'Broken link' : 'Loaded without encryption';
  const answer = statusCode === null ? errorMessage : `answered ${statusCode}`;
  const others =
    foundOn.length > MAX_PAGES ? [`and ${counted(foundOn.length - MAX_PAGES, 'more page')}`] : [];
  return {
    title: `${what}: ${oneLine(url, MAX_URL_LENGTH)}`,
    details: [
      ...(issueType === 'broken_link' && answer ? [oneLine(answer, MAX_ERROR_LENGTH)] : []),
      ...foundOn.slice(0, MAX_PAGES).map(page => `on ${oneLine(page, MAX_URL_LENGTH)}`),
      ...others,
    ],
  };
}

/** The rest of a webhook's address may be a secret. */
const hostOf = (url: string): string => oneLine(URL.parse(url)?.host ?? 'its address', MAX_URL_LENGTH);
