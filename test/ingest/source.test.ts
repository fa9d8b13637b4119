import { expect, test } from 'bun:test';
import { createSourceFinder } from '../../src/ingest/source.ts';

const find = createSourceFinder();
const none = { given: null, url: null };

test.each([
  ['given', 'https://a.b/?utm_source=mail', 'https://google.com/', 'given'],
  [null, 'https://a.b/?ref=r&source=s&utm_source=mail&src=x', null, 'mail'],
  [null, 'https://a.b/?src=x&ref=r&source=s', null, 's'],
  [null, 'https://a.b/?src=x&ref=r', null, 'r'],
  [null, 'https://a.b/?src=x', null, 'x'],
  [null, 'https://a.b/?utm_source=+my+letter%20', 'https://google.com/', 'my letter'],
  [null, 'https://a.b/?utm_source=', 'https://google.com/', 'Google'],
  [null, 'https://a.b/?UTM_Source=Mail&utm_source=x', null, 'Mail'],
  [null, `https://a.b/?utm_source=${'x'.repeat(201)}`, 'https://google.com/', 'x'.repeat(200)],
  [null, 'https://a.b/?utm_source=a%00b', null, 'a b'],
  [null, null, null, null],
])('source %p, url %p and referrer %p give %p', (given, url, referrer, source) => {
  expect(find({ given, url, referrer, siteHosts: ['a.b'] })).toBe(source);
});

test.each([
  ['https://www.google.com/', 'Google'],
  ['https://www.google.de/search?q=x', 'Google'],
  ['https://google.co.uk', 'Google'],
  ['https://www.google.com.au/', 'Google'],
  ['https://mail.google.com/', 'Gmail'],
  ['https://news.google.com/', 'Google News'],
  ['https://gemini.google.com/app', 'Gemini'],
  ['android-app://com.google.android.gm/', 'Gmail'],
  ['android-app://com.google.android.googlequicksearchbox/', 'Google'],
  ['https://duckduckgo.com/', 'DuckDuckGo'],
  ['https://de.search.yahoo.com/', 'Yahoo'],
  ['https://yandex.ru/', 'Yandex'],
  ['https://t.co/abc', 'X'],
  ['https://x.com/', 'X'],
  ['https://l.facebook.com/', 'Facebook'],
  ['https://www.linkedin.com/', 'LinkedIn'],
  ['https://old.reddit.com/r/x', 'Reddit'],
  ['https://news.ycombinator.com/item?id=1', 'Hacker News'],
  ['https://chatgpt.com/', 'ChatGPT'],
  ['https://www.perplexity.ai/', 'Perplexity'],
  ['https://copilot.microsoft.com/', 'Copilot'],
  ['https://en.m.wikipedia.org/wiki/X', 'Wikipedia'],
  ['https://github.com/x/y', 'GitHub'],
  ['https://someone.blog.example/', null],
  ['https://notgoogle.com/', null],
  ['https://google.com.evil.example/', null],
  ['https://google.evil/', null],
  ['no address', null],
])('a visitor from %p came from %p', (referrer, source) => {
  expect(find({ ...none, referrer, siteHosts: ['example.com'] })).toBe(source);
});

test('the site itself is no source, with www. or without', () => {
  expect(find({ ...none, referrer: 'https://www.github.com/', siteHosts: ['github.com'] })).toBeNull();
});
