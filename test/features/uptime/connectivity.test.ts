import { expect, test } from 'bun:test';
import { createConnectivity } from '../../../src/features/uptime/check/connectivity.ts';
import { createMovableClock } from '../../support/server.ts';

test('a name server that never answers does not block a check: such a name is not internal', async () => {
  const connectivity = createConnectivity({
    probes: [],
    canConnect: async () => false,
    resolve: host => (host === 'shop.test' ? Promise.resolve(['10.0.0.1']) : new Promise(() => {})),
    allowPrivate: ['10.0.0.0/8'],
    clock: createMovableClock(),
    resolveTimeoutMs: 20,
  });
  expect(await connectivity.isInternal('http://silent.test/')).toBe(false);
  expect(await connectivity.isInternal('http://shop.test/')).toBe(true);
});
