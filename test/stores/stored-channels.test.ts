/** Channels are stored in rebuilds; what other rules decided is not read, and worked out again. */
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { RULES_VERSION } from '../../src/core/channels/rules.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, toText } from '../support/hit-rows.ts';

const ROWS = [
  aHit({ visitor: 1n, referrer: 'https://www.google.com/' }),
  aHit({ visitor: 2n, url: 'https://shop.example/?gclid=1' }),
  aHit({ kind: 'event', event: 'cart.add', visitor: 2n, url: 'https://shop.example/?gclid=1' }),
  aHit(),
];

/** Runs statements on the newest file of hits of a folder that is closed. */
async function change(folder: string, statements: readonly string[]): Promise<void> {
  const file = readdirSync(folder)
    .filter(name => /^hits\.\d+\.duckdb$/.test(name))
    .sort()
    .at(-1);
  const instance = await DuckDBInstance.create(join(folder, file ?? ''));
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
}

test('channels that other rules decided for are not shown, and replaced by the next rebuild', async () => {
  await using first = await openTemporaryHitStore({ maxRawHits: 0 });
  const read = async (store: TestHitStore) => {
    const query = aQuery({ siteHosts: ['shop.example'], attribution: 'visit' });
    const options = { offset: 0, limit: 10, countsVisitors: true };
    const groups = async (kind: 'hit' | 'event') =>
      (await store.group({ ...query, kind }, 'channel', options)).rows.map(row => toText(row, 'visits'));
    return [await groups('hit'), await groups('event')];
  };
  const stored = ({ engine }: { readonly engine: HitEngine }) =>
    engine.read(
      'select distinct channel // 16 as rules from (select channel from hits union all select channel from events)',
    );
  await first.append(ROWS);
  const right = await read(first);
  expect(right).toEqual([['Direct 0', 'Organic Search 1', 'Paid Search 1'], ['Paid Search 1']]);
  await first.maintain({ force: true });
  expect(await read(first)).toEqual(right);
  expect(await stored(first)).toEqual([{ rules: RULES_VERSION }]);
  await first.close();
  await change(first.path, [
    'update hits set channel = 3',
    'update events set channel = null',
    "update sums set key = 'Older' where aggregate = 3 and dimension = 19",
    'update sum_state set channel_rules = 0',
  ]);
  await using second = await first.reopen();
  expect(await read(second)).toEqual(right);
  await second.append([aHit({ visitor: 3n, referrer: 'https://chatgpt.com/' })]);
  await second.maintain({ force: true });
  expect((await read(second))[0]).toContain('AI Assistants 1');
  expect(await stored(second)).toEqual([{ rules: RULES_VERSION }]);
  expect(await second.engine.read("select 1 from sums where key = 'Older'")).toEqual([]);
});
