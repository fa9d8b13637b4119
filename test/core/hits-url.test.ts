/** Addresses of a ClickHouse database, as settings name them. */
import { expect, test } from 'bun:test';
import { HITS_URL_FORM, parseHitsUrl } from '../../src/core/hits-url.ts';

test('an address names protocol, server, database, user and cluster', () => {
  expect(parseHitsUrl('clickhouse+https://ann:p%40ss%3A%2F@db.example:443/hits?cluster=main')).toEqual({
    url: 'https://db.example',
    database: 'hits',
    username: 'ann',
    password: 'p@ss:/',
    cluster: 'main',
  });
});

test.each([
  ['clickhouse+http://db/hits', 'http://db:8123'],
  ['clickhouse+https://db/hits', 'https://db:8443'],
  ['clickhouse+http://[::1]/hits', 'http://[::1]:8123'],
])('what %s leaves out is what ClickHouse has by default', (text, url) => {
  const defaults = { username: 'default', password: '', cluster: null };
  expect(parseHitsUrl(text)).toEqual({ url, database: 'hits', ...defaults });
});

test('the address that a fault shows is one', () => {
  expect(parseHitsUrl(/clickhouse\S+database/.exec(HITS_URL_FORM)?.[0] ?? '')?.url).toBe('http://host:8123');
});

const ADDRESSES = ['', 'http://db/hits', 'clickhouse://db/hits', 'clickhouse+http:///hits'];
const SERVERS = ['db:99999/hits', 'a b/hits', 'ann:%ff@db/hits', 'db', 'db/'];
const DATABASES = ['db/a/b', 'db/hits%00', 'db/hits#a', 'db/hits?user=ann'];
const CLUSTERS = ['cluster=', 'cluster=a`b', 'cluster=a&cluster=b'].map(query => `db/hits?${query}`);
const PLACES = [...SERVERS, ...DATABASES, ...CLUSTERS].map(place => `clickhouse+http://${place}`);

test.each([...ADDRESSES, ...PLACES])('%p is none', text => {
  expect(parseHitsUrl(text)).toBeUndefined();
});
