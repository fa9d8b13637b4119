/** Client addresses behind proxies. Source: decisions, section 1, FOOTFALL_TRUSTED_PROXIES. */
import { expect, test } from 'bun:test';
import { createClients } from '../../src/http/trusted-proxies.ts';

const TRUSTED = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'];
const request = (headers: Record<string, string>) => new Request('http://x.example/', { headers });
const forwarded = (by: string | undefined) => request(by === undefined ? {} : { 'x-forwarded-for': by });
const clientsBehind = (peer: string, trusted: readonly string[] = TRUSTED) =>
  createClients({ trustedProxies: trusted, baseUrl: 'http://x.example', getPeerAddress: () => peer });

test('without proxies the header is not read', () => {
  expect(clientsBehind('203.0.113.7', []).getAddress(forwarded('198.51.100.1'))).toBe('203.0.113.7');
});

test.each([
  ['a peer that is not trusted may claim what it likes', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a trusted proxy forwards the client address', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'what the client put before it does not count',
    '10.0.0.1',
    '1.1.1.1, 8.8.8.8, 198.51.100.1',
    '198.51.100.1',
  ],
  [
    'trusted hops are walked over from the right',
    '10.0.0.1',
    '198.51.100.1, 10.0.0.3, 10.0.0.2',
    '198.51.100.1',
  ],
  ['when all hops are trusted the first is the client', '10.0.0.1', '10.0.0.9, 10.0.0.2', '10.0.0.9'],
  ['a hop that is no address ends the walk', '10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['without the header it is the proxy itself', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header is none', '10.0.0.1', '', '10.0.0.1'],
  ['a port is taken off', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['brackets and port are taken off', '2001:db8::1', '[2606:4700::1]:443', '2606:4700::1'],
  ['IPv4 within IPv6 is IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['a connection that is gone has no address', '', '198.51.100.1', ''],
])('%s', (_rule, peer, header, expected) => {
  expect(clientsBehind(peer).getAddress(forwarded(header))).toBe(expected);
});

test.each([
  ['this machine is trusted', '127.0.0.1', undefined, true],
  ['so is its IPv6 address', '::1', undefined, true],
  ['so is a trusted network', '10.1.2.3', undefined, true],
  ['any other address is not', '203.0.113.7', undefined, false],
  ['a forged loopback address is not', '203.0.113.7', '127.0.0.1', false],
  ['one forwarded by a program here that is no trusted proxy is not', '127.0.0.1', '203.0.113.7', false],
  ['nor when it claims a loopback address', '127.0.0.1', '127.0.0.1', false],
  ['a stranger behind a trusted proxy is not', '10.0.0.1', '203.0.113.7', false],
  ['nor one who put a loopback address before their own', '10.0.0.1', '127.0.0.1, 203.0.113.7', false],
  ['one of a trusted network behind the proxy is', '10.0.0.1', '10.9.9.9', true],
])('for the metrics: %s', (_rule, peer, header, isTrusted) => {
  expect(clientsBehind(peer).isTrusted(forwarded(header))).toBe(isTrusted);
});

test('X-Forwarded-Proto is accepted from a trusted proxy only', () => {
  const secure = request({ 'x-forwarded-proto': 'https' });
  expect(clientsBehind('10.0.0.1').isSecure(secure)).toBe(true);
  expect(clientsBehind('203.0.113.7').isSecure(secure)).toBe(false);
  expect(clientsBehind('10.0.0.1').isSecure(request({ 'x-forwarded-proto': 'http' }))).toBe(false);
});

test('an untrusted proxy is logged once', () => {
  let noted = 0;
  const clients = createClients({
    trustedProxies: ['10.0.0.0/8'],
    baseUrl: 'https://stats.example.org',
    getPeerAddress: request => new URL(request.url).searchParams.get('peer') ?? '',
    onUnknownProxy: () => void noted++,
  });
  const from = (peer: string, headers: Record<string, string> = {}) =>
    clients.getAddress(new Request(`http://x/?peer=${peer}`, { headers }));
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  expect([from('172.17.0.1'), from('10.0.0.1', headers), noted]).toEqual(['172.17.0.1', '203.0.113.7', 0]);
  expect([from('172.17.0.1', headers), from('172.17.0.1', headers), noted]).toEqual([
    '172.17.0.1',
    '172.17.0.1',
    1,
  ]);
});
