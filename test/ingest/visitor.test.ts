import { expect, test } from 'bun:test';
import { createVisitors, type Salt, type SaltStore } from '../../src/ingest/visitor.ts';
import { toDay } from '../../src/lib/time.ts';
import { createRandom } from '../support/random.ts';

const secret = new Uint8Array(32).fill(7);
const at = (time: string, zone = 'UTC') => ({ at: new Date(`2026-03-${time}Z`), zone });
const facts = { siteId: 1, visitorId: null, address: '8.8.8.8', userAgent: 'Browser' };

/** Keeps salts as the file does, and notes for which zones and days they were drawn. */
function keepSalts(): SaltStore & { drawn: string[]; days(): string[] } {
  const kept = new Map<string, Salt>();
  const drawn: string[] = [];
  return {
    drawn,
    days: () => [...kept.values()].map(({ zone, day }) => `${zone} ${day}`),
    load: () => [...kept.values()],
    replace(salts) {
      for (const salt of salts) {
        kept.set(salt.zone, salt);
        drawn.push(`${salt.zone} ${salt.day}`);
      }
    },
  };
}

const start = (salts = keepSalts()) => {
  const visitors = createVisitors({ secret, salts });
  return {
    salts,
    visitors,
    hashAt: (...moment: Parameters<typeof at>) => visitors.identify(facts, at(...moment))?.hash,
  };
};

test.each([
  ['UTC', '10T00:00:00', '10T23:59:59', '11T00:00:00'],
  ['America/New_York', '10T04:00:00', '11T03:59:59', '11T04:00:00'],
  ['America/New_York', '08T05:00:00', '09T03:59:59', '09T04:00:00'], // 23 hours
  ['Europe/Berlin', '28T23:00:00', '29T21:59:59', '29T22:00:00'], // 23 hours
  ['Asia/Kathmandu', '09T18:15:00', '10T18:14:59', '10T18:15:00'],
  ['Pacific/Kiritimati', '09T10:00:00', '10T09:59:59', '10T10:00:00'],
  ['Etc/GMT+12', '10T12:00:00', '11T11:59:59', '11T12:00:00'],
])('in %s the same address and user agent are one visitor from %s to %s', (zone, first, last, next) => {
  const { visitors, hashAt } = start();
  expect(hashAt(last, zone)).toBe(hashAt(first, zone));
  expect(hashAt(next, zone)).not.toBe(hashAt(last, zone));
  expect(visitors.identify(facts, at(first, zone))?.scope).toBe('day');
});

test.each([
  { siteId: 2 },
  { address: '8.8.8.9' },
  { userAgent: 'Other' },
  { address: null },
  { userAgent: null },
])('%j is another visitor', change => {
  const { visitors } = start();
  const one = visitors.identify(facts, at('10T12:00:00'));
  expect(visitors.identify({ ...facts, ...change }, at('10T12:00:00'))?.hash).not.toBe(one?.hash);
});

test('a given visitor id is stable over days and zones, and wins over the address', () => {
  const { visitors } = start();
  const first = visitors.identify({ ...facts, visitorId: 'u1' }, at('10T12:00:00'));
  expect(first).toEqual({ hash: visitors.stableHash(1, 'u1'), scope: 'stable' });
  const later = { ...facts, address: '9.9.9.9', visitorId: 'u1' };
  expect(visitors.identify(later, at('20T12:00:00', 'Asia/Tokyo'))).toEqual(first);
});

test('without id, address and user agent there is no visitor, and no salt', () => {
  const { salts, visitors } = start();
  const nobody = { siteId: 1, visitorId: '', address: null, userAgent: '' };
  expect(visitors.identify(nobody, at('10T12:00:00'))).toBeNull();
  expect(salts.drawn).toEqual([]);
});

test('a restart on the same day keeps the visitors', () => {
  const { salts, hashAt } = start();
  const before = hashAt('10T12:00:00', 'Asia/Tokyo');
  expect(start(salts).hashAt('10T13:00:00', 'Asia/Tokyo')).toBe(before);
  expect(salts.drawn).toEqual(['Asia/Tokyo 2026-03-10']);
});

test('zones of one date have different salts, and a change of zone links nothing', () => {
  const { salts, hashAt } = start();
  const hashes = ['Europe/Berlin', 'Europe/Paris', 'Pacific/Kiritimati', 'Etc/GMT+12'].map(zone =>
    hashAt('10T11:30:00', zone),
  );
  expect(new Set(hashes).size).toBe(4);
  expect(new Set(salts.load().map(({ bytes }) => bytes.toHex())).size).toBe(4);
  expect(hashAt('10T11:40:00', 'Europe/Berlin')).toBe(hashes[0]);
});

test.each([
  ['UTC', '10T12:00:00', '11T00:10:00', '10T23:50:00', '11T00:20:00'],
  ['Asia/Kolkata', '10T12:00:00', '10T18:40:00', '10T18:20:00', '10T18:50:00'],
])(
  'a clock set back across midnight in %s replaces no salt, and its hashes recur on no other day',
  (zone, first, midnight, setBack, later) => {
    const { salts, hashAt } = start();
    const [before, after, back, again] = [first, midnight, setBack, later].map(time => hashAt(time, zone));
    expect(new Set([before, after, back]).size).toBe(3);
    expect(again).toBe(after);
    expect(salts.drawn).toHaveLength(2);
  },
);

test('a clock set back across a date that a zone skips replaces no salt', () => {
  const { salts, visitors } = start();
  for (const instant of ['30T09:30:00', '30T10:10:00', '30T09:40:00', '30T10:20:00'])
    visitors.rotate(new Date(`2011-12-${instant}Z`));
  for (const instant of ['30T09:30:00', '30T10:10:00', '30T09:40:00', '30T10:20:00'])
    visitors.identify(facts, { at: new Date(`2011-12-${instant}Z`), zone: 'Pacific/Apia' });
  expect(salts.drawn).toEqual(['Pacific/Apia 2011-12-29', 'Pacific/Apia 2011-12-31']);
});

test('a salt from a clock that was days ahead is replaced', () => {
  const salts = keepSalts();
  start(salts).hashAt('20T12:00:00');
  start(salts).visitors.rotate(at('10T12:00:00').at);
  expect(salts.drawn).toEqual(['UTC 2026-03-20', 'UTC 2026-03-10']);
});

test('midnight in each zone erases its salt without any hit', () => {
  const { salts, visitors, hashAt } = start();
  for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) hashAt('10T12:00:00', zone);
  visitors.rotate(at('10T18:14:59').at);
  expect(salts.drawn).toHaveLength(3);
  visitors.rotate(at('10T18:15:00').at);
  expect(salts.days()).toEqual([
    'UTC 2026-03-10',
    'America/New_York 2026-03-10',
    'Asia/Kathmandu 2026-03-11',
  ]);
  visitors.rotate(at('11T04:00:00').at);
  expect(salts.days()).toEqual([
    'UTC 2026-03-11',
    'America/New_York 2026-03-11',
    'Asia/Kathmandu 2026-03-11',
  ]);
});

test('no salt is used for more than 25 hours, also on a day of 26', () => {
  const { salts, visitors } = start();
  const drawnAt: Date[] = [];
  for (let quarter = 0; quarter < 400; quarter += 1) {
    const now = new Date(Date.UTC(2026, 9, 23) + quarter * 900_000);
    visitors.identify(facts, { at: now, zone: 'Antarctica/Troll' });
    if (salts.drawn.length > drawnAt.length) drawnAt.push(now);
  }
  const hours = drawnAt.slice(2).map((drawn, index) => (+drawn - +(drawnAt[index + 1] ?? 0)) / 3_600_000);
  expect(Math.max(...hours)).toBe(25);
  expect(new Set(salts.drawn).size).toBe(salts.drawn.length);
});

test('rows that come after their date have hashes of their own date under the next salt', () => {
  const { salts, visitors, hashAt } = start();
  const [yesterday, today] = [hashAt('10T12:00:00'), hashAt('11T12:00:00')];
  const late = (time: string) =>
    visitors.identify(facts, { ...at(time), now: new Date('2026-03-11T13:00:00Z') })?.hash;
  expect(late('11T12:30:00')).toBe(today);
  expect(late('10T13:00:00')).toBe(late('10T14:00:00'));
  expect(new Set([yesterday, today, late('10T13:00:00'), late('09T13:00:00')]).size).toBe(4);
  expect(salts.drawn).toEqual(['UTC 2026-03-10', 'UTC 2026-03-11']);
});

test('a unique hash is one visitor on one path on one day', () => {
  const { visitors } = start();
  const hashes = [
    visitors.uniqueHash(5n, '/a', '2026-03-10'),
    visitors.uniqueHash(6n, '/a', '2026-03-10'),
    visitors.uniqueHash(5n, '/b', '2026-03-10'),
    visitors.uniqueHash(5n, null, '2026-03-10'),
    visitors.uniqueHash(5n, '/a', '2026-03-11'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(visitors.uniqueHash(5n, '/a', '2026-03-10')).toBe(hashes[0] ?? 0n);
});

test('whatever clocks and zones do, a hash is of one date and zone, and no date has two salts', () => {
  const random = createRandom(46);
  const zones = [
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Etc/GMT+12',
    'Antarctica/Troll',
  ];
  const { salts, visitors } = start();
  const dates = new Map<bigint, string>();
  let [nowMs, latestMs] = [Date.UTC(2026, 9, 20), 0];
  for (let step = 0; step < 5_000; step += 1) {
    // Back by less than a day: farther ahead, a clock was wrong.
    nowMs += random.next(10) === 0 ? -random.next(20 * 60) * 60_000 : random.next(200) * 60_000;
    nowMs = Math.max(nowMs, latestMs - 20 * 3_600_000);
    latestMs = Math.max(nowMs, latestMs);
    const now = new Date(nowMs);
    const zone = random.pick(zones);
    const at = random.next(5) === 0 ? new Date(nowMs - random.next(100 * 60) * 60_000) : now;
    const hash = visitors.identify(facts, { at, now, zone })?.hash ?? 0n;
    const date = `${zone} ${toDay(at, zone)}`;
    expect(dates.get(hash) ?? date).toBe(date);
    dates.set(hash, date);
    if (random.next(10) === 0) visitors.rotate(now);
  }
  expect(new Set(salts.drawn).size).toBe(salts.drawn.length);
});
