/** Health of the storage: what is a problem, whom it is told, and what /healthz answers. */
import { expect, test } from 'bun:test';
import type { StoreHealth } from '../../../src/core/store-health.ts';
import { createMetrics } from '../../../src/features/health/metrics-registry.ts';
import { healthRoutes } from '../../../src/features/health/routes.ts';
import { createStorageWatch, findStorageProblems } from '../../../src/features/health/storage-health.ts';
import { createMovableClock } from '../../support/server.ts';

const MIB = 1024 ** 2;
const well: StoreHealth = {
  isBehind: false,
  isRefusing: false,
  isDamaged: false,
  rewriteFailure: undefined,
  waitingReads: 0,
  freeBytes: 1000 * MIB,
  neededBytes: 100 * MIB,
};
const kinds = (health: Partial<StoreHealth>) =>
  findStorageProblems({ ...well, ...health }).map(({ kind, isOutage }) => [kind, isOutage]);

test('low space is a warning long before it is exhausted, and only what loses hits or stops reports is an outage', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ freeBytes: 240 * MIB })).toEqual([['little_room', false]]);
  expect(kinds({ freeBytes: 99 * MIB })).toEqual([['no_room', false]]);
  expect(kinds({ isDamaged: true })).toEqual([['damage', false]]);
  expect(kinds({ rewriteFailure: 'Not enough memory' })).toEqual([['rewrite', false]]);
  expect(kinds({ rewriteFailure: 'Not enough room', freeBytes: 99 * MIB })).toEqual([['no_room', false]]);
  expect(kinds({ isRefusing: true, freeBytes: 0 })).toEqual([
    ['refusal', true],
    ['no_room', false],
  ]);
  expect(kinds({ isBehind: true, freeBytes: 0 })).toEqual([
    ['memory', true],
    ['no_room', false],
  ]);
});

/** A watch whose free space a test sets, with the mails that it sends. */
function aWatch(
  clock = createMovableClock(),
  sentAt: Date[] = [],
  findLastMailAt = (): Date | undefined => sentAt.at(-1),
) {
  const state = { health: well };
  const texts: string[] = [];
  const watch = createStorageWatch({
    health: () => state.health,
    notify: ({ text }) => {
      sentAt.push(clock.now());
      texts.push(text);
    },
    findLastMailAt,
    clock,
  });
  const check = (freeMib: number) => {
    state.health = { ...well, freeBytes: freeMib * MIB };
    watch.check();
    return sentAt.length;
  };
  return { clock, sentAt, texts, check };
}

test('the operator is mailed when a problem begins, and again after a week', () => {
  const { clock, texts, check } = aWatch(createMovableClock(), [], () => undefined);
  for (let n = 0; n < 3; n += 1) check(240);
  expect(texts).toEqual([expect.stringContaining('240 MiB are free')]);
  clock.advance({ days: 7 });
  expect(check(240)).toBe(2);
  check(1000);
  expect(check(1 / MIB)).toBe(3);
});

test('free space around the threshold is mailed once, and again after a day without the problem', () => {
  const { clock, check } = aWatch();
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
    expect(check(240)).toBe(1);
    clock.advance({ minutes: 5 });
    expect(check(260)).toBe(1);
    clock.advance({ minutes: 5 });
  }
  clock.advance({ days: 1 });
  expect(check(240)).toBe(2);
});

test('a restart mails nothing again within a day of the last mail; what is worse is mailed at once', () => {
  const { clock, sentAt, check } = aWatch();
  check(240);
  clock.advance({ hours: 1 });
  const restarted = aWatch(clock, sentAt);
  expect(restarted.check(240)).toBe(1);
  expect(restarted.check(99)).toBe(2);
  expect(restarted.check(240)).toBe(2);
  clock.advance({ hours: 23 });
  expect(restarted.check(240)).toBe(3);
  clock.advance({ days: 1 });
  expect(aWatch(clock, sentAt).check(240)).toBe(4);
});

const scarce: StoreHealth = { ...well, isDamaged: true, freeBytes: 12 * MIB, neededBytes: 34 * MIB };

async function requestHealth(storeHealth: StoreHealth, isTrusted: boolean) {
  const [health] = healthRoutes({
    hits: { ping: async () => {} },
    db: { ping: () => {} },
    metrics: createMetrics(),
    storeHealth: () => storeHealth,
    isTrusted: () => isTrusted,
  });
  const request = new Request('http://stats.example/healthz');
  const response = await health?.handle({ request, params: {} });
  return { status: response?.status, body: await response?.json() };
}

test('only trusted networks read how much room there is; others read what kind of warning it is', async () => {
  expect(await requestHealth(scarce, true)).toEqual({
    status: 200,
    body: {
      status: 'ok',
      warnings: [
        expect.stringContaining('hits are still counted'),
        expect.stringContaining('12 MiB are free'),
      ],
    },
  });
  expect(await requestHealth(scarce, false)).toEqual({
    status: 200,
    body: { status: 'ok', warnings: ['damage', 'no_room'] },
  });
});

test('an outage is 503 for everybody, with its reason for trusted networks', async () => {
  const outage = { ...scarce, isBehind: true };
  expect(await requestHealth(outage, true)).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('memory ran out') },
  });
  expect(await requestHealth(outage, false)).toEqual({
    status: 503,
    body: { error: 'the storage needs attention: see the log' },
  });
});
