import { expect, test } from 'bun:test';
import { createVisitors, type SaltStore } from '../../src/ingest/visitor.ts';

const secret = new Uint8Array(32).fill(7);
const at = (time: string): Date => new Date(`2026-03-${time}Z`);
const facts = { siteId: 1, visitorId: null, address: '8.8.8.8', userAgent: 'Browser' };

function keepSalts(): SaltStore & { days: string[] } {
  let kept: ReturnType<SaltStore['load']>;
  const days: string[] = [];
  return {
    days,
    load: () => kept,
    replace(day, salt) {
      kept = { day, salt };
      days.push(day);
    },
  };
}

test('the same address and user agent are one visitor for a UTC day, and another on the next', () => {
  const visitors = createVisitors({ secret, salts: keepSalts() });
  const morning = visitors.identify(facts, at('10T00:00:00'));
  expect(visitors.identify(facts, at('10T23:59:59'))).toEqual(morning);
  expect(visitors.identify(facts, at('11T00:00:00'))?.hash).not.toBe(morning?.hash);
  expect(morning?.scope).toBe('day');
});

test.each([
  { siteId: 2 },
  { address: '8.8.8.9' },
  { userAgent: 'Other' },
  { address: null },
  { userAgent: null },
])('%j is another visitor', change => {
  const visitors = createVisitors({ secret, salts: keepSalts() });
  const one = visitors.identify(facts, at('10T12:00:00'));
  expect(visitors.identify({ ...facts, ...change }, at('10T12:00:00'))?.hash).not.toBe(one?.hash);
});

test('a given visitor id is stable over days and wins over the address', () => {
  const visitors = createVisitors({ secret, salts: keepSalts() });
  const first = visitors.identify({ ...facts, visitorId: 'u1' }, at('10T12:00:00'));
  expect(first).toEqual({ hash: visitors.stableHash(1, 'u1'), scope: 'stable' });
  expect(visitors.identify({ ...facts, address: '9.9.9.9', visitorId: 'u1' }, at('20T12:00:00'))).toEqual(
    first,
  );
});

test('without id, address and user agent there is no visitor', () => {
  const visitors = createVisitors({ secret, salts: keepSalts() });
  expect(
    visitors.identify({ siteId: 1, visitorId: '', address: null, userAgent: '' }, at('10T12:00:00')),
  ).toBeNull();
});

test('a restart on the same day keeps the visitors', () => {
  const salts = keepSalts();
  const before = createVisitors({ secret, salts }).identify(facts, at('10T12:00:00'));
  expect(createVisitors({ secret, salts }).identify(facts, at('10T13:00:00'))).toEqual(before);
  expect(salts.days).toEqual(['2026-03-10']);
});

test('a clock set back across midnight replaces no salt, and its hashes recur on no other day', () => {
  const salts = keepSalts();
  const visitors = createVisitors({ secret, salts });
  const after = visitors.identify(facts, at('11T00:10:00'));
  const back = visitors.identify(facts, at('10T23:10:00'));
  expect(back?.hash).not.toBe(after?.hash);
  expect(visitors.identify(facts, at('11T00:20:00'))).toEqual(after);
  expect(salts.days).toEqual(['2026-03-11']);
});

test('a salt from a clock that was days ahead is replaced', () => {
  const salts = keepSalts();
  createVisitors({ secret, salts }).rotate(at('20T12:00:00'));
  createVisitors({ secret, salts }).rotate(at('10T12:00:00'));
  expect(salts.days).toEqual(['2026-03-20', '2026-03-10']);
});

test('rotation at midnight erases the old salt without any hit', () => {
  const salts = keepSalts();
  const visitors = createVisitors({ secret, salts });
  visitors.rotate(at('10T12:00:00'));
  visitors.rotate(at('11T00:00:00'));
  expect(salts.load()?.day).toBe('2026-03-11');
});

test('a unique hash is one visitor on one path on one UTC day', () => {
  const visitors = createVisitors({ secret, salts: keepSalts() });
  const one = visitors.uniqueHash(5n, '/a', at('10T00:00:00'));
  expect(visitors.uniqueHash(5n, '/a', at('10T23:59:59'))).toBe(one);
  for (const other of [
    visitors.uniqueHash(6n, '/a', at('10T00:00:00')),
    visitors.uniqueHash(5n, '/b', at('10T00:00:00')),
    visitors.uniqueHash(5n, null, at('10T00:00:00')),
    visitors.uniqueHash(5n, '/a', at('11T00:00:00')),
  ]) {
    expect(other).not.toBe(one);
  }
});
