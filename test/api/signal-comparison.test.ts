/** A site before and after a signal, such as a deploy. */
import { expect, test } from 'bun:test';
import { contentIssues } from '../../src/features/content/tables.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import { aHit } from '../support/hit-rows.ts';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { startSite, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

const server = shareServer();
const NOW_MS = Date.parse('2026-03-10T12:00:00Z');
/** A deploy three days ago. */
const DEPLOYED_MS = NOW_MS - 3 * DAY_MS;

/** Hits or events on a path, so many in each of the three days from an instant on. */
const rows = (siteId: number, startMs: number, perDay: number, fields: object) =>
  Array.from({ length: 3 * perDay }, (_, index) =>
    aHit({
      siteId,
      at: new Date(startMs + (index * 3 * DAY_MS) / (3 * perDay) + 1000).toISOString(),
      visitor: BigInt(startMs + index),
      ...fields,
    }),
  );

async function aDeploy() {
  const site = await server().given.site();
  await server().patch(`/sites/${site.id}/features`, { insights: true, content_monitoring: true });
  const { body } = await server().post(`/sites/${site.id}/signals`, {
    signal: { title: 'Deploy 42', occurred_at: new Date(DEPLOYED_MS).toISOString(), category: 'launch' },
  });
  return { site, path: `/sites/${site.id}/signals/${body.signal.id}/comparison` };
}

test('pages that fell, missing addresses and goals are compared with the same hours a week before', async () => {
  const { site, path } = await aDeploy();
  await server().post(`/sites/${site.id}/goals`, { name: 'Order', event: 'order' });
  const before = DEPLOYED_MS - 7 * DAY_MS;
  const event = (name: string, value?: string) => ({
    kind: 'event',
    event: name,
    value: value ?? null,
    path: '/',
  });
  await server().services.stores.hits.append([
    ...rows(site.id, before, 40, { path: '/' }),
    ...rows(site.id, DEPLOYED_MS, 44, { path: '/' }),
    ...rows(site.id, before, 20, { path: '/checkout' }),
    ...rows(site.id, DEPLOYED_MS, 2, { path: '/checkout' }),
    ...rows(site.id, before, 4, { path: '/rare' }),
    ...rows(site.id, DEPLOYED_MS, 3, { path: '/rare' }),
    ...rows(site.id, before, 10, event('order')),
    ...rows(site.id, DEPLOYED_MS, 1, event('order')),
    ...rows(site.id, before, 1, event('not_found', '/old')),
    ...rows(site.id, DEPLOYED_MS, 1, event('not_found', '/old')),
    ...rows(site.id, DEPLOYED_MS, 5, event('not_found', '/checkout/pay')),
    // Between the two: neither before nor after.
    ...rows(site.id, before + 3 * DAY_MS + HOUR_MS, 100, { path: '/checkout' }),
  ]);
  const found = {
    siteId: site.id,
    issueType: 'broken_link' as const,
    foundOn: [1],
    foundCount: 1,
    seenIn: 1,
  };
  server()
    .services.stores.db.insert(contentIssues)
    .values([
      {
        ...found,
        url: 'https://shop.example/older',
        checkedAt: new Date(NOW_MS),
        createdAt: new Date(before),
      },
      { ...found, url: 'https://shop.example/pay', checkedAt: new Date(NOW_MS), createdAt: new Date(NOW_MS) },
    ])
    .run();
  const { body } = await server().api('GET', path);
  const { comparison, filters } = body;
  expect(filters).toEqual({ days: 7 });
  expect(comparison).toMatchObject({
    signal: { title: 'Deploy 42' },
    spans: {
      before: { start: '2026-02-28T12:00:00.000Z', end: '2026-03-03T12:00:00.000Z' },
      after: { start: '2026-03-07T12:00:00.000Z', end: '2026-03-10T12:00:00.000Z' },
    },
    hits: { before: { hits: 192 }, after: { hits: 147 } },
    fallen_pages: [{ path: '/checkout', before: 60, after: 6 }],
    not_found: [{ path: '/checkout/pay', before: 0, after: 15 }],
    new_issues: [{ url: 'https://shop.example/pay', issue_type: 'broken_link' }],
    monitoring: null,
  });
  expect(comparison.goals).toMatchObject([
    { goal: { name: 'Order' }, before: { conversions: 30 }, after: { conversions: 3 } },
  ]);
  expect(comparison.goals[0].before.conversion_rate).toBeGreaterThan(
    comparison.goals[0].after.conversion_rate,
  );
});

test('a site that falls as a whole has no fallen pages but fewer hits', async () => {
  const { site, path } = await aDeploy();
  await server().services.stores.hits.append(
    ['/a', '/b', '/c'].flatMap(page => [
      ...rows(site.id, DEPLOYED_MS - 7 * DAY_MS, 30, { path: page }),
      ...rows(site.id, DEPLOYED_MS, 10, { path: page }),
    ]),
  );
  const { comparison } = await server().get(path);
  expect(comparison.hits).toMatchObject({ before: { hits: 270 }, after: { hits: 90 } });
  expect(comparison.fallen_pages).toEqual([]);
});

test('a signal of this moment, of the future or of an empty site is compared with nothing', async () => {
  const site = await server().given.site();
  await server().patch(`/sites/${site.id}/features`, { insights: true });
  for (const occurred_at of ['2026-03-10T12:00:00Z', '2026-04-01T00:00:00Z', '1970-01-01T00:00:00Z']) {
    const signal = { title: 'Deploy', occurred_at };
    const { body } = await server().post(`/sites/${site.id}/signals`, { signal });
    const answer = await server().api(
      'GET',
      `/sites/${site.id}/signals/${body.signal.id}/comparison?days=28`,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.comparison).toMatchObject({
      hits: { after: { hits: 0 } },
      fallen_pages: [],
      goals: [],
    });
  }
});

test.each(['days=0', 'days=29', 'days=x', 'days=1.5'])('%s is refused by name', async query => {
  const { path } = await aDeploy();
  expect(await server().api('GET', `${path}?${query}`)).toEqual(refusedWith(400, 'days'));
});

test('a signal of another site is not found', async () => {
  const { path } = await aDeploy();
  const other = await server().given.site();
  await server().patch(`/sites/${other.id}/features`, { insights: true });
  const elsewhere = path.replace(/^\/sites\/\d+/, `/sites/${other.id}`);
  expect((await server().api('GET', elsewhere)).status).toBe(404);
});

test('uptime, response times and downtimes stand side by side', async () => {
  await using outside = await startSite();
  await using watching = await startWatching({
    settings: { FOOTFALL_UPTIME_INTERVAL: '60', FOOTFALL_UPTIME_CONFIRM: '1' },
  });
  const watched = await watchedSite(watching, `http://shop.test:${outside.port}`);
  await watching.patch(`/sites/${watched.id}/features`, { insights: true });
  await watchFor(watching, 600, 60);
  watching.clock.advance({ days: 7, minutes: -10 });
  const signal = { title: 'Deploy', occurred_at: watching.clock.now().toISOString() };
  const { body } = await watching.post(`/sites/${watched.id}/signals`, { signal });
  outside.answers(500);
  await watchFor(watching, 600, 60);
  const answer = await watching.api('GET', `/sites/${watched.id}/signals/${body.signal.id}/comparison`);
  const { before, after } = answer.body.comparison.monitoring;
  expect([before.uptime, before.downtimes]).toEqual([100, []]);
  expect(before.response_ms).toBeGreaterThanOrEqual(0);
  expect(after.uptime).toBeLessThan(100);
  expect(after.downtimes).toMatchObject([{ error: 'shop.test answered with status 500', ended_at: null }]);
});
