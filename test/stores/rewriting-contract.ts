/** What giving rows other paths, and restoring those they had, must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect } from 'bun:test';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import { eventAt, hitAt } from '../support/visit-rows.ts';
import { readAll } from './hold-contract.ts';

const HELD = 9;
const LATER = new Date('2026-04-01T00:00:00Z');
/** Pages without their query. */
const cut = (path: string) => path.replace(/\?.*/, '');
const withoutQuery = (path: string) => ({ path: cut(path), url: null });
const readAt = (time: string, path: string, view: bigint) =>
  hitAt(time, path, { kind: 'engagement', view, engagedSeconds: 20, scrollDepth: 50 });

const ROWS: readonly NewHit[] = [
  hitAt('08:00:00', '/a?x=1'),
  readAt('08:00:30', '/a?x=1', 1n),
  hitAt('08:01:00', '/b'),
  hitAt('08:02:00', '/a?x=2'),
  readAt('08:02:30', '/a?x=2', 2n),
  eventAt('08:03:00', { path: '/a?x=2' }),
  eventAt('08:04:00', { path: null }),
  hitAt('08:30:00', '/a'),
  hitAt('09:00:00', '/a?x=1', { visitor: 2n }),
  aHit({ at: '2026-03-11T09:00:00Z', path: '/a?y', country: 'FR' }),
  hitAt('10:00:00', '/c', { kind: 'agent_visit' }),
  hitAt('10:00:00', '/c?z', { kind: 'agent_visit' }),
];

export const pathsAreRewritten = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  const read = (siteId = 1) => readAll(store(), siteId);
  const rewrite = (rename: (path: string) => { path: string; url: string | null }, heldAs = HELD) =>
    store().rewritePaths({ siteId: 1, before: LATER, rename, heldAs });
  const restore = (heldAs = HELD) => store().restoreHeld({ siteId: 1, heldAs });
  const totals = async () => {
    const { hits, uniqueHits, visitors } = await store().totals(aQuery());
    return [hits, uniqueHits, visitors];
  };
  const pages = async () =>
    (await store().group(aQuery(), 'path', { offset: 0, limit: 99 })).rows.map(
      ({ key, hits, uniqueHits }) => [key, hits, uniqueHits],
    );

  describe('rewritten paths', () => {
    const given = (...rows: readonly NewHit[]) => store().append(rows);
    test('are as if the rows had come so, and as before when they are restored', async () => {
      const twins = ROWS.map(row => ({ ...row, siteId: 2, path: row.path && cut(row.path) }));
      await given(...ROWS, ...twins);
      const before = await read();
      const bare = (rows: readonly { readonly path: string | null }[]) =>
        rows.map(row => ({ ...row, id: 0, siteId: 0 }));
      const compared = async (siteId: number) => {
        const { hits, events, ...sums } = await read(siteId);
        const visits = await store().list(aQuery({ siteId, kind: 'agent_visit' }), { offset: 0, limit: 9 });
        return { hits: bare(hits), events: bare(events), visits: bare(visits), ...sums };
      };
      await rewrite(withoutQuery);
      expect(await compared(1)).toEqual(await compared(2));
      await store().maintain({ force: true });
      expect(await compared(1)).toEqual(await compared(2));
      expect(await totals()).toEqual([6, 3, 2]);
      await restore();
      expect(await read()).toEqual(before);
    });

    test('changes are undone one after the other, and rows keep their address', async () => {
      await given(...ROWS);
      const before = await read();
      const own = (path: string) => ({ path: cut(path), url: `https://a.example${path}` });
      await rewrite(own);
      const first = await read();
      expect(first.hits.map(({ url }) => url).sort()).toContain('https://a.example/a?x=1');
      await rewrite(
        path => (path === '/a' ? { path: '/b', url: 'https://a.example/a' } : { path, url: null }),
        10,
      );
      expect((await pages()).map(([path]) => path)).toEqual(['/b']);
      await store().maintain({ force: true });
      await restore(10);
      expect(await read()).toEqual(first);
      await restore();
      expect(await read()).toEqual(before);
      await store().maintain({ force: true });
      expect(await read()).toEqual(before);
      await restore();
      expect(await read()).toEqual(before);
    });

    test('what was done is not done again', async () => {
      await given(hitAt('08:00:00', '/a'), hitAt('09:00:00', '/b'), hitAt('10:00:00', '/b', { visitor: 2n }));
      const next = (path: string) => ({ path: path === '/a' ? '/b' : '/c', url: null });
      for (const _ of [1, 2]) {
        await rewrite(next);
        expect(await pages()).toEqual([
          ['/c', 2, 2],
          ['/b', 1, 1],
        ]);
      }
      await restore();
      expect(await totals()).toEqual([3, 3, 2]);
    });

    test('a hit that comes between is unique where no older one is back', async () => {
      await given(hitAt('08:00:00', '/a?x=1'), hitAt('09:00:00', '/b'));
      await rewrite(withoutQuery);
      await store().append([hitAt('10:00:00', '/a'), hitAt('10:01:00', '/a?x=1')]);
      expect(await pages()).toEqual([
        ['/a', 2, 1],
        ['/a?x=1', 1, 1],
        ['/b', 1, 1],
      ]);
      await restore();
      expect(await pages()).toEqual([
        ['/a?x=1', 2, 1],
        ['/a', 1, 1],
        ['/b', 1, 1],
      ]);
    });

    test('what is left of a page that is divided keeps a unique hit', async () => {
      await given(hitAt('08:00:00', '/a'), hitAt('09:00:00', '/a'));
      const before = new Date('2026-03-10T08:30:00Z');
      const rename = () => ({ path: '/old', url: null });
      await store().rewritePaths({ siteId: 1, before, rename, heldAs: HELD });
      expect(await pages()).toEqual([
        ['/a', 1, 1],
        ['/old', 1, 1],
      ]);
      await restore();
      expect(await pages()).toEqual([['/a', 2, 1]]);
    });

    testAlone('marks by the days of a former zone come back as they were', async () => {
      const at = (time: string) => aHit({ visitor: 1n, path: '/a?x', at: `2026-03-${time}:00Z` });
      await given(at('10T03:00'), at('10T05:00'), at('10T23:30'), at('11T00:30'));
      await store().setZones(new Map([[1, 'America/New_York']]));
      const before = await read();
      expect(await pages()).toEqual([['/a?x', 4, 2]]);
      await rewrite(withoutQuery);
      await restore();
      expect(await read()).toEqual(before);
      await rewrite(withoutQuery);
      await store().append([at('11T00:40'), at('12T12:00')]);
      await restore();
      expect(await pages()).toEqual([['/a?x', 6, 3]]);
    });

    test('what is kept goes with its row, and for good', async () => {
      await given(hitAt('08:00:00', '/a?x=1'), hitAt('09:00:00', '/a?x=2', { visitor: 2n }));
      await rewrite(withoutQuery);
      await store().remove({ siteId: 1, kinds: ['hit'], which: { visitorHash: 2n } });
      await store().remove({ siteId: 1, kinds: HIT_KINDS, which: { heldAs: HELD } });
      await restore();
      expect(await pages()).toEqual([['/a', 1, 1]]);
    });

    test('rows that are removed in between come back with the path that they have', async () => {
      await given(hitAt('08:00:00', '/a?x=1'), hitAt('09:00:00', '/a', { country: 'CN' }));
      await rewrite(withoutQuery);
      const which = { filters: [{ dimension: 'country', is: 'CN' }], span: null } as const;
      await store().remove({ siteId: 1, kinds: ['hit'], which, heldAs: 10 });
      expect(await pages()).toEqual([['/a', 1, 1]]);
      await restore(10);
      await restore();
      expect(await pages()).toEqual([
        ['/a', 1, 1],
        ['/a?x=1', 1, 1],
      ]);
    });
  });
};
