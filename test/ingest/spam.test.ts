import { expect, test } from 'bun:test';
import { SOURCES } from '../../src/core/channels/sources.ts';
import type { SpamLevel } from '../../src/core/site.ts';
import { createSpamFilter } from '../../src/ingest/spam.ts';
import { SPAM_HOSTS } from '../../src/reference/spam-hosts.ts';

const find = createSpamFilter();
const reasonOf = (referrer: string | null, level: SpamLevel = 'basic', own: string[] = []): string | null =>
  find(referrer, { level, hosts: new Set(own) });

test.each([
  ['https://semalt.com/', 'referrer spam: semalt.com'],
  ['http://www.semalt.com/x', 'referrer spam: semalt.com'],
  ['https://SEMALT.com.', 'referrer spam: semalt.com'],
  ['https://a..example.com/', 'impossible host name in referrer: a..example.com'],
  ['https://-a.example.com/', 'impossible host name in referrer: -a.example.com'],
  [`https://${'a'.repeat(64)}.com/`, `impossible host name in referrer: ${'a'.repeat(64)}.com`],
  ['https://exa mple.com/', 'referrer without a possible host name'],
  ['https://notsemalt.com/', null],
  ['https://example.com/', null],
  ['https://my_host.example.com/', null],
  ['https://xn--bcher-kva.example/', null],
  ['https://8.8.8.8/', null],
  ['https://intranet/', null],
  ['https://[2001:db8::1]/', null],
  ['android-app://com.google.android.gm/', null],
  ['news.example', null],
  [null, null],
])('the referrer %p: %p', (referrer, reason) => {
  expect(reasonOf(referrer)).toBe(reason);
});

test.each([
  ['https://buy-traffic.example.com/', 'referrer looks like spam: buy-traffic.example.com'],
  ['https://8.8.8.8/', 'referrer is a bare IP address'],
  ['https://intranet/', 'referrer is no public host: intranet'],
  ['https://site.invalid/', 'referrer is no public host: site.invalid'],
  ['https://essex.gov.uk/', null],
  ['https://sussex.ac.uk/', null],
  ['https://traffic.example.com/', null],
])('strictly, the referrer %p: %p', (referrer, reason) => {
  expect(reasonOf(referrer, 'basic')).toBeNull();
  expect(reasonOf(referrer, 'strict')).toBe(reason);
});

test('off leaves the account its own list', () => {
  expect(reasonOf('https://semalt.com/', 'off')).toBeNull();
  expect(reasonOf('https://a.mine.example/', 'off', ['mine.example'])).toBe(
    "referrer spam: mine.example is on the account's list",
  );
});

test('a fresh list counts at once', () => {
  let extra: ReadonlySet<string> = new Set();
  const filter = createSpamFilter({ extraHosts: () => extra });
  const rules = { level: 'basic', hosts: new Set<string>() } as const;
  expect(filter('https://new.example.com/', rules)).toBeNull();
  extra = new Set(['example.com']);
  expect(filter('https://new.example.com/', rules)).toBe('referrer spam: example.com');
});

test('no known source is spam, on any level', () => {
  const entries = Object.values(SOURCES).flatMap(names => Object.values<string>(names));
  for (const entry of entries.join(' ').split(' ')) {
    const address = `https://${entry.replace('.*', '.de').replace(/^\./, '')}`;
    expect([address, reasonOf(address, 'strict')]).toEqual([address, null]);
  }
});

test('the built-in list holds host names only, each once', () => {
  expect(new Set(SPAM_HOSTS).size).toBe(SPAM_HOSTS.length);
  for (const host of SPAM_HOSTS) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
});
