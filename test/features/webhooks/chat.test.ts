import { expect, test } from 'bun:test';
import { buildChatBody } from '../../../src/features/webhooks/deliveries/chat.ts';
import type { Payload } from '../../../src/features/webhooks/deliveries/payload.ts';

const site = {
  id: 3,
  uid: 'a'.repeat(20),
  url: 'https://shop.example',
  label: 'Shop',
  name: 'Shop',
  dashboard_url: 'https://stats.example/sites/3',
};
const aPayload = (given: Partial<Payload>): Payload => ({
  event: 'test',
  delivery_id: 1,
  timestamp: '2026-03-10T12:00:00.000Z',
  site,
  ...given,
});
const textOf = (payload: Payload): string =>
  (buildChatBody('slack', payload) as { blocks: [{ text: { text: string } }] }).blocks[0].text.text;

test('each event is formatted as a readable sentence', () => {
  const downtime = { error: 'answered 503', duration_in_words: '3 minutes' };
  const monitor = { url: 'https://shop.example/' };
  const check = {
    url: 'https://x.example/',
    found_on_url: ['/a', '/b'],
    issue_type: 'broken_link',
    status_code: 404,
    error_message: null,
  } as const;
  const link = 'https://stats.example/sites/3';
  const expected: [Partial<Payload>, string][] = [
    [
      { event: 'monitor_down', downtime, monitor },
      `*Shop is down*\nError: answered 503\nURL: ${monitor.url}`,
    ],
    [
      { event: 'monitor_up', downtime, monitor },
      `*Shop is back up*\nDown for: 3 minutes\nURL: ${monitor.url}`,
    ],
    [
      { event: 'content_issue', check },
      '*Broken link on Shop*\nURL: https://x.example/\nError: 404\nFound on: /a, /b',
    ],
    [
      { event: 'new_hit', hit: { path: '/a', country: 'DE', source: null, referrer: null } },
      '*New pageview on Shop: /a*\nCountry: DE',
    ],
    [
      { event: 'new_event', analytics_event: { event: 'form.sent', value: 'x', path: '/a' } },
      '*New event on Shop: form.sent*\nValue: x\nPage: /a',
    ],
    [
      { event: 'goal_reached', goal: { name: 'Order' }, hit: { path: '/thanks' } },
      '*Goal reached on Shop: Order*\nPage: /thanks',
    ],
    [{ event: 'new_kudo', kudo: { path: '/a' } }, '*New kudos on Shop: /a*'],
    [{ event: 'new_insight', insight: { summary: 'Quiet.' } }, '*New insight for Shop*\nSummary: Quiet.'],
    [{ event: 'test', message: 'It works.' }, '*It works.*'],
  ];
  for (const [given, text] of expected) expect(textOf(aPayload(given))).toBe(`${text}\n${link}`);
});

test('untrusted values are plain text: no mention, no link, no line break', () => {
  const hit = {
    path: '/<!here>&<https://evil.example|x>\n*bold* @everyone [x](https://evil.example)',
    country: 'XX',
  };
  const payload = aPayload({ event: 'new_hit', hit });
  expect(textOf(payload).split('\n')[0]).toBe(
    '*New pageview on Shop: /&lt;!here&gt;&amp;&lt;https://evil.example|x&gt; *bold* @everyone [x](https://evil.example)*',
  );
  const discord = buildChatBody('discord', payload) as { content: string };
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(discord.content).toContain('\\[x\\]\\(https\\://evil.example\\)');
  expect(discord.content).toContain('\\*bold\\* \\@everyone');
});

test('a message is never longer than its platform allows', () => {
  const hit = { path: `/${'*💩'.repeat(5000)}`, country: 'XX', referrer: 'x'.repeat(5000) };
  const payload = aPayload({ event: 'new_hit', hit });
  expect([...textOf(payload)].length).toBeLessThanOrEqual(2000);
  expect((buildChatBody('discord', payload) as { content: string }).content.length).toBeLessThanOrEqual(2000);
});
