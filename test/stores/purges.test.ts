/** Rewriting the file of hits after removals. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPurges } from '../../src/stores/duckdb/snapshot/purges.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { aHit } from '../support/hit-rows.ts';
import { until } from '../support/until.ts';
import { openTestFolder } from './durability-folder.ts';

test('the newest two files and their journals have no byte of a removed visitor', async () => {
  await using store = await openTemporaryHitStore({ purgeDelayMs: 1 });
  await store.append([aHit({ path: '/remembered' }), aHit({ path: '/forgotten-page', visitorHash: 7n })]);
  const { snapshot } = await store.engine.facts();
  expect(await store.remove({ siteId: 1, kinds: ['hit'], which: { visitorHash: 7n } })).toBe(1);
  await until(async () => (await store.engine.facts()).snapshot >= snapshot + 2);
  const newest = readdirSync(store.path).filter(
    name => /^hits\./.test(name) && Number(name.split('.')[1]) > snapshot,
  );
  const bytes = newest.map(name => readFileSync(join(store.path, name), 'latin1')).join();
  expect(bytes).toContain('/remembered');
  expect(bytes).not.toContain('/forgotten-page');
});

test('removals of a minute have one purge, and a start has one for what the last one left', async () => {
  using folder = openTestFolder();
  let rebuilds = 0;
  const purged = Promise.withResolvers<void>();
  const purges = createPurges({
    isWanted: true,
    folder,
    delayMs: 1,
    journalBytes: () => 0,
    rebuild: async () => {
      purges.begin({ hasWork: false }).end(rebuilds);
      rebuilds += 1;
      if (rebuilds === 2) purged.resolve();
    },
  });
  for (let n = 0; n < 50; n++) purges.schedule();
  await purged.promise;
  await purges.maintain();
  expect(rebuilds).toBe(2);
  purges.close();
  purges.schedule();
  await purges.maintain();
  expect(rebuilds).toBe(3);
});
