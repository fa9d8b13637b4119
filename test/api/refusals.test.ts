/** What pages report and is not counted leaves a trace for the site's owner. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { createMovableClock } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const clock = createMovableClock();
const server = shareServer({ clock });

const send = (uid: string, fields: object, headers: Record<string, string> = {}) =>
  fetch(`${server().url}/collector/${uid}`, {
    method: 'POST',
    body: JSON.stringify(fields),
    headers: { 'user-agent': BROWSER, ...headers },
  });
const refusalsOf = async (siteId: number) => {
  const { status, body } = await server().api('GET', `/sites/${siteId}/refusals`);
  expect(status).toBe(200);
  return body.refusals as { reason: string; detail: string | null; count: number; last_at: string }[];
};
const found = async (siteId: number) =>
  (await refusalsOf(siteId)).map(({ reason, detail, count }) => [reason, detail, count]);

test('a site whose views are counted has no refusals', async () => {
  const { id, uid } = await server().given.site();
  await send(uid, { url: 'https://shop.example/' });
  expect(await refusalsOf(id)).toEqual([]);
});

test('each reason has a code and a detail', async () => {
  const { id, uid } = await server().given.site();
  await server().patch(`/sites/${id}/settings`, { ignore_rules: { paths: ['/admin/*'] } });
  const url = 'https://shop.example/';
  const cases: readonly [reason: string, detail: string, fields: object, headers?: Record<string, string>][] =
    [
      ['other_host', 'a page of example.org:9911, not of shop.example', { url: 'http://example.org:9911/' }],
      ['other_host', 'a page on localhost', { url: 'http://localhost:3000/' }],
      [
        'other_host',
        'a page of evil.example, not of shop.example',
        { url },
        { origin: 'https://evil.example' },
      ],
      ['ignored', 'path is ignored by /admin/*', { url: `${url}admin/x` }],
      ['bot', 'a bot: "curl" in the user agent', { url }, { 'user-agent': 'curl/8.5.0' }],
      ['privacy_signal', 'Global Privacy Control', { url }, { 'sec-gpc': '1' }],
      ['spam', 'referrer spam: semalt.com', { url, referrer: 'https://semalt.com/' }],
      ['malformed', 'no path', {}],
      ['malformed', 'bad event name', { url, event: 'click' }],
      [
        'malformed',
        'outbound_click is not switched on',
        { url, event: 'outbound_click', value: 'https://a.example/' },
      ],
    ];
  for (const [, , fields, headers] of cases) expect((await send(uid, fields, headers)).status).toBe(202);
  const expected = cases.map(([reason, detail]) => [reason, detail, 1]).toSorted();
  expect((await found(id)).toSorted()).toEqual(expected);
});

test('refusals name an inactive site, and Do Not Track where it is honoured', async () => {
  const { id, uid } = await server().given.site();
  await server().patch(`/sites/${id}/settings`, { honour_dnt: true });
  await send(uid, { path: '/' }, { dnt: '1' });
  await server().patch(`/sites/${id}`, { active: false });
  await send(uid, { path: '/' });
  expect((await found(id)).toSorted()).toEqual([
    ['inactive', 'the site is switched off', 1],
    ['privacy_signal', 'Do Not Track', 1],
  ]);
});

test('equal ones are counted together for 24 hours, the latest first', async () => {
  const { id, uid } = await server().given.site();
  const other = () => send(uid, { url: 'https://staging.example/' });
  await other();
  clock.advance({ hours: 20 });
  await other();
  await send(uid, {});
  await other();
  const at = clock.now().toISOString();
  const detail = 'a page of staging.example, not of shop.example';
  expect(await refusalsOf(id)).toMatchObject([
    { reason: 'other_host', detail, count: 3, last_at: at },
    { reason: 'malformed', count: 1 },
  ]);
  clock.advance({ hours: 5 });
  expect(await found(id)).toContainEqual(['other_host', detail, 2]);
  clock.advance({ hours: 24 });
  expect(await refusalsOf(id)).toEqual([]);
});

test('strangers who make up hosts fill no memory: beyond fifty details the reason alone is counted', async () => {
  const { id, uid } = await server().given.site();
  for (let n = 0; n < 60; n += 1) await send(uid, { url: `https://h${n}.${'x'.repeat(60)}.example/` });
  await send(uid, {});
  const refusals = await refusalsOf(id);
  expect(refusals).toHaveLength(52);
  expect(refusals.filter(({ detail }) => detail === null)).toMatchObject([
    { reason: 'other_host', count: 10 },
    { reason: 'malformed', count: 1 },
  ]);
});

test('a site lists its own refusals, and a metric counts those of all sites by reason', async () => {
  const { id } = await server().given.site();
  expect(await refusalsOf(id)).toEqual([]);
  const metrics = await (await fetch(`${server().url}/metrics`)).text();
  expect(metrics).toMatch(/footfall_refused_total\{reason="other_host"\} [1-9]/);
  expect(metrics).toContain('footfall_refused_total{reason="inactive"}');
});
