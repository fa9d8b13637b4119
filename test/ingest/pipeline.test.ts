import { expect, test } from 'bun:test';
import type { ParseResult } from '../../src/ingest/fields.ts';
import { NO_IGNORE_RULES } from '../../src/ingest/ignore-rules.ts';
import { type PageFields, parsePageWrite } from '../../src/ingest/parse-page-write.ts';
import { parseWrite, type WriteInput } from '../../src/ingest/parse-write.ts';
import type { PageRequest } from '../../src/ingest/pipeline.ts';
import { createTestPipeline, NOW, siteWith } from '../support/ingest-pipeline.ts';

const parseHit = (body: unknown) => parseWrite('hit', body);
const parseEvent = (body: unknown) => parseWrite('event', body);
const parseAgentVisit = (body: unknown) => parseWrite('agent_visit', body);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

const pipeline = createTestPipeline();

function acceptedOf<T>(accepted: ParseResult<T>): T {
  if (!accepted.ok) throw new Error(accepted.errors.join());
  return accepted.value;
}
const write = (input: ParseResult<WriteInput>, site = siteWith()) =>
  pipeline.write(site, acceptedOf(input), NOW);
const collect = (page: PageFields, request: Partial<PageRequest> = {}, site = siteWith()) =>
  pipeline.collect(site, acceptedOf(parsePageWrite(page)), {
    address: null,
    userAgent: CHROME,
    acceptLanguage: null,
    origin: null,
    now: NOW,
    ...request,
  });

test('a browser without a window counts, unless the site is strict', () => {
  const userAgent = CHROME.replace('Chrome/', 'HeadlessChrome/');
  const url = 'https://example.com/a';
  expect(collect({ url }, { userAgent })).toMatchObject({ kind: 'store' });
  const strict = siteWith({ spam: { level: 'strict', hosts: new Set() } });
  expect(collect({ url }, { userAgent }, strict)).toMatchObject({ kind: 'dropped' });
});

test('a hit by the API becomes a row without address and user agent, at once', () => {
  const outcome = write(
    parseHit({
      path: 'a',
      country: 'DE',
      ip_address: '8.8.8.8',
      user_agent: CHROME,
      referrer: 'https://www.google.de/',
    }),
  );
  expect(outcome).toMatchObject({
    kind: 'store',
    row: {
      kind: 'hit',
      siteId: 3,
      createdAt: NOW,
      path: '/a',
      url: null,
      referrer: 'https://www.google.de/',
      country: 'DE',
      browserName: 'Chrome',
      platformName: 'Windows',
      isMobile: false,
      source: 'Google',
      visitorScope: 'day',
      event: null,
      value: null,
      agentName: null,
      provider: null,
      category: null,
      reason: null,
    },
    visitorHash: expect.any(BigInt),
    uniqueHash: expect.any(BigInt),
  });
  expect(Object.values('row' in outcome ? outcome.row : {})).not.toContain('8.8.8.8');
});

test('a path alone makes a hit without visitor and country', () => {
  expect(write(parseHit({ path: '/' }))).toMatchObject({
    kind: 'store',
    row: { country: 'XX', browserName: null, isMobile: null, visitorHash: null, visitorScope: null },
    visitorHash: null,
    uniqueHash: null,
  });
});

test.each([
  ['https://example.com/a', null],
  ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
  ['https://other.example/a', 'https://other.example/a'],
])('the url %p of /a is stored as %p', (url, stored) => {
  expect(write(parseHit({ path: '/a', url }))).toMatchObject({ row: { url: stored } });
});

test('a source is read from the parameters of the address that a path makes', () => {
  expect(write(parseHit({ path: '/a?utm_source=mail' }))).toMatchObject({
    row: { source: 'mail', path: '/a', url: 'https://example.com/a?utm_source=mail' },
  });
});

test('the outcome is a promise if the country is looked up remotely', async () => {
  const outcome = write(parseHit({ path: '/', ip_address: '8.8.8.8' }));
  expect(outcome).toBeInstanceOf(Promise);
  expect(await outcome).toMatchObject({ kind: 'store', row: { country: 'NO' } });
});

test('a hit by an AI agent is ignored, by another bot it counts', () => {
  expect(write(parseHit({ path: '/', user_agent: GPTBOT }))).toEqual({
    kind: 'ignored',
    cause: 'bot',
    reason: 'user agent of an AI crawler, GPTBot: send it to agent_visits',
  });
  expect(write(parseHit({ path: '/', user_agent: 'curl/8.5.0' }))).toMatchObject({ kind: 'store' });
});

test('an agent visit is classified, and one of an unknown agent is ignored', () => {
  expect(write(parseAgentVisit({ path: '/', user_agent: GPTBOT }))).toMatchObject({
    row: {
      kind: 'agent_visit',
      agentName: 'GPTBot',
      provider: 'OpenAI',
      category: 'training',
      browserName: null,
      visitorHash: null,
    },
  });
  for (const user_agent of [CHROME, null]) {
    expect(write(parseAgentVisit({ path: '/', user_agent }))).toEqual({
      kind: 'ignored',
      cause: 'ignored',
      reason: 'not a known AI crawler',
    });
  }
});

test('an event keeps its name and value, and needs no page', () => {
  expect(write(parseEvent({ event: 'a.b', value: 'c', visitor_id: 'u' }))).toMatchObject({
    kind: 'store',
    row: { kind: 'event', event: 'a.b', value: 'c', path: null, url: null, visitorScope: 'stable' },
    uniqueHash: expect.any(BigInt),
  });
});

test('a spam referrer sets a hit apart and an event aside', () => {
  const referrer = 'https://semalt.com/';
  const reason = 'referrer spam: semalt.com';
  expect(write(parseHit({ path: '/', referrer }))).toMatchObject({
    kind: 'spam',
    row: { kind: 'spam_hit', reason },
    reason,
  });
  expect(write(parseEvent({ event: 'a.b', referrer }))).toEqual({ kind: 'ignored', cause: 'spam', reason });
});

test('ignore rules see the country that was found', async () => {
  const site = siteWith({ ignoreRules: { ...NO_IGNORE_RULES, countries: ['NO'] } });
  expect(await write(parseHit({ path: '/', ip_address: '8.8.8.8' }), site)).toEqual({
    kind: 'ignored',
    cause: 'ignored',
    reason: 'country NO is ignored',
  });
});

test('a page view takes address and user agent from its request', async () => {
  expect(
    await collect({ url: 'https://www.example.com/a?b=1' }, { address: '::ffff:8.8.8.8' }),
  ).toMatchObject({
    kind: 'store',
    row: {
      path: '/a',
      url: 'https://www.example.com/a?b=1',
      country: 'NO',
      browserName: 'Chrome',
      visitorScope: 'day',
    },
  });
});

test.each(['https://example.com/other', 'https://www.example.com/', 'http://example.com:8080/'])(
  'a click from %p inside the site has no referrer',
  referrer => {
    expect(collect({ url: 'https://example.com/a', referrer })).toMatchObject({
      row: { referrer: null, source: null },
    });
  },
);

test('AI agents that run the script become agent visits, other bots and their events nothing', () => {
  const url = 'https://example.com/a';
  expect(collect({ url }, { userAgent: GPTBOT })).toMatchObject({
    row: { kind: 'agent_visit', agentName: 'GPTBot', path: '/a' },
  });
  expect(collect({ url, event: 'a.b' }, { userAgent: GPTBOT })).toEqual({
    kind: 'dropped',
    cause: 'bot',
    reason: 'a bot: an AI agent, GPTBot',
  });
  for (const [userAgent, reason] of [
    ['curl/8.5.0', 'a bot: "curl" in the user agent'],
    ['', 'a bot: no user agent'],
    [null, 'a bot: no user agent'],
  ] as const)
    expect(collect({ url }, { userAgent })).toEqual({ kind: 'dropped', cause: 'bot', reason });
});

test.each([
  ['https://example.com', 'https://www.example.com/', null],
  ['https://www.example.com', 'http://EXAMPLE.com./', null],
  ['https://bücher.example', 'https://xn--bcher-kva.example/', null],
  ['http://localhost:3000', 'http://localhost:3000/', null],
  ['https://example.com', 'https://sub.example.com/', 'a page of sub.example.com, not of example.com'],
  ['https://example.com', 'https://example.com:8443/', 'a page of example.com:8443, not of example.com'],
  ['https://example.com', 'http://localhost:3000/', 'a page on localhost'],
  ['https://example.com', 'http://127.0.0.1/', 'a page on localhost'],
])('for the site %p a page at %p: %p', (url, page, reason) => {
  const outcome = collect({ url: page }, {}, siteWith({ url }));
  expect('reason' in outcome ? outcome.reason : null).toBe(reason);
});

test('a site may be collected from any domain, but not from localhost', () => {
  const site = siteWith({ allowFromAnyDomain: true });
  expect(collect({ url: 'https://mirror.example/a' }, {}, site)).toMatchObject({
    kind: 'store',
    row: { url: 'https://mirror.example/a' },
  });
  expect(collect({ path: '/a' }, {}, site)).toMatchObject({ kind: 'store' });
  expect(collect({ url: 'http://localhost/a' }, {}, site)).toMatchObject({ kind: 'dropped' });
});

test('a page that names only its path is known by the origin of its request', () => {
  expect(collect({ path: '/a' }, { origin: 'https://example.com' })).toMatchObject({ kind: 'store' });
  for (const origin of [null, 'null', 'https://other.example'])
    expect(collect({ path: '/a' }, { origin })).toMatchObject({ kind: 'dropped' });
});
