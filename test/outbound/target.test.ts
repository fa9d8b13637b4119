import { expect, test } from 'bun:test';
import { createOutbound } from '../../src/outbound/fetch.ts';

/** The code with which an address is refused, `called` when it would be called; names lead to `addresses`. */
async function verdict(
  address: string,
  { addresses = ['93.184.216.34'], allowPrivate = [] as string[] } = {},
): Promise<string> {
  const { checkTarget } = createOutbound({ resolve: async () => addresses, allowPrivate });
  return checkTarget(address).then(
    () => 'called',
    error => error.code,
  );
}

const SCHEMES = ['ftp://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'];
const PARTS = ['//example.org/', 'example.org', '', 'http://'];
const USERS = ['http://user@example.org/', 'http://user:secret@example.org/'];
const PORTS = ['http://example.org:0/', 'http://example.org:99999/'];
const DOTS = ['http://example..org/', 'http://.example.org/', 'http://example.org../', 'http://1.2.3.4.5/'];
const SIGNS = ['http://exam ple.org/', 'http://\ud800.example/', 'http://__proto__ /'];
const ZONES = ['http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/'];
const LONG = `http://${'a.'.repeat(130)}org/`;

test.each([...SCHEMES, ...PARTS, ...USERS, ...PORTS, ...DOTS, ...SIGNS, ...ZONES, LONG])(
  '%p is no address that can be called',
  async address => {
    expect(await verdict(address)).toBe('refused_target');
  },
);

const THIS_MACHINE = ['localhost', 'LOCALHOST', '%6cocalhost', 'localhost.', 'app.localhost'];
const ITS_NETWORK = ['printer.local', 'metadata.google.internal', 'router.home.arpa', 'intranet'];

test.each([...THIS_MACHINE, ...ITS_NETWORK])(
  'the name %p is this machine or its network, whatever it leads to',
  async host => {
    expect(await verdict(`http://${host}/`)).toBe('refused_target');
  },
);

const LOOPBACK = ['127.0.0.1', '127.0.0.1.', '127.1', '0', '0.0.0.0'];
const NUMBERS = ['2130706433', '0x7f.1', '0x7f000001', '017700000001', '0177.0.0.1', '①②⑦.0.0.1'];
const NETWORKS = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '100.100.100.200', '192.0.0.1'];
const CLOUDS = ['169.254.169.254', '168.63.129.16', '[fd00:ec2::254]'];
const RESERVED = ['192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[2001:db8::1]'];
const IPV6 = ['[::]', '[::1]', '[fc00::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]'];
const MAPPED = ['[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:7f00:1]'];
const TUNNELS = ['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'];
const PRIVATE_IPV6 = [...IPV6, ...MAPPED, ...TUNNELS];
const PRIVATE_HOSTS = [...LOOPBACK, ...NUMBERS, ...NETWORKS, ...CLOUDS, ...RESERVED, ...PRIVATE_IPV6];

test.each(PRIVATE_HOSTS)('the address %p is not on the open internet', async host => {
  expect(await verdict(`http://${host}/`)).toBe('refused_target');
  expect(await verdict(`https://${host}:8443/`)).toBe('refused_target');
});

test.each([
  ...PRIVATE_HOSTS.filter(host => /^\d+\.\d+\.\d+\.\d+$/.test(host)),
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  'localhost',
  '',
])('a name that leads to %p is refused, also when it leads elsewhere as well', async address => {
  expect(await verdict('http://example.org/', { addresses: [address] })).toBe('refused_target');
  expect(await verdict('http://example.org/', { addresses: ['93.184.216.34', address] })).toBe(
    'refused_target',
  );
});

test.each([
  'http://example.org',
  'https://example.org:8443/path?query#part',
  'http://example.org.',
  'HTTP://EXAMPLE.ORG',
  'https://bücher.example/',
  'http://93.184.216.34/',
  'http://[2606:2800:220:1::1]/',
])('%p is called', async address => {
  expect(await verdict(address)).toBe('called');
});

test('a host name without an address is named in the error', async () => {
  expect(await verdict('http://example.org/', { addresses: [] })).toBe('dns');
  const { checkTarget } = createOutbound({
    resolve: () => Promise.reject(new Error('queryA ENOTFOUND example.org')),
    allowPrivate: [],
  });
  await expect(checkTarget('http://example.org/hook?key=secret')).rejects.toThrow(
    /^no address is known for example.org$/,
  );
});

test('a name server that never answers ends at the deadline', async () => {
  const { checkTarget } = createOutbound({ resolve: () => new Promise(() => {}), allowPrivate: [] });
  await expect(checkTarget('http://example.org/', { timeoutMs: 20 })).rejects.toMatchObject({ code: 'dns' });
});

const INSIDE = { allowPrivate: ['10.1.0.0/16', '::1'] };

test.each([
  ['http://10.1.2.3:9000/', 'called'],
  ['http://[::ffff:10.1.2.3]/', 'called'],
  ['http://[::1]/', 'called'],
  ['http://10.2.0.1/', 'refused_target'],
  ['http://127.0.0.1/', 'refused_target'],
  ['http://93.184.216.34/', 'called'],
])('beside the ranges that the operator allows, %p is %p', async (address, expected) => {
  expect(await verdict(address, INSIDE)).toBe(expected);
});

test('a local host name is allowed if the operator allows all its addresses', async () => {
  expect(await verdict('http://nas.local/', { ...INSIDE, addresses: ['10.1.0.9'] })).toBe('called');
  expect(await verdict('http://umami/', { ...INSIDE, addresses: ['10.1.0.9', '10.2.0.9'] })).toBe(
    'refused_target',
  );
  expect(await verdict('http://nas.local/', { ...INSIDE, addresses: ['93.184.216.34'] })).toBe(
    'refused_target',
  );
});

test('a rejected target is named by its host only, with the setting that allows it', async () => {
  const { checkTarget } = createOutbound({ resolve: async () => ['10.0.0.7'], allowPrivate: [] });
  const failure = await checkTarget('https://hooks.example.org/T0/secret?token=secret').catch(error => error);
  expect(failure.message).toBe(
    'hooks.example.org is not on the open internet; the operator can allow a private network with FOOTFALL_ALLOW_PRIVATE_TARGETS',
  );
});
