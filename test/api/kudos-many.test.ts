/** Reports on many kudos, which are read in slices. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { countTurns } from '../support/event-loop.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const COUNT = 900;
const PATHS = ['/bread', '/Cake', '/pie'];
const START = Date.parse('2026-03-01T00:00:00Z');
const INTERVAL_MS = 900_000;

/** A site whose kudos come a quarter of an hour apart, on three pages in turn. */
async function aBusySite(own: TestServer) {
  const site = await own.given.site({ public: true });
  const path = `case n % 3 ${PATHS.map((each, n) => `when ${n} then '${each}'`).join(' ')} end`;
  own.services.stores.db.run(
    sql.raw(`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${COUNT - 1})
      insert into kudos (site_id, uid, path, created_at)
      select ${site.id}, 'kudo-' || n, ${path}, ${START} + n * ${INTERVAL_MS} from numbers`),
  );
  const ask = async (query: string) => await own.get(`/sites/${site.id}/${query}`);
  return { id: site.id as number, uid: site.uid as string, ask };
}

const RANGE = 'start_date=2026-03-01&end_date=2026-03-10';

test('lists are newest first on every page, and filtered', async () => {
  const site = await aBusySite(server());
  const uids = async (query: string) => {
    const { kudos, pagination } = await site.ask(`kudos?${RANGE}&${query}`);
    return [kudos.map(({ uid }: { uid: string }) => uid), pagination.total_count];
  };
  expect(await uids('per_page=3')).toEqual([['kudo-899', 'kudo-898', 'kudo-897'], COUNT]);
  expect(await uids('per_page=300&page=3').then(([list]) => [list[0], list[299]])).toEqual([
    'kudo-299',
    'kudo-0',
  ]);
  expect(await uids('per_page=2&page=2&path=/Cake')).toEqual([['kudo-892', 'kudo-889'], 300]);
  expect(await uids('uid=kudo-7')).toEqual([['kudo-7'], 1]);
  expect((await site.ask(`kudos?${RANGE}&uid=kudo-7`)).kudos).toEqual([
    { id: expect.any(Number), uid: 'kudo-7', path: '/Cake', created_at: '2026-03-01T01:45:00.000Z' },
  ]);
});

test('groups, series and sums equal those of a few', async () => {
  const site = await aBusySite(server());
  const grouped = async (query: string) => {
    const { grouped_kudos, pagination, summary } = await site.ask(`kudos?${RANGE}&${query}`);
    return [grouped_kudos, pagination.total_count, summary.total_kudos];
  };
  const [bread, cake, pie] = [...PATHS].sort().map(path => ({ path, kudo_count: 300 }));
  expect(await grouped('group_by=path&per_page=2')).toEqual([[bread, cake], 3, COUNT]);
  expect(await grouped('group_by=path&per_page=2&page=2')).toEqual([[pie], 3, COUNT]);
  const { grouped_kudos: ofTwoDays } = await site.ask(
    'kudos?start_date=2026-03-03&end_date=2026-03-04&group_by=path',
  );
  expect(ofTwoDays).toEqual([...PATHS].sort().map(path => ({ path, kudo_count: 64 })));
  expect(await grouped('group_by=path&page=9')).toEqual([[], 3, COUNT]);
  expect(await grouped('group_by=path&search=AKE')).toEqual([[{ path: '/Cake', kudo_count: 300 }], 1, COUNT]);
  const [days] = await grouped('group_by=date');
  expect(days.map((day: { kudo_count: number }) => day.kudo_count)).toEqual([...Array(9).fill(96), 36]);
});

test('overview, public page and export have them too', async () => {
  const site = await aBusySite(server());
  expect((await site.ask(`overview?${RANGE}`)).figures.kudos).toBe(COUNT);
  await server().patch(`/sites/${site.id}/settings`, { public_page: { sections: ['kudos'] } });
  const { body } = await server().api('GET', `/public/${site.uid}?period=30d`, { key: null });
  expect([body.figures.kudos, body.kudos.length]).toEqual([COUNT, 3]);
  const lines = (await site.ask(`kudos?${RANGE}&format=csv`)).trim().split('\r\n');
  expect(lines.length).toEqual(COUNT + 1);
  expect(lines.at(-1)).toEqual(expect.stringContaining('kudo-0,/bread,2026-03-01T00:00:00.000Z'));
});

test('all kudos of a deleted site are removed', async () => {
  await using own = await startTestServer();
  const site = await aBusySite(own);
  await own.api('DELETE', `/sites/${site.id}`);
  await own.job('sites.purge');
  expect(own.services.stores.db.values(sql`select count(*) from kudos`)).toEqual([[0]]);
});

test('kudos of one moment are counted, listed and grouped once each, and other requests are answered meanwhile', async () => {
  const { id, ask } = await aBusySite(server());
  const { db } = server().services.stores;
  db.run(sql.raw(`update kudos set created_at = ${START} where site_id = ${id}`));
  const turns = countTurns();
  const { kudos, summary } = await ask(`kudos?${RANGE}&not_path=/pie&per_page=1000`);
  expect(turns()).toBeGreaterThan(3);
  expect([summary, new Set(kudos.map(({ uid }: { uid: string }) => uid)).size]).toEqual([undefined, 600]);
  const groups = await ask(`kudos?${RANGE}&group_by=path&not_path=/pie`);
  expect([groups.grouped_kudos.length, groups.summary.total_kudos]).toEqual([2, 600]);
});
