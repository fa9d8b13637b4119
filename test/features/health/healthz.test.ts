import { expect, test } from 'bun:test';
import type { StoreHealth } from '../../../src/core/store-health.ts';
import { createMetrics } from '../../../src/features/health/metrics-registry.ts';
import { healthRoutes } from '../../../src/features/health/routes.ts';

const MIB = 1024 ** 2;
const scarce: StoreHealth = {
  isBehind: false,
  isRefusing: false,
  isDamaged: true,
  rewriteFailure: undefined,
  waitingReads: 0,
  freeBytes: 12 * MIB,
  neededBytes: 34 * MIB,
};

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
