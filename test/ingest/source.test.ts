import { expect, test } from 'bun:test';
import { createSourceFinder } from '../../src/ingest/source.ts';

const find = createSourceFinder();
const none = { given: null, url: null };

test.each([
  ['given', 'https://a.b/?utm_source=mail', 'https://google.com/', 'given'],
  [null, 'https://a.b/?ref=r&source=s&utm_source=mail&src=x', null, 'mail'],
  [null, 'https://a.b/?src=x&ref=r&source=s', null, 's'],
  [null, 'https://a.b/?src=x&ref=r', null, 'r'],
  [null, 'https://a.b/?src=flyer', null, 'flyer'],
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
  ['https://accounts.google.com/', null],
  ['https://www.google.de/maps/place/x', 'Google Maps'],
  ['https://x.com/i/grok', 'Grok'],
  ['https://duckduckgo.com/?q=x&ia=chat', 'Duck.ai'],
  ['https://search.google.com/search-console', 'Google Search Console'],
  ['https://ar.pinterest.com/', 'Pinterest'],
  ['https://pinterest.de/', 'Pinterest'],
  ['https://m.google.com/', 'Google'],
  ['https://webmail.example.org/', null],
])('a visitor from %p came from %p', (referrer, source) => {
  expect(find({ ...none, referrer, siteHosts: ['example.com'] })).toBe(source);
});

test.each([
  ['Google', ['google', 'GOOGLE', ' Google ', 'google.com', 'www.google.com', 'google.de']],
  ['ChatGPT', ['chatgpt', 'chatgpt.com', 'ChatGPT', 'chat.openai.com', 'com.openai.chatgpt', 'gpt']],
  ['Perplexity', ['perplexity', 'perplexity.ai', 'www.perplexity.ai']],
  ['Facebook', ['fb', 'facebook', 'FACEBOOK', 'm.facebook.com', 'facebook.com']],
  ['Instagram', ['ig', 'instagram', 'l.instagram.com']],
  ['X', ['twitter', 't.co', 'X', 'x.com']],
])('%s has one name, whatever tags and programs call it', (name, texts) => {
  for (const text of texts) {
    const url = `https://a.b/?utm_source=${encodeURIComponent(text)}`;
    const named = [find({ ...none, url, referrer: null, siteHosts: [] })];
    named.push(find({ given: text, url: null, referrer: null, siteHosts: [] }));
    expect([text, ...named]).toEqual([text, name, name]);
  }
});

test.each(['newsletter', 'Spring', 'facebook_ads', 'google_ads', 'partner.example', 'a.b.c', ''])(
  'the tag %p is no other name of a source',
  given => {
    expect(find({ given, url: null, referrer: null, siteHosts: [] })).toBe(given);
  },
);

test('the site itself is no source, with www. or without', () => {
  expect(find({ ...none, referrer: 'https://www.github.com/', siteHosts: ['github.com'] })).toBeNull();
});
