/** Texts of each kind of mail. */
import { expect, test } from 'bun:test';
import type {
  ContentIssueData,
  NotificationData,
  NotificationKind,
} from '../../../src/core/notifications.ts';
import { createMessage } from '../../../src/features/mail/messages/notifications.ts';

const startedAt = new Date('2026-03-10T12:00:00Z');
const url = 'https://shop.example/';
const monitor = { siteId: 1, url, error: 'answered 503', startedAt, isFlapping: false };
const FACTS: NotificationData = {
  monitor_down: monitor,
  monitor_up: {
    ...monitor,
    endedAt: new Date('2026-03-10T12:03:00Z'),
    missingHits: { missing: 1200, missing_low: 900, missing_high: 1500 },
    durationInWords: '3 minutes',
  },
  certificate_expiry: { siteId: 1, host: 'shop.example', expiresAt: startedAt, daysLeft: 7 },
  domain_expiry: { siteId: 1, domain: 'shop.example', expiresAt: startedAt, daysLeft: 1 },
  content_issues: { siteId: 1, issues: [] },
  new_insight: {
    siteId: 1,
    day: 'Monday, 9 March 2026',
    texts: ['There were 12 hits.'],
    findings: [{ headline: 'Traffic rose by 20%', summary: 'There were 12 hits, 10 before.' }],
  },
  storage_problem: { userId: 1, problem: '12 MiB are free: free some space', isLossless: true },
  invitation_failed: { userId: 1, email: 'new@example.org', reason: 'the relay answered 550' },
  alert: { userId: 1, siteId: 1, title: 'Spike on My Shop', lines: ['40 hits in an hour.'] },
  channel_disabled: { userId: 1, name: 'Phone', reason: 'every delivery failed' },
  webhook_disabled: { userId: 1, url: 'https://hooks.example/s/secret', reason: 'every delivery failed' },
};
const berlin = { site: 'My Shop', path: '/sites/1', timeZone: 'Europe/Berlin' };

const write = <Kind extends NotificationKind>(kind: Kind, facts: Partial<NotificationData[Kind]> = {}) =>
  createMessage(kind, { ...FACTS[kind], ...facts }, berlin);

const SUBJECTS: Record<NotificationKind, string> = {
  monitor_down: 'My Shop is down',
  monitor_up: 'My Shop is back up',
  certificate_expiry: 'The certificate of shop.example expires in 7 days',
  domain_expiry: 'The domain shop.example expires in 1 day',
  content_issues: '0 new issues on My Shop',
  new_insight: 'My Shop: Monday, 9 March 2026',
  storage_problem: 'The storage of your Footfall server needs attention',
  invitation_failed: 'A team invitation couldn’t be delivered',
  alert: 'Spike on My Shop',
  channel_disabled: 'The notification channel Phone was turned off',
  webhook_disabled: 'The webhook to hooks.example was turned off',
};

for (const kind of Object.keys(SUBJECTS) as NotificationKind[]) {
  test(`${kind} has a subject that names the event, and complete sentences`, () => {
    const { subject, paragraphs } = write(kind);
    expect(subject).toBe(SUBJECTS[kind]);
    for (const paragraph of paragraphs) expect(paragraph).not.toMatch(/undefined|null|NaN|\s{2}|\.\./);
  });
}

test('instants are in the reader’s own time zone and name it', () => {
  expect(write('monitor_down').paragraphs.join()).toContain('10 March 2026 at 13:00 (Europe/Berlin)');
});

test('the texts tell expired, expiring today and later apart', () => {
  expect(write('certificate_expiry', { daysLeft: 0 }).subject).toEndWith('expires today');
  expect(write('certificate_expiry', { daysLeft: -1 }).subject).toEndWith('has expired');
});

test('the mail about a flapping site announces the pause', () => {
  for (const kind of ['monitor_down', 'monitor_up'] as const)
    expect(write(kind, { isFlapping: true }).paragraphs.join()).toContain('stable for 30 minutes');
});

test('only the host of a webhook URL is shown: the rest may be a secret', () => {
  expect(JSON.stringify(write('webhook_disabled'))).not.toContain('secret');
  expect(write('webhook_disabled', { url: 'no address' }).subject).toContain('its address');
});

const issue = (fields: Partial<ContentIssueData> = {}): ContentIssueData => ({
  url: 'https://gone.example/',
  issueType: 'broken_link',
  statusCode: 404,
  errorMessage: null,
  foundOn: ['https://shop.example/a'],
  ...fields,
});

test('an issue is listed with what it answered and where it was found', () => {
  const pages = ['/a', '/b', '/c', '/d', '/e'];
  const { items } = write('content_issues', {
    issues: [
      issue({ foundOn: pages }),
      issue({ statusCode: null, errorMessage: 'no address is known for gone.example' }),
      issue({ issueType: 'mixed_content', url: 'http://shop.example/x.png', statusCode: 200 }),
    ],
  });
  expect(items).toEqual([
    {
      title: 'Broken link: https://gone.example/',
      details: ['Status 404', 'on /a', 'on /b', 'on /c', 'and 2 more pages'],
    },
    {
      title: 'Broken link: https://gone.example/',
      details: ['no address is known for gone.example', 'on https://shop.example/a'],
    },
    { title: 'Mixed content: http://shop.example/x.png', details: ['on https://shop.example/a'] },
  ]);
});

test('a crawl that finds very many issues makes a short mail', () => {
  const long = issue({
    url: `https://gone.example/${'x'.repeat(2000)}`,
    foundOn: new Array(9999).fill('/a'),
  });
  const message = write('content_issues', { issues: new Array(10_000).fill(long) });
  expect(message.subject).toBe('10,000 new issues on My Shop');
  expect(message.items).toHaveLength(50);
  expect(JSON.stringify(message).length).toBeLessThan(50_000);
});

test('a storage problem is called lossless only where that is certain', () => {
  const said = (isLossless: boolean) => write('storage_problem', { isLossless }).paragraphs;
  expect(said(true)).toEqual([
    'The server reports: 12 MiB are free: free some space.',
    'No data is lost. If the problem persists, we’ll email you again in a week.',
  ]);
  expect(said(false)[1]).toBe('If the problem persists, we’ll email you again in a week.');
});

test('line breaks, control characters, bidirectional marks and broken Unicode are removed from every line', () => {
  const hostile = 'a\r\nBcc: x@y.example\u0000\u202egpj\u2028b\ud800';
  const messages = [
    createMessage('monitor_down', { ...monitor, url: hostile, error: hostile }, { ...berlin, site: hostile }),
    write('certificate_expiry', { host: hostile }),
    write('domain_expiry', { domain: hostile }),
    write('content_issues', { issues: [issue({ url: hostile, foundOn: [hostile], errorMessage: hostile })] }),
    write('webhook_disabled', { url: hostile, reason: hostile }),
  ];
  for (const { subject, paragraphs, items, link } of messages) {
    const listed = items.flatMap(({ title, details }) => [title, ...details]);
    for (const line of [subject, ...paragraphs, link.text, ...listed]) {
      expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
      expect(line.isWellFormed()).toBe(true);
    }
  }
});
