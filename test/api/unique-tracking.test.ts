/** A site that does not track unique hits. Source: api-v1, Hit, Grouped rows; api-v1, Site. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSiteWithHits(track_unique_hits: boolean) {
  const { hits, id, set } = await givenSite(server());
  await set({ track_unique_hits });
  await hits(['a', 'b', 'b'].map(visitor_id => ({ path: '/p', visitor_id })));
  return id;
}

const read = async (path: string) => await server().get(path);
const siteIn = async (id: number) =>
  (await read('/sites?start_date=2026-03-01')).sites.find((site: { id: number }) => site.id === id);

test('with tracking, views have their unique ones and a period its unique hits', async () => {
  const id = await aSiteWithHits(true);
  expect((await read(`/sites/${id}/hits?group_by=path`)).grouped_hits).toEqual([
    { path: '/p', views: 3, unique_views: 2 },
  ]);
  expect(await siteIn(id)).toMatchObject({ period_hits: 3, period_unique_hits: 2 });
});

test('without it unique_views is absent and period_unique_hits null, and visitors are still distinguished', async () => {
  const id = await aSiteWithHits(false);
  const grouped = await read(`/sites/${id}/hits?group_by=path`);
  expect(grouped.grouped_hits).toEqual([{ path: '/p', views: 3 }]);
  expect(grouped.summary).toMatchObject({ total_hits: 3, unique_visitors: 2 });
  expect(await siteIn(id)).toMatchObject({ period_hits: 3, period_unique_hits: null });
  expect((await read('/sites')).sites.find((site: { id: number }) => site.id === id)).not.toHaveProperty(
    'period_unique_hits',
  );
});

test('switched on again, unique counts include the hits of the time without it', async () => {
  const id = await aSiteWithHits(false);
  await server().patch(`/sites/${id}/settings`, { track_unique_hits: true });
  expect((await read(`/sites/${id}/hits?group_by=path`)).grouped_hits).toEqual([
    { path: '/p', views: 3, unique_views: 2 },
  ]);
});
