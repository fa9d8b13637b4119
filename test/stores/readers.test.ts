/** Who reads when more want to than can: readings take turns by account. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { READ_LIMITS } from '../../src/stores/read-limits.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit } from '../support/hit-rows.ts';
import { openTestFolder, type TestFolder, visitor } from './durability-folder.ts';

let folder: TestFolder;
let engine: HitEngine;

beforeAll(async () => {
  folder = openTestFolder();
  const readLimits = { ...READ_LIMITS, maxWaiting: 2, maxWaitMs: 0, maxTotalMs: 60_000 };
  engine = await openHitEngine({ folder, readLimits });
});
afterAll(async () => {
  await engine.close();
  folder[Symbol.dispose]();
});

/** Readings of an account that go on until they are ended. */
async function hold(queue: string, count: number) {
  const end = Promise.withResolvers<void>();
  const begun = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const held = begun.map(({ resolve }) =>
    engine.readInTransaction(
      async () => {
        resolve();
        await end.promise;
      },
      { queue },
    ),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  return {
    async [Symbol.asyncDispose]() {
      end.resolve();
      await Promise.all(held);
    },
  };
}

const read = (queue: string) => engine.read('SELECT 1 AS one', [], { queue });

test('slow reports of one account leave a reader to another one', async () => {
  await using _slow = await hold('a', 2);
  expect(await read('b')).toEqual([{ one: 1 }]);
});

test('a request that waits too long is answered with Retry-After', async () => {
  await using _slow = await hold('a', 2);
  expect(read('a')).rejects.toMatchObject({
    kind: 'unavailable',
    details: { headers: { 'retry-after': '10' } },
  });
});

test('the requests of one account that wait are limited', async () => {
  await using _slow = await hold('a', 2);
  const answers = await Promise.allSettled([read('a'), read('a'), read('a')]);
  const kinds = answers.map(answer => answer.status === 'rejected' && answer.reason.kind);
  expect(kinds).toEqual(['unavailable', 'unavailable', 'rate_limited']);
});

test('a write never waits for reports, and background work is never refused', async () => {
  let waiting: Promise<unknown>[];
  {
    await using _a = await hold('a', 2);
    await using _b = await hold('b', 1);
    waiting = Array.from({ length: 5 }, () => engine.read('SELECT 1 AS one'));
    expect(await engine.append([{ ...aHit(), ...visitor(1) }])).toHaveLength(1);
  }
  await Promise.all(waiting);
});

test('equal statements at the same time have values of their own', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const found = await engine.readInTransaction(session =>
    Promise.all(numbers.map(n => session.read<{ n: number }>('SELECT ?::integer AS n', [n]))),
  );
  expect(found.map(([row]) => row?.n)).toEqual(numbers);
});

test('a statement sees what was compacted, removed and appended since it was prepared', async () => {
  const count = async () => (await engine.read<{ n: number }>('SELECT count(*) AS n FROM hits'))[0]?.n;
  const before = Number(await count());
  await engine.append([aHit()]);
  await engine.maintain({ force: true });
  expect(await count()).toBe(before + 1);
  await engine.append([aHit()]);
  expect(await count()).toBe(before + 2);
});
