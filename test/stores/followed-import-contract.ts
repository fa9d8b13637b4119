/** Rows of followed logs, and how they are taken back. */
import { describe, expect, test } from 'bun:test';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { storeOfEach } from '../support/store-of-each.ts';

const FIRST = { offset: 0, limit: 100 };
const at = '2026-03-10T12:00:00Z';

/** Runs the suite over an engine that `open` starts in an empty folder. */
export const describeFollowedImports = (
  name: string,
  open: (folder: string) => Promise<TestHitStore>,
): void => {
  describe(name, () => {
    const given = storeOfEach(open);

    test('rows of a followed log are removed by its import, those that were imported again, too', async () => {
      const { store } = given;
      const bot = { kind: 'agent_visit', agentName: 'Bot', provider: 'Some', category: 'training' } as const;
      await store.append([
        aHit({ path: '/a', visitor: 3n, at: '2026-03-10T15:00:00Z' }),
        aHit({ ...bot, at }),
      ]);
      const ask = async () => [
        await store.totals(aQuery(), { countsVisits: true }),
        await store.list(aQuery(), FIRST),
        await store.count(aQuery({ kind: 'agent_visit' })),
      ];
      const before = await ask();
      const followed = (followedImport: number) => ({ visitor: 3n, followedImport, path: '/a' });
      await store.append([
        aHit({ ...followed(7), at: '2026-03-10T14:00:00Z' }),
        aHit({ ...bot, ...followed(7), visitor: null, at }),
        aHit({ ...followed(8), at: '2026-03-10T16:00:00Z' }),
      ]);
      const row = '{"path":"/b","created_at":"2026-03-10T14:10:00Z"}';
      await given.importFile('rows.ndjson', row, { followedImport: 7 });
      const kinds = ['hit', 'event', 'agent_visit'] as const;
      const remove = (siteId: number, followedImport: number): Promise<number> =>
        store.remove({ siteId, kinds, which: { importKey: 'none', followedImport } });
      expect(await remove(2, 7)).toBe(0);
      expect(await remove(1, 7)).toBe(3);
      expect(await remove(1, 8)).toBe(1);
      expect(await ask()).toEqual(before);
    });

    test('a hit is unique once one of a followed log that came before it is removed', async () => {
      const { store } = given;
      const hit = { visitor: 3n, path: '/a' };
      await store.append([aHit({ ...hit, followedImport: 7, at })]);
      await store.append([aHit({ ...hit, at: '2026-03-10T23:00:00Z' })]);
      const which = { importKey: 'none', followedImport: 7 };
      expect(await store.remove({ siteId: 1, kinds: ['hit'], which })).toBe(1);
      expect(await store.totals(aQuery())).toMatchObject({ hits: 1, uniqueHits: 1 });
    });
  });
};
