/** The list of downtimes. Source: api-v1, Uptime monitor, Downtime record. */
import { expect, test } from 'bun:test';
import { checkNow, startShop, startWatching, watchFor } from '../support/uptime.ts';

test('downtimes are listed latest first, in pages, with a summary', async () => {
  await using server = await startWatching({
    settings: { FOOTFALL_UPTIME_CONFIRM: '1', FOOTFALL_UPTIME_INTERVAL: '10' },
  });
  await using site = await startShop(server);
  await checkNow(server);
  for (let round = 0; round < 3; round++) {
    if (round === 2) server.clock.advance({ days: 40 });
    site.answers(500 + round);
    await watchFor(server, 20);
    if (round === 2) break;
    site.answers(200);
    await watchFor(server, 30);
  }
  const all = await site.uptime();
  expect(all.summary).toEqual({ total_downtimes: 3, ongoing_downtimes: 1, recent_downtimes_30_days: 1 });
  expect(all.downtimes.map((downtime: { error: string }) => downtime.error)).toEqual(
    [502, 501, 500].map(status => `shop.test answered with status ${status}`),
  );
  const page = await site.uptime('?per_page=2&page=2');
  expect(page.downtimes).toEqual(all.downtimes.slice(2));
  expect(page.pagination).toEqual({ current_page: 2, per_page: 2, total_count: 3, total_pages: 2 });
  expect(page.summary).toEqual(all.summary);
  server.clock.advance({ days: 401 });
  await server.job('uptime.tidy');
  expect((await site.uptime()).summary.total_downtimes).toBe(1);
});
