/** What events bring in. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

async function aSite() {
  const site = await givenSite(server());
  const send = (body: unknown) => site.post('/events', body);
  const list = (query = '') => site.get(`/events${query}`);
  const pay = (amount: number, currency: string, more: object = {}) =>
    send({ event: 'order.paid', revenue: { amount, currency }, ...more });
  return { ...site, send, list, pay };
}

test('an event keeps its amount as it was written, and its currency', async () => {
  const { pay, list } = await aSite();
  const amounts = [0, 0.1, 12.5, 19.99, 1234.5678, 100_000_000_000];
  for (const amount of amounts) {
    const { status, body } = await pay(amount, 'EUR');
    expect([status, body.event.revenue]).toEqual([201, { amount, currency: 'EUR' }]);
  }
  const { events } = await list();
  expect(events.map(({ revenue }: { revenue: object }) => revenue).reverse()).toEqual(
    amounts.map(amount => ({ amount, currency: 'EUR' })),
  );
});

test('sums are exact, and each currency has its own', async () => {
  const { pay, list, send } = await aSite();
  for (let n = 0; n < 10; n++) await pay(0.1, 'EUR', { value: 'small', path: '/a' });
  await pay(20, 'USD', { value: 'large', path: '/b' });
  await pay(5, 'EUR', { value: 'large', path: '/b' });
  await send({ event: 'cart.add' });
  const dollars = { amount: 20, currency: 'USD' };
  const large = [{ amount: 5, currency: 'EUR' }, dollars];
  const all = [{ amount: 6, currency: 'EUR' }, dollars];
  expect((await list()).summary.revenue).toEqual(all);
  expect((await list('?group_by=event')).grouped_events).toEqual([
    { event: 'order.paid', event_count: 12, revenue: all },
    { event: 'cart.add', event_count: 1 },
  ]);
  expect((await list('?group_by=value&per_page=1&page=2')).grouped_events).toEqual([
    { value: 'large', event_count: 2, revenue: large },
  ]);
  expect((await list('?path=/b')).summary.revenue).toEqual(large);
  expect((await list('?event=cart.add')).summary).not.toHaveProperty('revenue');
});

test('places with few visitors have their revenue together, also on a page of their own and compared', async () => {
  const { set, list, pay } = await aSite();
  await set({ location_detail: 'city' });
  const order = (city: string, visitor_id: string, amount: number) =>
    pay(amount, 'EUR', { visitor_id, country: 'DE', city });
  for (const visitor of ['a', 'b', 'c', 'd', 'e']) await order('Munich', visitor, 1);
  await order('Augsburg', 'f', 20.5);
  await order('Passau', 'g', 30);
  await pay(7, 'EUR', { visitor_id: 'h' });
  const munich = { city: 'Munich', event_count: 5, revenue: [{ amount: 5, currency: 'EUR' }] };
  const others = { city: 'other', event_count: 2, revenue: [{ amount: 50.5, currency: 'EUR' }] };
  const nowhere = { city: null, event_count: 1, revenue: [{ amount: 7, currency: 'EUR' }] };
  for (const attribution of ['hit', 'visit']) {
    const query = `?group_by=city&attribution=${attribution}`;
    expect((await list(query)).grouped_events).toEqual([munich, others, nowhere]);
    expect((await list(`${query}&per_page=1&page=2`)).grouped_events).toEqual([others]);
  }
  const today = (await list()).filters.end_date;
  const compared = `&compare=custom&compare_start_date=${today}&compare_end_date=${today}`;
  expect((await list(`?group_by=city${compared}`)).comparison.grouped_events).toEqual([
    munich,
    others,
    nowhere,
  ]);
});

test('revenue belongs to the visit with attribution=visit', async () => {
  const { post, pay, list } = await aSite();
  const hit = { path: '/', visitor_id: 'ann', referrer: 'https://news.example/' };
  await post('/hits', hit);
  await pay(9.5, 'EUR', { visitor_id: 'ann' });
  await pay(1, 'EUR');
  const query = '?attribution=visit&group_by=referrer_host&include_visitors=true';
  expect((await list(query)).grouped_events).toEqual(
    table(
      'referrer_host event_count unique_visitors visits revenue',
      ['news.example', 1, 1, 1, [{ amount: 9.5, currency: 'EUR' }]],
      [null, 1, 0, 0, [{ amount: 1, currency: 'EUR' }]],
    ),
  );
  expect((await list('?attribution=visit&referrer_host=news.example')).summary.revenue).toEqual([
    { amount: 9.5, currency: 'EUR' },
  ]);
});

test('the period before has its own revenue', async () => {
  const { pay, list } = await aSite();
  await pay(3, 'EUR');
  server().clock.advance({ days: 1 });
  await pay(4, 'EUR');
  const today = '2026-03-11';
  const { summary, grouped_events, comparison } = await list(
    `?group_by=event&start_date=${today}&end_date=${today}&compare=custom&compare_start_date=2026-03-10&compare_end_date=2026-03-10`,
  );
  server().clock.advance({ days: -1 });
  expect([summary.revenue, grouped_events[0].revenue]).toEqual([
    [{ amount: 4, currency: 'EUR' }],
    [{ amount: 4, currency: 'EUR' }],
  ]);
  expect([comparison.summary.revenue, comparison.grouped_events[0].revenue]).toEqual([
    [{ amount: 3, currency: 'EUR' }],
    [{ amount: 3, currency: 'EUR' }],
  ]);
});

test('files have amounts with their currency', async () => {
  const { pay, list } = await aSite();
  await pay(12.5, 'EUR');
  await pay(1, 'JPY');
  expect(await list('.csv?group_by=event')).toBe(
    'event,event_count,revenue\r\norder.paid,2,12.5 EUR; 1 JPY\r\n',
  );
  expect(await list('.csv')).toContain(',1 JPY,');
});

const AMOUNT = 'revenue.amount must be a number from 0 to 100000000000 with at most 4 decimals, got';
const CURRENCY = 'revenue.currency must be a code of ISO 4217 in capitals, such as EUR, got';

test.each([
  ['{"amount":1,"currency":"XYZ"}', `${CURRENCY} "XYZ"`],
  ['{"amount":1,"currency":"eur"}', `${CURRENCY} "eur"`],
  ['{"amount":1,"currency":"€"}', `${CURRENCY} "€"`],
  ['{"amount":1,"currency":978}', `${CURRENCY} 978`],
  ['{"amount":1}', `${CURRENCY} nothing`],
  ['{"currency":"EUR"}', `${AMOUNT} nothing`],
  ['{"amount":-1,"currency":"EUR"}', `${AMOUNT} -1`],
  ['{"amount":"12.50","currency":"EUR"}', `${AMOUNT} "12.50"`],
  ['{"amount":0.00001,"currency":"EUR"}', `${AMOUNT} 0.00001`],
  ['{"amount":1.23456,"currency":"EUR"}', `${AMOUNT} 1.23456`],
  ['{"amount":1e308,"currency":"EUR"}', `${AMOUNT} 1e+308`],
  ['{"amount":1e400,"currency":"EUR"}', `${AMOUNT} Infinity`],
  ['{"amount":100000000000.01,"currency":"EUR"}', `${AMOUNT} 100000000000.01`],
  ['{"amount":null,"currency":"EUR"}', `${AMOUNT} null`],
  ['12.5', 'revenue must be an object with amount and currency, got 12.5'],
  ['"12.50 EUR"', 'revenue must be an object with amount and currency, got "12.50 EUR"'],
  ['[12.5,"EUR"]', 'revenue must be an object with amount and currency, got a list'],
])('revenue %s is refused', async (revenue, message) => {
  const { send, list } = await aSite();
  const { status, body } = await send(`{"event":"order.paid","revenue":${revenue}}`);
  expect([status, body]).toEqual([422, { status: 'error', errors: [message] }]);
  expect((await list()).events).toEqual([]);
});

test('NaN is no JSON, and a hit has no revenue', async () => {
  const { post, get, send } = await aSite();
  expect((await send('{"event":"a.b","revenue":{"amount":NaN,"currency":"EUR"}}')).status).toBe(422);
  const revenue = { amount: 1, currency: 'EUR' };
  expect((await post('/hits', { path: '/', revenue })).status).toBe(201);
  expect((await get('/hits')).hits[0]).not.toHaveProperty('revenue');
});
