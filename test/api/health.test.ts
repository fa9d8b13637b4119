/** Health and metrics. Source: decisions, section 1. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const proxied = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32' } });
const metrics = (of: { url: string }, headers: Record<string, string> = {}) =>
  fetch(`${of.url}/metrics`, { headers });

test('GET /healthz answers ok to anybody when both databases respond', async () => {
  const answer = await fetch(`${server().url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
});

test('a database that does not answer makes it 503', async () => {
  await using own = await startTestServer();
  own.services.stores.db.close();
  const answer = await fetch(`${own.url}/healthz`);
  expect(answer.status).toBe(503);
  expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
});

test('metrics show the free space and what rewriting the file of hits takes', async () => {
  const text = await (await metrics(server())).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  expect(figure('footfall_storage_free_bytes')).toBeGreaterThan(0);
  expect(figure('footfall_storage_needed_bytes')).toBeGreaterThan(0);
  expect(figure('footfall_storage_behind')).toBe(0);
});

test('GET /metrics answers Prometheus text to this machine', async () => {
  const answer = await metrics(server());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toStartWith('text/plain');
  const text = await answer.text();
  expect(text).toContain('# TYPE footfall_info gauge');
  for (const line of text.split('\n').filter(line => line !== ''))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [-+.\deNaInf]+)$/);
});

test('answers are counted by endpoint and status', async () => {
  await server().api('GET', '/sites');
  await server().api('GET', '/sites', { key: null });
  const text = await (await metrics(server())).text();
  expect(text).toContain('footfall_answers_total{endpoint="listSites",status="200"} 1');
  expect(text).toContain('footfall_answers_total{endpoint="listSites",status="401"} 1');
});

test('metrics name no address, no key and no site', async () => {
  const { uid } = await server().given.site({ url: 'https://very-unusual-host.example' });
  await fetch(`${server().url}/collector/${uid}?url=https://very-unusual-host.example/secret-path`, {
    method: 'POST',
  });
  const text = await (await metrics(server())).text();
  for (const secret of ['very-unusual', 'secret-path', uid, '127.0.0.1', 'ff-fa-', 'owner@'])
    expect(text).not.toContain(secret);
});

test('a forwarded request is not trusted, whatever it claims', async () => {
  for (const claim of ['127.0.0.1', '::1', '10.0.0.1', '203.0.113.7', 'unknown', '']) {
    const answer = await metrics(server(), { 'x-forwarded-for': claim });
    expect([claim, answer.status]).toEqual([claim, 403]);
  }
  expect((await metrics(server(), { forwarded: 'for=127.0.0.1' })).status).toBe(403);
});

test('behind a trusted proxy a stranger is refused, and what they claim does not help', async () => {
  for (const claim of ['203.0.113.7', '127.0.0.1, 203.0.113.7', '10.0.0.1, 203.0.113.7'])
    expect([claim, (await metrics(proxied(), { 'x-forwarded-for': claim })).status]).toEqual([claim, 403]);
  expect((await metrics(proxied())).status).toBe(200);
});

test('a collected hit has the country of its own address, and a forged one counts only from a trusted proxy', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const countryOf = async (of: ReturnType<typeof server>, forwarded: string) => {
    const { id, uid } = await of.given.site();
    const headers = { 'user-agent': agent, origin: 'https://shop.example', 'x-forwarded-for': forwarded };
    const sent = await fetch(`${of.url}/collector/${uid}?url=https://shop.example/`, {
      method: 'POST',
      headers,
    });
    expect(sent.status).toBe(202);
    return (await of.get(`/sites/${id}/hits`)).hits[0]?.country;
  };
  expect(await countryOf(server(), '8.8.8.8')).toBe('XX');
  expect(await countryOf(proxied(), '8.8.8.8')).toBe('US');
  expect(await countryOf(proxied(), '2001:200::1, 8.8.8.8')).toBe('US');
});
