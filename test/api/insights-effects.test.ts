/** Effects of downtimes and busy hours, from the hits and checks of a site to the insight. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { generateAt, insightsOf } from '../support/insight-sites.ts';
import { createMovableClock, startTestServer, type TestServer } from '../support/server.ts';
import {
  checkNow,
  QUICK,
  startSite,
  startWatching,
  uptimeOf,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

interface Signal {
  readonly type: string;
  readonly headline: string;
  readonly summary: string;
  readonly importance_score: number;
}

/** Sends so many hits at an instant. */
async function sendHits(server: TestServer, siteId: number, at: string, count: number): Promise<void> {
  server.clock.set(at);
  await server.given.hits(
    siteId,
    Array.from({ length: count }, (_, number) => ({ path: `/${number % 3}` })),
  );
}

const signalsOf = async (server: TestServer, id: number): Promise<readonly Signal[]> =>
  (await insightsOf(server, id)).insights[0].signals;

test('a downtime that cost hits is reported with its duration, its hits and those of the weeks before', async () => {
  await using site = await startSite();
  await using server = await startWatching({
    clock: createMovableClock('2026-02-10T00:00:00Z'),
    settings: QUICK,
  });
  const { id } = await server.given.site({ url: `http://shop.test:${site.port}` });
  for (let day = '2026-02-10'; day <= '2026-03-10'; day = addDays(day, 1)) {
    if (day !== '2026-03-10') await sendHits(server, id, `${day}T10:00:00Z`, 40);
    if (day !== '2026-03-10') await sendHits(server, id, `${day}T20:00:00Z`, 15);
  }
  server.clock.set('2026-03-10T07:30:00Z');
  await server.api('PATCH', `/sites/${id}/features`, { body: { uptime: true } });
  await checkNow(server);
  await watchFor(server, 1800, 300);
  site.answers(500);
  await watchFor(server, 6 * 3600, 300);
  site.answers(200);
  await watchFor(server, 1800, 300);
  await sendHits(server, id, '2026-03-10T20:00:00Z', 15);
  await generateAt(server, '2026-03-11T01:00:00Z');
  const { started_at, ended_at } = (await uptimeOf(server, { id })).downtimes[0];
  expect(await signalsOf(server, id)).toEqual([
    {
      type: 'downtime_effect',
      headline: 'Fewer pageviews during the downtime on Tuesday, 10 March',
      summary: 'The site was down for 6 hours: no pageviews, usually about 40.',
      importance_score: expect.any(Number),
      detected_at: '2026-03-11T01:00:00.000Z',
      window: { started_at, ended_at },
      payload_excerpt: {
        direction: 'down',
        current_hits: 0,
        previous_hits: 40,
        absolute_change: -40,
        change_percentage: -100,
        compared_with: 'usual',
      },
    } as Signal,
  ]);
});

test('a downtime in hours without usual hits is reported as a fact and not as an effect', async () => {
  await using site = await startSite();
  await using server = await startWatching({
    clock: createMovableClock('2026-02-10T00:00:00Z'),
    settings: QUICK,
  });
  const { id } = await watchedSite(server, `http://shop.test:${site.port}`);
  for (let day = '2026-02-10'; day <= '2026-03-10'; day = addDays(day, 1))
    await sendHits(server, id, `${day}T12:00:00Z`, 40);
  await checkNow(server);
  site.answers(500);
  await watchFor(server, 3600, 300);
  site.answers(200);
  await watchFor(server, 600, 300);
  await generateAt(server, '2026-03-11T01:00:00Z');
  const [{ signals, summary }] = (await insightsOf(server, id)).insights;
  expect([signals, summary]).toEqual([
    [],
    expect.stringMatching(/was down for \d+ minutes during this time/),
  ]);
});

test('an hour that stands out is reported with its day, in the zone of the account', async () => {
  await using server = await startTestServer({ clock: createMovableClock('2026-02-15T00:00:00Z') });
  const { accounts } = server.services.access;
  await accounts.updateUser(accounts.getUserByEmail(server.owner.email), { timeZone: 'Asia/Kathmandu' });
  const { id } = await server.given.site();
  for (let day = '2026-02-16'; day <= '2026-03-10'; day = addDays(day, 1)) {
    // 09:15, 12:15 and 15:15 there; the burst at 20:15.
    for (const time of ['03:30', '06:30', '09:30']) await sendHits(server, id, `${day}T${time}:00Z`, 40);
    if (day === '2026-03-08') await sendHits(server, id, `${day}T14:30:00Z`, 70);
  }
  await generateAt(server, '2026-03-10T19:15:00Z');
  expect(await signalsOf(server, id)).toEqual([
    {
      type: 'traffic_spike',
      headline: 'Traffic peak on Sunday, 8 March at 20:00',
      summary: 'Hour from 20:00 on Sunday, 8 March: 70 pageviews, usually hardly any.',
      importance_score: expect.any(Number),
      detected_at: '2026-03-10T19:15:00.000Z',
      window: { started_at: '2026-03-08T14:15:00.000Z', ended_at: '2026-03-08T15:15:00.000Z' },
      payload_excerpt: {
        direction: 'up',
        granularity: 'hour',
        current_hits: 70,
        previous_hits: 0,
        absolute_change: 70,
        change_percentage: null,
        compared_with: 'usual',
      },
    } as Signal,
  ]);
});
