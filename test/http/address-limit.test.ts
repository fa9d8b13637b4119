/** The count of requests of each address. */
import { expect, test } from 'bun:test';
import { AppError } from '../../src/core/errors.ts';
import { createAddressLimit } from '../../src/http/address-limit.ts';
import { createMovableClock } from '../support/server.ts';

function limited(limit: number) {
  const clock = createMovableClock();
  const { take } = createAddressLimit({ limit, windowMs: 60_000, clock });
  /** Seconds to wait; null when it is let in. */
  const ask = (address: string): string | null => {
    try {
      take(address);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.details.headers?.['retry-after'] ?? '';
    }
  };
  return { clock, ask };
}

test('the count of an address restarts after its window', () => {
  const { clock, ask } = limited(2);
  expect([ask('192.0.2.1'), ask('192.0.2.1'), ask('192.0.2.1')]).toEqual([null, null, '60']);
  clock.advance({ seconds: 59 });
  expect(ask('192.0.2.1')).toBe('1');
  clock.advance({ seconds: 1 });
  expect(ask('192.0.2.1')).toBeNull();
});

test('addresses are counted separately', () => {
  const { ask } = limited(1);
  expect([ask('192.0.2.1'), ask('192.0.2.2'), ask('192.0.2.1')]).toEqual([null, null, '60']);
});

test('the addresses of one IPv6 /64 network share a limit', () => {
  const { ask } = limited(1);
  expect([ask('2001:db8:1:2::1'), ask('2001:db8:1:2:ffff::9'), ask('2001:db8:1:3::1')]).toEqual([
    null,
    '60',
    null,
  ]);
});

test('a clock that is set back does not lock out clients', () => {
  const { clock, ask } = limited(1);
  ask('192.0.2.1');
  clock.advance({ days: -1 });
  expect(ask('192.0.2.1')).toBeNull();
});

test('an invalid address is limited too', () => {
  const { ask } = limited(1);
  expect([ask(''), ask('')]).toEqual([null, '60']);
});
