/** Identified visitors by week, and who of them comes back. Source: decisions, section 15, Identified visitors. */
import { expect, test } from 'bun:test';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
/** The clock of servers begins on Tuesday, 2026-03-10. */
const HITS = [
  ['ann', '2026-02-13T10:00:00Z'],
  ['ann', '2026-03-03T10:00:00Z'],
  ['bob', '2026-03-02T10:00:00Z'],
  ['bob', '2026-03-04T10:00:00Z'],
  ['bob', '2026-03-09T10:00:00Z'],
  ['cid', '2026-03-08T23:30:00Z'],
].map(([visitor_id, created_at]) => ({ path: '/', visitor_id, created_at }));

async function importHits(site: GivenSite, hits: readonly object[]) {
  const { body } = await server().api('POST', `${site.path}/imports?file_name=a.ndjson`, {
    body: hits.map(hit => JSON.stringify(hit)).join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(await ended(server(), `${site.path}/imports/${body.import.id}`)).toMatchObject({
    rows_imported: hits.length,
  });
}

async function aSite() {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  await importHits(site, HITS);
  const anonymous = { path: '/', ip_address: '203.0.113.7', user_agent: 'Mozilla/5.0 Firefox/140.0' };
  expect((await site.post('/hits', anonymous)).status).toBe(201);
  return site;
}

test('visitors of each week are new or returning, and the new ones come back in later weeks', async () => {
  const site = await aSite();
  expect(await site.get('/returning_visitors?weeks=2')).toEqual({
    weeks: [
      { start_date: '2026-03-02', visitors: 3, new_visitors: 2, returning_visitors: 1, returned: [1] },
      { start_date: '2026-03-09', visitors: 1, new_visitors: 0, returning_visitors: 1, returned: [] },
    ],
  });
  const { weeks } = await site.get('/returning_visitors');
  expect(weeks).toHaveLength(12);
  expect(weeks[7]).toEqual({
    start_date: '2026-02-09',
    ...{ visitors: 1, new_visitors: 1, returning_visitors: 0, returned: [0, 0, 1, 0] },
  });
});

test('weeks are those of the site’s days, and begin when asked', async () => {
  const site = await aSite();
  await site.set({ time_zone: 'Europe/Berlin' });
  await server().job('hits.set-zones');
  const read = async (query: string) =>
    (await site.get(`/returning_visitors?weeks=2${query}`)).weeks.map(
      (week: { start_date: string; new_visitors: number; visitors: number }) => [
        week.start_date,
        week.visitors,
        week.new_visitors,
      ],
    );
  expect(await read('')).toEqual([
    ['2026-03-02', 2, 1],
    ['2026-03-09', 2, 1],
  ]);
  expect(await read('&week_start=sunday')).toEqual([
    ['2026-03-01', 2, 1],
    ['2026-03-08', 2, 1],
  ]);
});

test('a site without identified visitors has zeros, also where some are on several days since its zone changed', async () => {
  const site = await givenSite(server());
  const promoted = { path: '/', visitor_hash: '00000000000000aa', visitor_is_identified: false };
  await importHits(
    site,
    ['09', '10'].map(day => ({ ...promoted, created_at: `2026-03-${day}T00:30:00Z` })),
  );
  const { weeks } = await site.get('/returning_visitors?weeks=1');
  expect(weeks).toEqual([
    { start_date: '2026-03-09', visitors: 0, new_visitors: 0, returning_visitors: 0, returned: [] },
  ]);
});

test.each([
  ['weeks=0', 'weeks'],
  ['weeks=54', 'weeks'],
  ['weeks=many', 'weeks'],
  ['week_start=friday', 'week_start must be one of monday, sunday'],
])('%s is refused', async (query, error) => {
  const site = await givenSite(server());
  const { status, body } = await site.call('GET', `/returning_visitors?${query}`);
  expect([status, body.error]).toEqual([400, expect.stringContaining(error)]);
});
