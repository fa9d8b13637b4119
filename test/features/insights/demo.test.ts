/** Demonstration data: every anomaly planned into its last week is found, and nothing else gets a high score. */
import { expect, test } from 'bun:test';
import { startDemo } from '../../support/demo.ts';
import { IS_LONG } from '../../support/fuzz.ts';

interface Signal {
  readonly type: string;
  readonly summary: string;
  readonly importance_score: number;
  readonly payload_excerpt: Readonly<Record<string, unknown>>;
}

/** Planned anomalies by site, as insights name them. */
const PLANTED: Readonly<Record<string, readonly (readonly [type: string, subject?: string])[]>> = {
  'Alder & Ash workshop': [
    ['traffic_spike'],
    ['page_breakout', '/blog/repairing-a-chair'],
    ['referrer_surge', 'core77.com'],
    ['crawler_surge', 'Anthropic'],
    ['signal_effect', 'Interview about repairing chairs'],
  ],
  'Notes from the bench': [['traffic_change'], ['audience_shift', 'NL']],
};

const subjectOf = ({ payload_excerpt: payload }: Signal): unknown =>
  payload['path'] ?? payload['referrer'] ?? payload['country'] ?? payload['provider'] ?? payload['title'];
const isPlanted = (label: string, signal: Signal): boolean =>
  (PLANTED[label] ?? []).some(([type, subject]) => signal.type === type && subjectOf(signal) === subject);

const TUESDAY = '2026-03-10T12:00:00Z';
// On other days other weekdays are the busy ones: in the long form.
const SATURDAY = '2026-03-14T09:00:00Z';

for (const now of IS_LONG ? ([TUESDAY, SATURDAY] as const) : [TUESDAY as typeof TUESDAY]) {
  test(`every planted change is found and nothing else scores above 50, on ${now.slice(0, 10)}`, async () => {
    await using demonstration = await startDemo(now);
    const { server } = demonstration;
    const { accounts } = server.services.access;
    const { service: sites } = server.services.sites;
    const { service: insights } = server.services.insights;
    const demo = accounts.getUserByEmail('demo@example.org');
    for (const site of sites.listByOwner(demo.id)) {
      const { rows } = insights.list(site.id, { number: 1, size: 50 });
      const reported = rows.flatMap(({ signals }) => JSON.parse(signals) as Signal[]);
      for (const [type, subject] of PLANTED[site.label] ?? [])
        expect(
          reported.some(found => found.type === type && subjectOf(found) === subject),
          type,
        ).toBe(true);
      const others = reported.filter(found => !isPlanted(site.label, found) && found.importance_score > 50);
      expect(others).toEqual([]);
    }
  });
}

test('the demonstration has campaigns and kudos', async () => {
  await using demonstration = await startDemo();
  const { browser } = demonstration;
  const list = async (path: string) => (await browser.api('GET', `/sites/1/${path}&period=all`)).body;
  const { grouped_hits } = await list('hits?group_by=campaign');
  expect(grouped_hits.map(({ campaign }: { campaign: string }) => campaign)).toContain('autumn-letter');
  const { grouped_kudos } = await list('kudos?group_by=path');
  expect(grouped_kudos.length).toBeGreaterThan(1);
});

test('the demonstration has downtimes, single checks and content issues, which the jobs of a server leave alone', async () => {
  await using demonstration = await startDemo();
  const { server, clock, browser } = demonstration;
  clock.advance({ minutes: 10 });
  for (const job of ['uptime.check', 'uptime.domains', 'content.crawl']) await server.job(job);
  await server.services.uptime.service.settled();
  const read = async (path: string) => (await browser.api('GET', `/sites/1/${path}`)).body;
  const { monitor, downtimes } = await read('uptime');
  expect(monitor).toMatchObject({
    is_down: false,
    last_status_code: 200,
    ssl: { valid: true },
    domain: { source: 'rdap' },
  });
  expect(monitor.uptime).toBeWithin(99, 100);
  expect(downtimes.map(({ duration }: { duration: number }) => duration)).toEqual([360, 1380, 7800]);
  const { checks, hours } = await read('uptime/checks');
  expect(checks.filter(({ is_up }: { is_up: boolean }) => !is_up).length).toBe(6);
  expect(hours.length).toBe(24);
  const { issues, monitoring_status } = await read('content');
  expect([issues.broken_links.length, issues.mixed_content.length]).toEqual([2, 1]);
  expect(monitoring_status.last_error).toBeNull();
});

test('who puts something into the cart has looked at a product, and who orders has put something into the cart', async () => {
  await using demonstration = await startDemo();
  const { browser } = demonstration;
  const get = async (path: string) => (await browser.api('GET', `/sites/1/${path}`)).body;
  const { goals } = await get('goals/report?period=all');
  const visitorsOf = (name: string) =>
    goals.find((each: { goal: { name: string } }) => each.goal.name === name).visitors;
  const [{ id }] = (await get('funnels')).funnels;
  const { steps } = await get(`funnels/${id}/report?period=all`);
  expect(steps.at(-1).visitors).toBe(visitorsOf('Added to cart'));
  expect(visitorsOf('Order completed')).toBeWithin(1, visitorsOf('Added to cart'));
});
