/** What reading live rows in the order they came must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedQuery, HitFeed } from '../../src/core/hits/feed.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { aHit } from '../support/hit-rows.ts';
import { plainDerivations } from './import-contract.ts';

export const describeHitFeed = (store: () => HitStore & HitFeed): void => {
  describe('the hit feed', () => {
    const asked = (given: Partial<FeedQuery> = {}) =>
      store().listAppended({ kind: 'hit', siteIds: [1], afterId: 0, limit: 100, ...given });
    const pathsOf = async (given: Partial<FeedQuery> = {}) => (await asked(given)).rows.map(row => row.path);

    test('they are read in the order they came, whatever their time, from an id on', async () => {
      const late = aHit({ path: '/a', at: '2026-03-10T23:00:00Z', visitor: 7n });
      await store().append([late, aHit({ path: '/b' }), aHit({ path: '/c' })]);
      expect(await asked()).toMatchObject({ rows: [{ ...late, id: 1 }, { id: 2 }, { id: 3 }], throughId: 3 });
      expect(await pathsOf({ afterId: 1 })).toEqual(['/b', '/c']);
      expect(await asked({ afterId: 1, limit: 1 })).toMatchObject({ rows: [{ path: '/b' }], throughId: 2 });
      expect(await asked({ afterId: 3 })).toEqual({ rows: [], throughId: 3 });
    });

    test('rows of other sites and kinds are skipped, and need not be read again', async () => {
      await store().append([
        aHit({ siteId: 2, path: '/2' }),
        aHit({ kind: 'event', event: 'a.b' }),
        aHit({ siteId: 3, path: '/3' }),
        aHit({ siteId: 2, path: '/4' }),
      ]);
      expect(await asked()).toEqual({ rows: [], throughId: 3 });
      expect(await pathsOf({ siteIds: [2, 3, 99] })).toEqual(['/2', '/3', '/4']);
      expect(await asked({ siteIds: [] })).toEqual({ rows: [], throughId: 3 });
      expect((await asked({ kind: 'event' })).rows.map(row => row.event)).toEqual(['a.b']);
    });

    test('restored spam is never among them, also after a rebuild', async () => {
      await store().append([aHit({ path: '/a' }), aHit({ kind: 'spam_hit', reason: 'list', path: '/spam' })]);
      await store().restoreSpam({ siteId: 1, which: 'all' });
      await store().append([aHit({ path: '/b' })]);
      expect(await pathsOf()).toEqual(['/a', '/b']);
      await store().maintain({ force: true });
      expect(await pathsOf()).toEqual(['/a', '/b']);
    });

    test('imported rows are never among them', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'appended-'));
      const file = join(folder, 'hits.ndjson');
      const row = (path: string) => JSON.stringify({ created_at: '2026-03-01T00:00:00Z', path });
      writeFileSync(file, ['/x', '/y'].map(row).join('\n'));
      await store().append([aHit({ path: '/a' })]);
      const now = new Date('2026-03-10T12:00:00Z');
      const request = { siteId: 1, siteUrl: 'https://a.example', file, format: 'ndjson', now } as const;
      await store().importFile({ ...request, derive: plainDerivations });
      rmSync(folder, { recursive: true });
      await store().append([aHit({ path: '/b' })]);
      expect(await pathsOf()).toEqual(['/a', '/b']);
      await store().maintain({ force: true });
      expect(await asked({ limit: 2 })).toMatchObject({ rows: [{ id: 1 }, { id: 4 }], throughId: 4 });
    });
  });
};
