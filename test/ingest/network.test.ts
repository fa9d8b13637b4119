import { expect, test } from 'bun:test';
import { classifyNetwork } from '../../scripts/network-kinds.ts';
import { readAddressTable } from '../../src/ingest/address-tables.ts';
import { createNetworks } from '../../src/ingest/network.ts';
import { writeMmdb } from '../support/mmdb-file.ts';

const table = createNetworks(() => readAddressTable('networks'));

test.each([
  ['Hetzner', '88.198.1.1', 'hosting'],
  ['Hetzner', '2a01:4f8:c17::1', 'hosting'],
  ['Amazon', '3.5.140.2', 'hosting'],
  ['OVH', '51.38.10.1', 'hosting'],
  ['DigitalOcean', '2604:a880::1', 'hosting'],
  ['Google', '66.249.66.1', 'hosting'],
  ['M247', '37.120.200.1', 'vpn'],
  ['Mullvad', '193.32.127.66', 'vpn'],
  ['Stanford University', '171.64.1.1', 'business'],
  ['Comcast', '73.1.2.3', 'access'],
  ['Deutsche Telekom', '2003:c0::1', 'access'],
  ['a relay of Apple at Akamai', '172.224.226.1', 'access'],
  ['a relay of Apple at Akamai', '2a02:26f7:c880::1', 'access'],
  ['a relay of Apple at Cloudflare', '104.28.28.5', 'access'],
  ['a relay of Apple at Fastly', '146.75.160.1', 'access'],
  ['Zscaler', '165.225.200.1', 'access'],
  ['Hetzner, mapped', '::ffff:88.198.1.1', 'hosting'],
  ['a private network', '10.1.2.3', null],
  ['documentation', '203.0.113.7', null],
  ['no address', 'nonsense', null],
  ['nothing', null, null],
])('the network of %s, %p, is %p', (_, address, network) => {
  const found: unknown[] = [table.find(address), table.find(address)];
  expect(found).toEqual([network, network]);
});

test.each<[record: Parameters<typeof writeMmdb>[0][string], network: string]>([
  [{ network: 'business' }, 'business'],
  [{ is_hosting_provider: true, is_anonymous: true }, 'hosting'],
  [{ is_hosting_provider: true, is_anonymous_vpn: true }, 'vpn'],
  [{ traits: { is_tor_exit_node: true } }, 'vpn'],
  [{ traits: { user_type: 'college' } }, 'business'],
  [{ traits: { user_type: 'residential' } }, 'access'],
  [{ hosting: 'true', vpn: '' }, 'hosting'],
  [{ asn: 'AS1', type: 'hosting' }, 'hosting'],
  [{ connection_type: 'Corporate' }, 'business'],
  [{ network: 'other' }, 'access'],
])('the record %j of a file means %p', (record, network) => {
  const networks = createNetworks(writeMmdb({ '8.8.8.0/24': record }));
  const found: unknown[] = [networks.find('8.8.8.8'), networks.find('9.9.9.9')];
  expect(found).toEqual([network, 'access']);
});

test.each([
  [1, 'Some Hosting GmbH', 'hosting'],
  [1, 'Amazon.com Tech Telecom', 'hosting'],
  [1, 'Amazon Telecom Ltda', undefined],
  [1, 'Eurofiber Cloud Infra B.V.', undefined],
  [7, 'DedFiberCo Servers', 'hosting'],
  [7, 'Some Name', 'hosting'],
  [7, 'Some Telecom', undefined],
  [7, 'Some University', 'business'],
  [8, 'Some Name', 'vpn'],
  [7, 'ZSCALER, INC.', undefined],
  [36_183, 'Akamai Technologies, Inc.', undefined],
  [1, 'Some Telecom Research', undefined],
  [1, 'Some Name', undefined],
] as const)('the system %d of %s is %p', (number, name, kind) => {
  expect(classifyNetwork({ number, name }, { hosting: new Set([7]), vpn: new Set([8]) })).toBe(kind);
});

test('a damaged file is refused and the old one stays', () => {
  const file = writeMmdb({ '8.8.8.0/24': { network: 'vpn' } });
  const networks = createNetworks(file);
  expect(() => networks.reload(file.subarray(0, 40))).toThrow();
  expect(networks.find('8.8.8.8')).toBe('vpn');
  networks.reload(writeMmdb({ '8.8.8.0/24': { network: 'hosting' } }));
  expect(networks.find('8.8.8.8')).toBe('hosting');
});
