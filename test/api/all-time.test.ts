/** Reports of all time: every day since the first row, however many. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

/** A site with a hit at noon of each day. */
async function siteSince(...days: string[]) {
  const site = await givenSite(server());
  const rows = days.map(day => aHit({ siteId: site.id, at: `${day}T12:00:00Z` }));
  await server().services.stores.hits.append(rows);
  return site;
}

test('begins with the first row and ends today, also over more than 730 days', async () => {
  const { get } = await siteSince('2021-05-06', '2025-01-01');
  const { filters, summary } = await get('/hits?period=all&group_by=date&interval=month');
  expect(filters).toMatchObject({ start_date: '2021-05-06', end_date: '2026-03-10' });
  expect(summary.total_hits).toBe(2);
});

test('begins with a kudo where that came first', async () => {
  const { id, get, post } = await givenSite(server());
  const { clock, services } = server();
  clock.advance({ days: -40 });
  await post('/kudos', { path: '/a' });
  clock.advance({ days: 40 });
  await services.stores.hits.append([aHit({ siteId: id, at: '2026-03-01T12:00:00Z' })]);
  for (const [report, count] of [
    ['kudos?grouped=true', (body: { summary: { total_kudos: number } }) => body.summary.total_kudos],
    ['overview?', (body: { figures: { kudos: number } }) => body.figures.kudos],
  ] as const) {
    const body = await get(`/${report}&period=all`);
    expect([body.filters.start_date, count(body)]).toEqual(['2026-01-29', 1]);
  }
});

test('is today for a site without anything', async () => {
  const { get } = await siteSince();
  const { filters, figures } = await get('/overview?period=all');
  expect(filters).toMatchObject({ start_date: '2026-03-10', end_date: '2026-03-10' });
  expect(figures.hits).toBe(0);
});

test.each(['hits', 'events', 'agent_visits', 'kudos', 'overview', 'hours', 'user_journeys'])(
  'is supported by %s',
  async report => {
    const { ask } = await siteSince('2022-02-02');
    const { status, body } = await ask(`/${report}?period=all`);
    expect(status).toBe(200);
    expect(body.filters.start_date).toBe('2022-02-02');
  },
);

test('hours of all time are those of the rows, also where one is decades older than the rest', async () => {
  const { get } = await siteSince('1971-03-02', '2024-02-29', '2026-03-10');
  for (const filter of ['', '&not_country=FR', '&not_entry_page=/x']) {
    const { filters, hours } = await get(`/hours?period=all${filter}`);
    const busy = hours.filter((row: { hit_count: number }) => row.hit_count > 0);
    expect(filters.start_date).toBe('1971-03-02');
    // Two Tuesdays and a Thursday.
    expect(busy).toEqual([
      { weekday: 2, hour: 12, hit_count: 2 },
      { weekday: 4, hour: 12, hit_count: 1 },
    ]);
  }
});

test('takes no date range beside it, and no other word', async () => {
  const { ask } = await siteSince();
  const both = await ask('/hits?period=all&start_date=2026-01-01');
  expect([both.status, both.body.error]).toEqual([400, 'period=all takes neither start_date nor end_date']);
  const other = await ask('/hits?period=ever');
  expect([other.status, other.body.error]).toEqual([400, 'period must be all, got "ever"']);
});
