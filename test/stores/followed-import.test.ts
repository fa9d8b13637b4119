/** A folder of before rows named the import of a followed log. */
import { expect, test } from 'bun:test';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { createTestHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { openFormerFolder } from '../support/summed-store.ts';

test('its rows are of no followed log, and go with none', async () => {
  using folder = await openFormerFolder('0013', [], former =>
    former.rebuild(async copy => {
      const id = await copy.reserveIds('hit', 1);
      await copy.run(`insert into hits (id, site_id, created_at, path, country, is_unique, is_first_of_day)
        values (${id}, 1, '2026-03-10 12:00:00', '/old', 'XX', false, false)`);
    }),
  );
  const store = createTestHitStore(await openHitEngine({ folder }));
  await store.append([aHit({ path: '/log', followedImport: 7 })]);
  await store.maintain({ force: true });
  const followed = (await store.list(aQuery(), { offset: 0, limit: 9 })).map(row => row.followedImport);
  expect(followed).toEqual([7, null]);
  const which = { importKey: 'none', followedImport: 7 };
  expect(await store.remove({ siteId: 1, kinds: ['hit', 'event', 'agent_visit'], which })).toBe(1);
  expect(await store.list(aQuery(), { offset: 0, limit: 9 })).toMatchObject([{ path: '/old' }]);
  await store.close();
  expect((await checkHitFiles(folder)).faults).toEqual([]);
});
