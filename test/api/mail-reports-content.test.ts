/** Content of a report: the numbers of the API, and no injected text. */
import { expect, test } from 'bun:test';
import type { NewHit } from '../../src/core/hits/row.ts';
import { aHit } from '../support/hit-rows.ts';
import { generateAt } from '../support/insight-sites.ts';
import { aReport, reportAt, startReported, startReportingServer } from '../support/reporting.ts';
import type { TestServer } from '../support/server.ts';
import { startRelay, type TestRelay } from '../support/smtp-server.ts';
import {
  checkNow,
  mailThrough,
  startSite,
  startWatching,
  subjectsOf,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

const MONDAY = '2026-03-16T07:00:00Z';

const figure = (count: number): string => new Intl.NumberFormat('en').format(count);

/** Hits of some visitors, each on another page, at every sixth hour of some days. */
async function fill(
  server: TestServer,
  siteId: number,
  { first, days, visitors }: { first: string; days: number; visitors: number },
) {
  const start = Date.parse(`${first}T00:00:00Z`);
  const rows: NewHit[] = [];
  for (let hour = 0; hour < days * 24; hour += 6)
    for (let visitor = 0; visitor < visitors; visitor++) {
      const facts = { siteId, createdAt: new Date(start + hour * 3_600_000), visitor: BigInt(visitor + 1) };
      const place = {
        country: ['DE', 'FR', 'US'][visitor % 3] ?? 'XX',
        source: visitor % 2 ? 'Google' : null,
      };
      rows.push(aHit({ ...facts, ...place, path: `/page-${visitor % 7}` }));
      if (hour % 24 === 0) rows.push(aHit({ ...facts, kind: 'event', event: `cart.add${visitor % 2}` }));
      const agent = { agentName: 'GPTBot', provider: 'OpenAI', category: 'training' } as const;
      if (visitor === 0) rows.push(aHit({ ...facts, ...agent, visitor: null, kind: 'agent_visit' }));
    }
  await server.services.stores.hits.append(rows);
}

interface Figures {
  readonly hits: number;
  readonly visitors: number;
  readonly visits: number;
  readonly events: number;
  readonly kudos: number;
  readonly agent_visits: number;
}

/** What the API answers about the same days. */
async function overviewOf(
  server: TestServer,
  siteId: number,
  days: string,
): Promise<{ now: Figures; before: Figures }> {
  const { body } = await server.api(
    'GET',
    `/sites/${siteId}/overview?${days}&time_zone=site&compare=matching_period&include_engagement=true`,
  );
  return { now: body.figures, before: body.comparison.figures };
}

async function topOf(
  server: TestServer,
  siteId: number,
  days: string,
  [kind, by]: readonly [string, string],
) {
  const params = by === 'source' ? `${by}&attribution=visit&order_by=visitors` : by;
  const query = `${days}&time_zone=site&group_by=${params}&per_page=5`;
  const { body } = await server.api('GET', `/sites/${siteId}/${kind}?${query}`);
  const rows: Record<string, number | string | null>[] = body[`grouped_${kind}`];
  return rows.map(
    row =>
      [row[by], row['unique_visitors'] ?? row['views'] ?? row['event_count'] ?? row['visit_count']] as const,
  );
}

const lastMail = (relay: TestRelay) =>
  relay.mails.at(-1) ?? { text: '', html: '', raw: '', headers: new Map() };

test.each([
  ['week', 'UTC', 'Asia/Kolkata', '2026-03-16T07:00:00Z', ['2026-03-09', '2026-03-15']],
  ['week', 'Asia/Kolkata', 'America/New_York', '2026-03-16T04:00:00Z', ['2026-03-09', '2026-03-15']],
  ['month', 'America/New_York', null, '2026-04-01T11:00:00Z', ['2026-03-01', '2026-03-31']],
] as const)(
  'the figures of a %s are those of the API, for an account in %s and a site in %s',
  async (every, time_zone, siteZone, instant, [first, last]) => {
    const days = `start_date=${first}&end_date=${last}`;
    await using relay = await startRelay();
    await using server = await startReportingServer(relay);
    await server.patch('/me/settings', { time_zone });
    const { id } = await server.given.site();
    await server.patch(`/sites/${id}/settings`, { time_zone: siteZone });
    await fill(server, id, { first: '2026-02-20', days: 13, visitors: 5 });
    await fill(server, id, { first: '2026-03-05', days: 30, visitors: 11 });
    await aReport(server, id, { every });
    server.clock.set('2026-03-15T12:00:00Z');
    await server.post(`/sites/${id}/kudos`, { path: '/' });
    await reportAt(server, instant);
    const { text } = lastMail(relay);
    const overview = await overviewOf(server, id, days);
    const sum = ({ hits, visitors }: Figures) =>
      `${figure(hits)} pageviews from ${figure(visitors)} visitors`;
    expect(overview.before.hits).toBeGreaterThan(0);
    expect(text).toContain(
      `\n${sum(overview.now)}, compared with ${sum(overview.before)} in the ${every} before.\n`,
    );
    expect(text).toContain(`\nPageviews: ${figure(overview.now.hits)} (`);
    expect(text).toContain(`\nVisitors: ${figure(overview.now.visitors)} (`);
    expect(text).toContain(`\nVisits: ${figure(overview.now.visits)} (`);
    expect(text).toContain(`\n* Events: ${figure(overview.now.events)}\n`);
    expect(text).toContain(`\n* Kudos: ${figure(overview.now.kudos)}\n`);
    expect(text).toContain(`\n* AI crawlers: ${figure(overview.now.agent_visits)}\n`);
    expect(overview.now.kudos).toBe(1);
    for (const [kind, by] of [
      ['hits', 'path'],
      ['hits', 'source'],
      ['events', 'event'],
      ['agent_visits', 'provider'],
    ] as const) {
      const tops = await topOf(server, id, days, [kind, by]);
      expect(tops.length).toBeGreaterThan(0);
      for (const [key, count] of tops)
        expect(text).toContain(`\n* ${key ?? 'No source'}: ${figure(Number(count))}\n`);
    }
    expect(text).toContain('\n* Germany: ');
    expect(text).toContain(`${server.url}/sites/${id}?from=${first}&to=${last}\n`);
  },
);

test('revenue and how pages were read are those of the API, and summed up for a group', async () => {
  await using reported = await startReported({ label: 'One' });
  const { relay, server, id } = reported;
  const other = (await server.given.site({ label: 'Two' })).id;
  const at = (siteId: number, day: string, given: Parameters<typeof aHit>[0] = {}) =>
    aHit({ siteId, createdAt: new Date(`2026-03-${day}:00Z`), visitor: 1n, path: '/a', ...given });
  const order = (siteId: number, day: string, revenueAmount: number, revenueCurrency: string) =>
    at(siteId, day, { kind: 'event', event: 'order.paid', revenueAmount, revenueCurrency });
  const read = (day: string, engagedSeconds: number, scrollDepth: number) =>
    at(id, day, { kind: 'engagement', view: BigInt(engagedSeconds), engagedSeconds, scrollDepth });
  await server.services.stores.hits.append([
    at(id, '04T10:00'),
    read('04T10:09', 30, 50),
    order(id, '04T10:05', 100_000, 'EUR'),
    at(id, '10T10:00'),
    read('10T10:05', 70, 80),
    read('10T10:06', 90, 40),
    order(id, '10T10:05', 125_000, 'EUR'),
    order(id, '10T10:06', 5_000_000, 'JPY'),
    order(other, '10T10:05', 1_000, 'EUR'),
  ]);
  const goal = { name: 'Paid', event: 'order.paid' };
  await server.post(`/sites/${id}/goals`, goal);
  await reportAt(server, MONDAY);
  const text = lastMail(relay).text;
  expect(text).toContain('* Paid: 2\n  100.0% of visitors\n  up 100%\n');
  expect(text).toContain('* EUR: €12.50\n  up 25%\n');
  expect(text).toContain('* JPY: ¥500\n  new\n');
  expect(text).toContain('* Time on page, median: 1 min 20 s\n  30 s before\n');
  expect(text).toContain('* Scroll depth, median: 60%\n  50% before\n');
  const days = 'start_date=2026-03-09&end_date=2026-03-15&time_zone=user';
  const { body } = await server.api('GET', `/sites/${id}/overview?${days}&include_page_engagement=true`);
  expect(body.figures).toMatchObject({ engaged_seconds: 80, scroll_depth: 60 });
  const { group } = (await server.post('/groups', { name: 'G', site_ids: [id, other] })).body;
  await server.post('/me/reports', { scope: 'group', group_id: group.id, every: 'week' });
  await reportAt(server, '2026-03-16T08:00:00Z');
  expect(lastMail(relay).text).toContain('* EUR: €12.60\n');
  expect(lastMail(relay).text).not.toContain('Time on page');
});

test('the subject names site, days, hits and the change', async () => {
  await using reported = await startReported();
  const { relay, server, id } = reported;
  await fill(server, id, { first: '2026-03-02', days: 7, visitors: 25 });
  await fill(server, id, { first: '2026-03-09', days: 7, visitors: 43 });
  await reportAt(server, MONDAY);
  expect(subjectsOf(relay)).toEqual(['shop.example, week of 9–15 March: 1,204 pageviews (+72%)']);
  expect(lastMail(relay).html).toContain('up 72%');
});

test('a group is summed up, with a line for each site', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay);
  const sites = [await server.given.site({ label: 'One' }), await server.given.site({ label: 'Two' })];
  const ids = sites.map(({ id }) => id);
  await fill(server, ids[0], { first: '2026-03-02', days: 14, visitors: 9 });
  await fill(server, ids[1], { first: '2026-03-05', days: 11, visitors: 4 });
  const { id } = (await server.post('/groups', { name: 'Shops', site_ids: ids })).body.group;
  await server.post('/me/reports', { scope: 'group', group_id: id, every: 'week' });
  await reportAt(server, MONDAY);
  const days = 'start_date=2026-03-09&end_date=2026-03-15';
  const [one, two] = await Promise.all(ids.map(site => overviewOf(server, site, days)));
  const { text } = lastMail(relay);
  const sum = (name: keyof Figures, of: 'now' | 'before') => (one?.[of][name] ?? 0) + (two?.[of][name] ?? 0);
  const words = (of: 'now' | 'before') =>
    `${figure(sum('hits', of))} pageviews from ${figure(sum('visitors', of))} visitors`;
  expect(text).toContain(`\n${words('now')}, compared with ${words('before')} in the week before.\n`);
  expect(text).toContain(`\n* Events: ${figure(sum('events', 'now'))}\n`);
  expect(text).toContain(`\n* One: ${figure(one?.now.hits ?? 0)}\n  no change · 9 visitors\n`);
  expect(text).toContain(`\n* Two: ${figure(two?.now.hits ?? 0)}\n`);
  expect(text).toContain('\n* One · /page-0: ');
  expect(text).toContain(`${server.url}/groups/${id}?from=2026-03-09&to=2026-03-15\n`);
});

test('the report of a group without sites explains that', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay);
  const { id } = (await server.post('/groups', { name: 'Shops' })).body.group;
  await server.post('/me/reports', { scope: 'group', group_id: id, every: 'week' });
  await reportAt(server, MONDAY);
  expect(lastMail(relay).text).toContain('This group has no sites yet');
});

test('an empty week makes a short mail, on schedule', async () => {
  await using reported = await startReported();
  const { relay, server, id } = reported;
  await fill(server, id, { first: '2026-03-09', days: 7, visitors: 3 });
  for (const day of ['16', '23', '30']) await reportAt(server, `2026-03-${day}T07:00:00Z`);
  await reportAt(server, '2026-04-06T07:00:00Z');
  const texts = relay.mails.map(({ text }) => text);
  expect(texts).toHaveLength(4);
  const quiet = 'A quiet week: there was no activity. There';
  expect(texts[1]).toContain(`${quiet} were 84 pageviews from 3 visitors in the week before.`);
  expect(texts[3]).toContain(`${quiet} was none in the week before either.`);
  expect(texts[3]).toContain('that the tracking code is still on your pages');
  expect(texts[3]).not.toContain('TOP PAGES');
});

test('it contains monitoring results and the newest insight of these days', async () => {
  await using relay = await startRelay();
  await using site = await startSite();
  await using server = await startWatching({
    settings: { ...mailThrough(relay), FOOTFALL_UPTIME_CONFIRM: '1' },
  });
  const { id } = await watchedSite(server, `http://shop.test:${site.port}`, { label: 'Shop' });
  await fill(server, id, { first: '2026-02-23', days: 21, visitors: 4 });
  await server.patch('/me/settings', { mails: { monitor_down: false, monitor_up: false } });
  await aReport(server, id);
  await checkNow(server);
  await watchFor(server, 600, 5);
  site.answers(503);
  await watchFor(server, 300, 5);
  site.answers(200);
  await watchFor(server, 300, 5);
  await generateAt(server, '2026-03-16T01:00:00Z');
  await checkNow(server);
  await reportAt(server, MONDAY);
  const { days } = await server.get(`/sites/${id}/uptime/days?days=8&time_zone=user`);
  const week = days.slice(0, 7) as { watched_seconds: number; downtime_seconds: number; downtimes: number }[];
  const sum = (name: keyof (typeof week)[number]) => week.reduce((all, day) => all + day[name], 0);
  expect(sum('downtimes')).toBe(1);
  const share = Math.floor((1 - sum('downtime_seconds') / sum('watched_seconds')) * 100_000) / 1000;
  const { text } = lastMail(relay);
  const shown = Number(/\n\* Uptime: ([\d.]+)%\n/.exec(text)?.[1]);
  // The mail shows two decimals, and the API rounds each day to whole seconds.
  expect(Math.abs(shown - share)).toBeLessThan(0.01 + 100 / sum('watched_seconds'));
  expect(text).toMatch(/\n {2}Down 10 March, 12:1\d, for \d minutes: .*503/);
  const [{ summary }] = (await server.get(`/sites/${id}/insights`)).insights;
  expect(text).toContain(`WHAT STOOD OUT\n${summary}\n`);
});

const MARKUP = `<img src=x onerror="alert(1)">\u202egnp.exe`;

test('hostile names, pages, sources and events are text, on one line, and end soon', async () => {
  await using reported = await startReported({ label: `${MARKUP}${'W'.repeat(100)}` });
  const { relay, server, id } = reported;
  const heads = ['Bcc: all@example.org', '\u2028Bcc: x'];
  const texts = [MARKUP, 'W'.repeat(1000), ...heads, '"><script>alert(1)</script>'];
  const rows = texts.flatMap((text, index) => {
    const facts = { siteId: id, at: '2026-03-10T12:00:00Z', visitor: BigInt(index + 1) };
    return [
      aHit({ ...facts, path: `/${text}`, source: text.slice(0, 200), country: '<b' }),
      aHit({ ...facts, kind: 'event', event: text.slice(0, 128) }),
    ];
  });
  await server.services.stores.hits.append(rows);
  await reportAt(server, MONDAY);
  const { raw, text, html, headers } = lastMail(relay);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  expect(head.match(/^(bcc|cc|to):/gim)?.map(name => name.toLowerCase())).toEqual(['to:']);
  expect(headers.get('subject')?.length).toBeLessThan(160);
  expect(html).not.toMatch(/<(img|script|iframe|link|b)\b|\bsrc=["']|url\(|@import/i);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const form of [text, html, headers.get('subject') ?? '']) {
    expect(form).not.toMatch(/[\u202e\u2028]/);
    expect(form).not.toContain('W'.repeat(130));
  }
  // Nothing is loaded, and every link leads to this server.
  const links = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(3);
  for (const link of links) expect(link).toStartWith(`${server.url}/`);
});

test('only an insight about days of the report is included, with the same numbers', async () => {
  await using reported = await startReported();
  const { relay, server, id } = reported;
  await fill(server, id, { first: '2026-02-16', days: 28, visitors: 4 });
  // Of the days up to Wednesday: three of them are of the week before.
  await generateAt(server, '2026-03-12T01:00:00Z');
  await reportAt(server, MONDAY);
  expect(lastMail(relay).text).not.toContain('WHAT STOOD OUT');
  await fill(server, id, { first: '2026-03-16', days: 7, visitors: 5 });
  await generateAt(server, '2026-03-23T01:00:00Z');
  await reportAt(server, '2026-03-23T07:00:00Z');
  const { text } = lastMail(relay);
  expect(text).toContain(
    '\n140 pageviews from 5 visitors, compared with 112 pageviews from 4 visitors in the week before.\n',
  );
  expect(text).toMatch(/\nWHAT STOOD OUT\n.*140 pageviews from 5 visitors/);
});
