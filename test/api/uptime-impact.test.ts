/** What a downtime cost: hits, events and conversions that were expected. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import { aHit } from '../support/hit-rows.ts';
import { aWebhook, deliver, startReceiver } from '../support/receiver.ts';
import type { TestServer } from '../support/server.ts';
import {
  mailsOf,
  startSite,
  startWatching,
  uptimeOf,
  WITH_MAIL,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_INTERVAL: '60', FOOTFALL_UPTIME_CONFIRM: '1', ...WITH_MAIL };

/** Stores 12 hits and 6 events an hour of each of the last weeks. */
async function addWeeks(server: TestServer, siteId: number, weeks: number): Promise<void> {
  const nowMs = server.clock.now().getTime();
  const times = (minutes: number): string[] =>
    Array.from({ length: (weeks * 7 * 24 * 60) / minutes }, (_, index) =>
      new Date(nowMs - (index + 1) * minutes * MINUTE_MS).toISOString(),
    );
  await server.services.stores.hits.append([
    ...times(5).map(at => aHit({ siteId, at })),
    ...times(10).map(at => aHit({ siteId, at, kind: 'event', event: 'order' })),
  ]);
}

/** Starts a watched site with a history, lets it be down for two hours and come up again. */
async function bringDown(server: TestServer, weeks: number) {
  const site = await startSite();
  const watched = await watchedSite(server, `http://shop.test:${site.port}`);
  await addWeeks(server, watched.id, weeks);
  const goal = { name: 'Order', event: 'order' };
  expect((await server.post(`/sites/${watched.id}/goals`, goal)).status).toBe(201);
  await watchFor(server, 120, 60);
  site.answers(500);
  await watchFor(server, 7200, 60);
  site.answers(200);
  await watchFor(server, 600, 60);
  await site[Symbol.asyncDispose]();
  return watched;
}

test('a downtime tells what is missing, in its list, its mail and its webhook', async () => {
  await using server = await startWatching({ settings: QUICK });
  await using receiver = await startReceiver();
  await aWebhook(server, { url: receiver.url, events: ['monitor_up'] });
  const site = await bringDown(server, 6);
  const [{ impact, ongoing }] = (await uptimeOf(server, site)).downtimes;
  expect(ongoing).toBe(false);
  for (const [missing, expected] of [
    [impact.hits, 24],
    [impact.events, 12],
    [impact.goals[0], 12],
  ] as const) {
    expect(missing.counted).toBe(0);
    expect(missing.missing).toBe(missing.expected);
    expect(Math.abs(missing.expected - expected)).toBeLessThanOrEqual(3);
    expect(missing.missing_low).toBeLessThanOrEqual(expected);
    expect(missing.missing_high).toBeGreaterThanOrEqual(expected);
  }
  expect(impact.goals).toMatchObject([{ name: 'Order' }]);
  const { missing, missing_low, missing_high } = impact.hits;
  const mail = mailsOf(server).find(({ kind }) => kind === 'monitor_up');
  expect(JSON.stringify(mail)).toContain(
    `About ${missing} pageviews missed (${missing_low} to ${missing_high})`,
  );
  await deliver(server);
  expect(receiver.received[0]?.body).toMatchObject({ downtime: { impact: { hits: impact.hits } } });
});

test('nothing is said without two weeks of hits, nor while it lasts', async () => {
  await using server = await startWatching({ settings: QUICK });
  const site = await bringDown(server, 1);
  expect((await uptimeOf(server, site)).downtimes[0].impact).toBeNull();
  expect(JSON.stringify(mailsOf(server))).not.toContain('missing');
});

test('where it failed, the job works it out later', async () => {
  await using server = await startWatching({ settings: QUICK });
  const site = await bringDown(server, 4);
  const before = (await uptimeOf(server, site)).downtimes[0];
  server.services.uptime.store.changeDowntime(before.id, { impact: null });
  await server.job('uptime.impact');
  const after = (await uptimeOf(server, site)).downtimes[0];
  expect(after.impact.hits.expected).toBeGreaterThan(0);
});
