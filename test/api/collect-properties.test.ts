/** Properties and revenue that pages send: what is wrong is repaired or left out, and the hit is kept. Source: decisions, section 9. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { BROWSER, type CollectHost, startCollectHost, UID } from '../support/collect-host.ts';

let host: CollectHost;
beforeEach(() => {
  host = startCollectHost('https://shop.example');
});
afterEach(() => host[Symbol.asyncDispose]());

const send = (body: string, query = '') =>
  fetch(`${host.url}/collector/${UID}${query}`, { method: 'POST', body, headers: { 'user-agent': BROWSER } });

test.each([
  ['{"plan":"pro","seats":5,"beta":true}', '{"beta":true,"plan":"pro","seats":5}'],
  // As an attribute of the script's element has it.
  [JSON.stringify('{"plan":"pro"}'), '{"plan":"pro"}'],
  ['{"a":{"b":1},"c":["d"],"e":null,"f":1e400,"g":"kept"}', '{"g":"kept"}'],
  ['{"a b":1,"größe":2,"":3,"ok":4}', '{"ok":4}'],
  [`{"${'x'.repeat(65)}":1}`, null],
  [`{"a":"${'💩'.repeat(600)}"}`, `{"a":"${'💩'.repeat(512)}"}`],
  ['{"a":"b\\u0000\\nc","d":"\\ud800"}', '{"a":"b c","d":"�"}'],
  ['{"__proto__":{"admin":true},"constructor":"F1"}', '{"constructor":"F1"}'],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['[1,2]', null],
  ['"plan"', null],
  ['"{"', null],
  ['7', null],
  ['null', null],
])('of the properties %s the good ones are kept', async (properties, stored) => {
  expect((await send(`{"path":"/","properties":${properties}}`)).status).toBe(202);
  expect(await host.list()).toMatchObject([{ path: '/', properties: stored }]);
});

test('the first twenty are kept', async () => {
  const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]));
  await send(JSON.stringify({ event: 'a.b', path: '/', properties }));
  const [event] = await host.list('event');
  expect(Object.keys(JSON.parse(event?.properties ?? ''))).toHaveLength(20);
});

test('the query has them as JSON', async () => {
  const query = new URLSearchParams({ path: '/', properties: '{"plan":"pro"}' });
  await send('', `?${query}`);
  expect(await host.list()).toMatchObject([{ properties: '{"plan":"pro"}' }]);
});

test.each([
  ['{"amount":49.5,"currency":"EUR"}', 495_000, 'EUR'],
  ['{"amount":"49.50","currency":" eur "}', 495_000, 'EUR'],
  ['{"amount":0.33333333,"currency":"USD"}', 3333, 'USD'],
  ['{"amount":0,"currency":"JPY"}', 0, 'JPY'],
  ['{"amount":-1,"currency":"EUR"}', null, null],
  ['{"amount":1e308,"currency":"EUR"}', null, null],
  ['{"amount":1e400,"currency":"EUR"}', null, null],
  ['{"amount":"12,50","currency":"EUR"}', null, null],
  ['{"amount":"0x10","currency":"EUR"}', null, null],
  ['{"amount":"free","currency":"EUR"}', null, null],
  ['{"amount":1,"currency":"XYZ"}', null, null],
  ['{"amount":1}', null, null],
  ['{"currency":"EUR"}', null, null],
  ['{}', null, null],
  ['"49.50 EUR"', null, null],
])('of the revenue %s what is certain is kept', async (revenue, revenueAmount, revenueCurrency) => {
  await send(`{"path":"/","event":"order.paid","revenue":${revenue}}`);
  expect(await host.list('event')).toMatchObject([{ event: 'order.paid', revenueAmount, revenueCurrency }]);
});

test('a view brings in nothing', async () => {
  await send('{"path":"/","revenue":{"amount":1,"currency":"EUR"}}');
  expect(await host.list()).toMatchObject([{ revenueAmount: null, revenueCurrency: null }]);
});
