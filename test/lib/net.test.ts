import { expect, test } from 'bun:test';
import {
  compileRanges,
  isPublicAddress,
  networkPrefix,
  networksOf,
  normalizeAddress,
  parseRange,
} from '../../src/lib/net.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['300.1.1.1', null],
  ['1.2.3', null],
  ['010.1.1.1', null],
  ['', null],
  ['localhost', null],
])('the address %p is written %p', (text, normal) => {
  expect(normalizeAddress(text)).toBe(normal);
});

const LOCAL = ['127.0.0.1', '169.254.1.1', '::1', 'fe80::1'];
const PRIVATE = ['10.1.2.3', '100.64.0.1', '192.168.0.1', 'fc00::1'];
const RESERVED = ['198.18.0.1', '203.0.113.1', '240.0.0.1', '0.0.0.0', 'ff02::1', '2001:db8::1', '4000::1'];
const TUNNELS = ['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'];

test.each([...LOCAL, ...PRIVATE, ...RESERVED, ...TUNNELS, '::7f00:1', '::ffff:10.0.0.1'])(
  '%p is not on the open internet',
  address => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test.each(['8.8.8.8', '2a00:1450:4001:801::200e'])('%p is on the open internet', address => {
  expect(isPublicAddress(address)).toBe(true);
});

const isIn = (range: string, address: string): boolean => compileRanges([range])(address);

test.each([
  ['10.0.0.0/8', '10.255.1.1', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.1.2.3/8', '10.9.9.9', true],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.10', false],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::/32', '2001:db9::5', false],
  ['::ffff:10.0.0.0/104', '10.1.1.1', true],
  ['10.0.0.0/8', '::1', false],
  ['::/0', '10.0.0.1', false],
  ['10.0.0.0/8', 'no address', false],
])('%p holds %p: %p', (range, address, expected) => {
  expect(isIn(range, address)).toBe(expected);
});

const NO_PREFIXES = ['10.0.0.0/33', '10.0.0.0/', '10.0/8', '::1/129', '10.0.0.0/8/8', '10.0.0.0/-1'];

test.each(['', ...NO_PREFIXES, 'example.com'])('%p is no range', text => {
  expect(parseRange(text)).toBeUndefined();
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('of the address %p one customer has the part %p', (address, part) => {
  expect(networkPrefix(address)).toBe(part);
});

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['2001:db8:1:2345:6::1', ['2001:db8:1:2345', '2001:db8:1:2300/56', '2001:db8:1/48']],
])('%p may have neighbours of the same person in %p', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
