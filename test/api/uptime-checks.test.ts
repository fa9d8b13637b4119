/** The checks of a site's last hours, one by one. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { checkNow, startShop, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_CONFIRM: '1', FOOTFALL_UPTIME_INTERVAL: '60' };

interface Checks {
  readonly checks: readonly {
    checked_at: string;
    is_up: boolean;
    status_code: number;
    response_ms: number;
  }[];
  readonly hours: readonly { started_at: string; checks: number; failed_checks: number }[];
}

const shared = share(() => startWatching({ settings: QUICK }));

const checksOf = async (server: TestServer, { id }: { id: number }, query = ''): Promise<Checks> =>
  await server.get(`/sites/${id}/uptime/checks${query}`);

test('every check has its time, status and response time, and is summed up by hour', async () => {
  await using server = await startWatching({ settings: QUICK, at: '2026-03-10T11:50:00Z' });
  await using site = await startShop(server);
  expect(await checksOf(server, site)).toEqual({ checks: [], hours: [], filters: { hours: 24 } } as never);
  await checkNow(server);
  await watchFor(server, 480, 10);
  site.answers(503);
  await watchFor(server, 480, 10);
  const { checks, hours } = await checksOf(server, site);
  expect(checks[0]).toEqual({
    checked_at: '2026-03-10T11:50:00.000Z',
    is_up: true,
    status_code: 200,
    response_ms: expect.any(Number),
  });
  expect(checks.at(-1)).toMatchObject({ is_up: false, status_code: 503 });
  expect(hours.map(({ started_at }) => started_at)).toEqual([
    '2026-03-10T11:00:00.000Z',
    '2026-03-10T12:00:00.000Z',
  ]);
  expect(hours.reduce((sum, hour) => sum + hour.checks, 0)).toBe(checks.length);
  expect(hours.reduce((sum, hour) => sum + hour.failed_checks, 0)).toBe(
    checks.filter(({ is_up }) => !is_up).length,
  );
});

test('a check without an answer has no status, and checks before the span are left out', async () => {
  const watched = await watchedSite(shared(), 'http://site.nowhere.test');
  await checkNow(shared());
  shared().clock.advance({ minutes: 70 });
  await checkNow(shared());
  const [, ...none] = (await checksOf(shared(), watched, '?hours=2')).checks;
  expect(none).toMatchObject([{ is_up: false, status_code: null, response_ms: null }]);
  expect((await checksOf(shared(), watched, '?hours=1')).checks).toEqual(none);
});

test('checks outlive a restart', async () => {
  await using first = await startWatching({ settings: QUICK });
  const { clock, data, stop } = first;
  await using site = await startShop(first);
  await checkNow(first);
  await watchFor(first, 300, 10);
  await stop();
  await using server = await startWatching({ data, clock, settings: QUICK });
  const found = server.services.uptime.service.findRecentChecks(site.id, 24);
  expect(found?.checks.length).toBe(found?.hours[0]?.checks ?? 0);
  expect(found?.checks.length).toBeGreaterThan(3);
});

test.each([0, 25])('hours=%i is 400 and named', async hours => {
  const site = await watchedSite(shared(), 'https://shop.example');
  expect(await shared().api('GET', `/sites/${site.id}/uptime/checks?hours=${hours}`)).toEqual(
    refused(400, `hours must be an integer from 1 to 24, got ${hours}`),
  );
});
