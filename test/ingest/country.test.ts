import { expect, test } from 'bun:test';
import { readAddressTable } from '../../src/ingest/address-tables.ts';
import { createCountries } from '../../src/ingest/country.ts';
import type { FetchJson } from '../../src/ingest/country-service.ts';
import { writeMmdb } from '../support/mmdb-file.ts';

const table = readAddressTable('countries');
const database = writeMmdb({ '8.8.0.0/16': { country_code: 'US' } });
const clock = { ms: Date.parse('2026-03-10T12:00:00Z'), now: () => new Date(clock.ms) };

/** A fake lookup service that records the addresses it is queried for. */
function serviceOf(answer: (address: string) => unknown) {
  const queried: string[] = [];
  const lookup: FetchJson = async url => {
    const address = decodeURIComponent(url.slice('https://geo.example/'.length));
    queried.push(address);
    return answer(address);
  };
  return { queried, service: { url: 'https://geo.example/{ip}', lookup } };
}

test.each([
  ['FR', '8.8.8.8', 'FR'],
  [null, '8.8.8.8', 'US'],
  [null, '::ffff:8.8.8.8', 'US'],
  [null, '2a02:2e0:3fe:1001:302::', 'DE'],
  [null, '127.0.0.1', 'XX'],
  [null, '10.0.0.1', 'XX'],
  [null, 'fe80::1', 'XX'],
  [null, '1.2.3', 'XX'],
  [null, 'nonsense', 'XX'],
  [null, '', 'XX'],
  [null, null, 'XX'],
])('given %p and the address %p the country is %p', (given, address, country) => {
  const countries = createCountries({ database: () => table, service: null, clock });
  expect(countries.find(given, address)).toBe(country);
  expect(countries.find(given, address)).toBe(country);
});

test('without a database the country is unknown, until one is loaded', () => {
  const countries = createCountries({ database: null, service: null, clock });
  expect(countries.find(null, '8.8.8.8')).toBe('XX');
  countries.reload(database);
  expect(countries.find(null, '8.8.8.8')).toBe('US');
});

test('the table of the program is read at the first lookup, once', () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return table;
  };
  const countries = createCountries({ database: read, service: null, clock });
  expect(reads).toBe(0);
  expect([countries.find(null, '8.8.8.8'), countries.findLocally('2a02:2e0:3fe:1001:302::')]).toEqual([
    'US',
    'DE',
  ]);
  expect(reads).toBe(1);
});

test.each([
  Buffer.alloc(0),
  Buffer.from('no database'),
  database.subarray(0, database.length / 2),
  database.subarray(database.length - 20),
])('a damaged database is refused and the old one stays', damaged => {
  const countries = createCountries({ database, service: null, clock });
  expect(() => countries.reload(damaged)).toThrow();
  expect(countries.find(null, '8.8.4.4')).toBe('US');
});

test.each([
  [{ country: 'NO' }, 'NO'],
  [{ country_code: 'se' }, 'SE'],
  [{ country: 'Norway', country_code: 'NO' }, 'NO'],
  [{ country: 'Norway' }, 'XX'],
  [null, 'XX'],
  ['NO', 'XX'],
])('the service answer %j means %p', async (answer, country) => {
  const { service } = serviceOf(() => answer);
  expect(await createCountries({ database: null, service, clock }).find(null, '8.8.8.8')).toBe(country);
});

test('the service is queried only for addresses missing from the database, never for private ones', async () => {
  const { service, queried } = serviceOf(() => ({ country: 'NO' }));
  const countries = createCountries({ database, service, clock });
  for (const address of ['8.8.8.8', '192.168.1.1', '127.0.0.1', '::1', 'nonsense'])
    await countries.find(null, address);
  expect(queried).toEqual([]);
});

test('concurrent hits of one address share one query, and later ones use the cache', async () => {
  const { service, queried } = serviceOf(() => ({ country: 'NO' }));
  const countries = createCountries({ database: null, service, clock });
  expect(await Promise.all([1, 2, 3].map(() => countries.find(null, '8.8.8.8')))).toEqual(['NO', 'NO', 'NO']);
  expect(countries.find(null, '8.8.8.8')).toBe('NO');
  expect(queried).toEqual(['8.8.8.8']);
});

test('a miss is remembered for an hour', async () => {
  const { service, queried } = serviceOf(() => ({}));
  const countries = createCountries({ database: null, service, clock });
  await countries.find(null, '8.8.8.8');
  await countries.find(null, '8.8.8.8');
  expect(queried).toHaveLength(1);
  clock.ms += 3_600_000;
  await countries.find(null, '8.8.8.8');
  expect(queried).toHaveLength(2);
});

test('after five failures the circuit breaker opens for a minute, and each opening is notified', async () => {
  let isUp = false;
  let notified = 0;
  const { service, queried } = serviceOf(() => {
    if (!isUp) throw new Error('refused');
    return { country: 'NO' };
  });
  const countries = createCountries({ database: null, service, clock, onServiceDown: () => void notified++ });
  for (let i = 1; i <= 9; i++) expect(await countries.find(null, `8.8.8.${i}`)).toBe('XX');
  expect([queried.length, notified]).toEqual([5, 1]);
  clock.ms += 60_000;
  await countries.find(null, '8.8.8.1');
  await countries.find(null, '8.8.8.1');
  expect([queried.length, notified]).toEqual([6, 2]);
  clock.ms += 60_000;
  isUp = true;
  expect(await countries.find(null, '8.8.8.1')).toBe('NO');
  expect(await countries.find(null, '8.8.8.2')).toBe('NO');
});

test('concurrent queries of new addresses are limited', async () => {
  const { service, queried } = serviceOf(() => ({ country: 'NO' }));
  const countries = createCountries({ database: null, service, clock });
  const found = await Promise.all(Array.from({ length: 200 }, (_, i) => countries.find(null, `8.8.9.${i}`)));
  expect(queried.length).toBe(32);
  expect(found.filter(country => country === 'NO')).toHaveLength(32);
});
