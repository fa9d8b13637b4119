/** Limits of attempts. */
import { expect, test } from 'bun:test';
import { createAttemptLimit } from '../../../src/http/attempt-limit.ts';
import { createMovableClock } from '../../support/server.ts';

const RULE = { max: 3, windowMs: 60_000 };
const setUp = () => {
  const clock = createMovableClock();
  const attempts = createAttemptLimit(clock, RULE);
  const spend = (name: string, count: number) => {
    for (let n = 0; n < count; n++) expect(attempts.begin([name])).toBeDefined();
  };
  return { clock, attempts, spend };
};

test('one name that has made too many is enough to refuse', () => {
  const { attempts, spend } = setUp();
  spend('address', 3);
  expect(attempts.begin(['account', 'address'])).toBeUndefined();
  expect(attempts.begin(['account'])).toBeDefined();
});

test('a refused attempt is not counted for the other names', () => {
  const { attempts, spend } = setUp();
  spend('address', 3);
  for (let n = 0; n < 10; n++) attempts.begin(['account', 'address']);
  spend('account', 3);
});

test('each attempt is forgotten by itself after the window', () => {
  const { clock, attempts, spend } = setUp();
  spend('a', 2);
  clock.advance({ seconds: 30 });
  spend('a', 1);
  clock.advance({ seconds: 30 });
  spend('a', 2);
  expect(attempts.begin(['a'])).toBeUndefined();
});

test('a withdrawn attempt makes room for one, and only once', () => {
  const { attempts, spend } = setUp();
  spend('a', 2);
  const attempt = attempts.begin(['a']);
  attempt?.withdraw();
  expect(attempts.begin(['a'])).toBeDefined();
  expect(attempts.begin(['a'])).toBeUndefined();
});

test('a clock that was set back does not lock out users', () => {
  const { clock, spend } = setUp();
  spend('a', 3);
  clock.advance({ days: -1 });
  spend('a', 3);
});

test('a flood of other names does not evict one that continues', () => {
  const { attempts, spend } = setUp();
  spend('victim', 3);
  for (let n = 0; n < 100_000; n++) {
    attempts.begin([`name ${n}`]);
    if (n % 1000 === 0) expect(attempts.begin(['victim'])).toBeUndefined();
  }
});
