/** Access logs of each server, as it writes them: what becomes a hit, what an agent visit, what is left out. */
import { expect, test } from 'bun:test';
import { readLog as read } from '../../support/read-log.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const TIME = '10/Mar/2026:13:55:36 +0200';
const ISO = '2026-03-10T11:55:36.000Z';

const combined = (request: string, status: number | string = 200, rest = `"-" "${CHROME}"`) =>
  `203.0.113.7 - - [${TIME}] "${request}" ${status} 512 ${rest}\n`;
const json = (value: unknown) => `${JSON.stringify(value)}\n`;

const HIT = { type: 'hit', created_at: ISO, path: '/a', ip_address: '203.0.113.7', user_agent: CHROME };
const GET_A = combined('GET /a HTTP/1.1');
const REQUEST = {
  proto: 'HTTP/2.0',
  method: 'GET',
  host: 'a.example:443',
  uri: '/a?ref=x',
  headers: { 'User-Agent': [CHROME], Referer: ['https://news.example/'] },
};
/** A line of Caddy, whose versions name the client in different ways. */
const caddy = (client: object, more: object = {}) =>
  json({ ts: 1773143736, msg: 'handled request', request: { ...client, ...REQUEST }, status: 200, ...more });
/** A line of nginx in a format of its own. */
const nginx = (fields: object) =>
  json({ remote_addr: '203.0.113.7', http_user_agent: CHROME, status: 200, ...fields });
const CLOUDFRONT = {
  date: '2026-03-10',
  time: '11:55:36',
  'c-ip': '203.0.113.7',
  'cs-method': 'GET',
  'cs(Host)': 'd111.cloudfront.net',
  'cs-uri-stem': '/a',
  'sc-status': '200',
  'cs(Referer)': 'https://news.example/',
  'cs(User-Agent)': encodeURIComponent(CHROME),
  'cs-uri-query': 'ref=x',
  'x-host-header': 'a.example',
};
const FROM = { ...HIT, referrer: 'https://news.example/', url: 'https://a.example/a?ref=x' };

test.each([
  ['combined', combined('GET /a?ref=x HTTP/1.1', 200, `"https://news.example/" "${CHROME}"`), FROM],
  ['common', `203.0.113.7 - - [${TIME}] "GET /a HTTP/1.1" 200 512\n`, { ...HIT, user_agent: null }],
  ['with a virtual host', `www.a.example:443 ${GET_A}`, HIT],
  ['of a user with spaces', GET_A.replace('- - [', '- Jo [x] Doe ['), undefined],
  [
    'with a name for an address',
    GET_A.replace('203.0.113.7', 'dsl-7.isp.example'),
    { ip_address: expect.stringMatching(/^fd00::/) },
  ],
  [
    'of Traefik',
    combined('GET /a HTTP/2.0', 200, '"-" "-" 4 "web@docker" "http://10.0.0.2:80" 3ms'),
    { ...HIT, user_agent: null },
  ],
  [
    'whose first lines all lack a user agent, as those of Traefik in the format genericCLF',
    combined('GET /a HTTP/2.0', 200, '"-" "-"').repeat(20),
    undefined,
  ],
  [
    'of Traefik as JSON',
    json({
      ClientAddr: '203.0.113.7:4711',
      ClientHost: '203.0.113.7',
      DownstreamStatus: 200,
      RequestHost: 'a.example',
      RequestMethod: 'GET',
      RequestPath: '/a?ref=x',
      StartUTC: '2026-03-10T11:55:36.000000000Z',
      request_Referer: 'https://news.example/',
      'request_User-Agent': CHROME,
    }),
    FROM,
  ],
  [
    'of Caddy 2.7',
    json({ level: 'info', ts: 1773143736, msg: 'server running' }) +
      caddy({ remote_ip: '10.0.0.1', client_ip: '203.0.113.7' }, { level: 'info' }),
    FROM,
  ],
  ['of Caddy 2.4', caddy({ remote_addr: '203.0.113.7:4711' }, { common_log: '…' }), FROM],
  [
    'of Caddy with milliseconds',
    caddy({ remote_ip: '203.0.113.7' }, { ts: 1773143736000.25, msg: undefined }),
    FROM,
  ],
  ['of CloudFront as JSON', json(CLOUDFRONT), FROM],
  [
    'of nginx as JSON',
    nginx({
      time_iso8601: '2026-03-10T13:55:36+02:00',
      request: 'GET /a?ref=x HTTP/1.1',
      status: '200',
      http_referer: 'https://news.example/',
    }),
    FROM,
  ],
  [
    'of CloudFront',
    `#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header\n${['2026-03-10', '11:55:36', 'FRA2', '512', '203.0.113.7', 'GET', 'd1.cloudfront.net', '/a', '200', 'https://news.example/', encodeURIComponent(CHROME), 'ref=x', 'a.example'].join('\t')}\n`,
    FROM,
  ],
])('a log %s is read', async (_, content, row) => {
  const { rows, bad, leftOut, counted } = await read(content);
  expect({ bad, leftOut, counted: [...new Set(counted)] }).toEqual({
    bad: [],
    leftOut: {},
    counted: ['2026-03-10 page_views'],
  });
  if (row) expect(rows).toEqual([expect.objectContaining(row)]);
});

test.each([
  ['POST requests', combined('POST /a HTTP/1.1')],
  ['HEAD requests', combined('HEAD /a HTTP/1.1')],
  ['requests with other methods', combined('PROPFIND /a HTTP/1.1')],
  ['redirects (3xx)', combined('GET /a HTTP/1.1', 301)],
  ['errors of the client (4xx)', combined('GET /a HTTP/1.1', 404)],
  ['errors of the client (4xx)', combined('\\x16\\x03\\x01', 400)],
  ['errors of the client (4xx)', combined('-', 408)],
  ['errors of the server (5xx)', combined('GET /a HTTP/1.1', 502)],
  ['answers with other statuses', combined('GET /a HTTP/1.1', 101)],
  ['assets', combined('GET /a/app.JS?v=1 HTTP/1.1')],
  ['feeds and files for programs', combined('GET /robots.txt HTTP/1.1')],
  ['feeds and files for programs', combined('GET /blog/feed/ HTTP/1.1')],
  ['bots', combined('GET /a HTTP/1.1', 200, '"-" "curl/8.4.0"')],
  ['bots', combined('GET /a HTTP/1.1', 200, '"-" "-"')],
  ['requests of other hosts', `b.example ${GET_A}`],
])('%s are left out: %s', async (what, line) => {
  const { rows, leftOut } = await read(line);
  expect({ rows, leftOut }).toEqual({ rows: [], leftOut: { [what]: 1 } });
});

test('AI crawlers are agent visits, whatever they were answered', async () => {
  const agent = `"-" "${GPTBOT}"`;
  const { rows, leftOut } = await read(
    combined('GET /a HTTP/1.1', 404, agent) +
      combined('HEAD /robots.txt HTTP/1.1', 200, agent) +
      combined('GET /a.css HTTP/1.1', 200, agent),
  );
  expect(rows).toMatchObject([
    { type: 'agent_visit', path: '/a', user_agent: GPTBOT },
    { type: 'agent_visit', path: '/robots.txt' },
  ]);
  expect(leftOut).toEqual({ assets: 1 });
});

/** Three lines of three visitors, with what a server or a program writes before the address and after it. */
const ofThree = (write: (address: string) => string, addresses = VISITORS) =>
  addresses
    .map(address => `${write(address)} [${TIME}] "GET /a HTTP/1.1" 200 512 "-" "${CHROME}"\n`)
    .join('');
const VISITORS = ['203.0.113.7', '198.51.100.8', '192.0.2.44'];
const SIX = ['2001:db8::7', '2001:db8:1::8', '2001:db8:2::9'];
const ISO_TIME = '2026-03-10T09:00:00.123456789Z';

test.each<[string, (address: string) => string, string[]?]>([
  ['an IPv6 address behind a virtual host', address => `a.example:443 ${address} - -`, SIX],
  ['an IPv6 address behind a host without port', address => `www.a.example ${address} - -`, SIX],
  ['an address with a port', address => `${address}:4711 - -`],
  ['an IPv6 address with a port', address => `[${address}]:4711 - -`, SIX],
  ['date, time and host', address => `2026/03/10 09:00:00 a.example ${address} - -`],
  ['syslog', address => `Mar 10 09:00:00 web1 nginx: ${address} - -`],
  ['syslog with a priority', address => `<190>Mar  1 09:00:00 web1 nginx[12]: ${address} - -`],
  ['syslog of RFC 5424', address => `<190>1 ${ISO_TIME} web1 nginx 12 - - ${address} - -`],
  ['journald with ISO times', address => `2026-03-10T09:00:00+0100 web1 nginx[12]: ${address} - -`],
  ['Kubernetes', address => `${ISO_TIME} stdout F ${address} - -`],
  ['Docker with times', address => `${ISO_TIME} ${address} - -`],
  ['Docker Compose', address => `web-1  | ${address} - -`],
  ['a proxy before the client', address => `10.0.0.1 ${address} - -`],
  ['the client before a proxy', address => `${address} 10.0.0.1 - -`],
  ['the host behind the client', address => `${address} a.example - -`],
  ['the host in the place of the user', address => `${address} - a.example`],
  ['forwarded addresses', address => `${address}, 10.0.0.1 - -`],
  ['a proxy first among forwarded addresses', address => `10.0.0.2, ${address}, 10.0.0.1 - -`],
  ['a dash before the address', address => `- ${address} - -`],
  ['a user with a dot', address => `${address} - jo.doe`],
])('three visitors are three where lines have %s', async (_, write, addresses = VISITORS) => {
  const { rows, bad, leftOut } = await read(ofThree(write, addresses));
  expect({ bad, leftOut }).toEqual({ bad: [], leftOut: {} });
  expect(rows?.map(row => row['ip_address'])).toEqual(addresses);
  const foreign = write(addresses[0] ?? '').replace('a.example', 'b.example');
  if (foreign === write(addresses[0] ?? '')) return;
  const mixed = await read(ofThree(write, addresses) + ofThree(() => foreign, ['']));
  expect([mixed.rows?.length, mixed.leftOut]).toEqual([3, { 'requests of other hosts': 1 }]);
});

test.each([
  ['JSON of Docker', (line: string) => json({ log: line, stream: 'stdout', time: ISO_TIME })],
  ['JSON of journald', (line: string) => json({ MESSAGE: line.trimEnd(), _PID: '12' })],
  ['JSON of Caddy in Compose', () => `caddy-1  | ${caddy({ client_ip: '203.0.113.7' })}`],
])('%s holds the line of a server', async (_, wrap) => {
  expect(await read(wrap(GET_A))).toMatchObject({ rows: [{ ip_address: '203.0.113.7' }], bad: [] });
});

test.each([
  ['two addresses that may both be a visitor’s', '203.0.113.7 198.51.100.8 - -', /two addresses/],
  ['no address', 'some words - -', /no field before its time that is the address/],
])('a log with %s is refused with what is missing', async (_, before, message) => {
  const { rows, bad } = await read(ofThree(() => before));
  expect(rows).toEqual([]);
  expect(bad).toEqual([1, 2, 3].map(line => [line, expect.stringMatching(message)]));
});

test.each([
  [
    'Caddy',
    caddy({ client_ip: '203.0.113.7', headers: {} }).replace(
      '"Referer"',
      '"Sec-Purpose":["prefetch;prerender"],"Referer"',
    ),
    null,
  ],
  ['nginx as JSON', nginx({ time: TIME, request: 'GET /a HTTP/1.1', http_sec_purpose: 'prefetch' }), null],
  [
    'nginx as JSON, with an older header',
    nginx({ time: TIME, request: 'GET /a HTTP/1.1', http_sec_purpose: '', http_x_moz: 'prefetch' }),
    null,
  ],
  [
    'a log_format',
    `203.0.113.7 1773143736.0 "GET /a HTTP/1.1" 200 prefetch\n`,
    '$remote_addr $msec "$request" $status $http_x_moz',
  ],
])('a page that a browser fetches in advance is no view: %s', async (_, line, logFormat) => {
  const { rows, leftOut } = await read(line, { logFormat });
  expect({ rows, leftOut }).toEqual({ rows: [], leftOut: { 'pages fetched in advance': 1 } });
});

test('an address of any length is a visit with its campaign', async () => {
  const tags = 'utm_source=tiktok&utm_medium=paid&utm_campaign=summer';
  const { rows, bad } = await read(
    combined(`GET /sale?x=${'x'.repeat(2000)}&${tags}&ttclid=${'E'.repeat(2100)} HTTP/1.1`),
  );
  expect(bad).toEqual([]);
  const kept = `utm_source=tiktok&utm_campaign=summer&utm_medium=paid&ttclid=${'E'.repeat(200)}`;
  expect(rows).toMatchObject([{ path: '/sale', url: `https://a.example/sale?${kept}` }]);
  const long = await read(combined(`GET /${'%C3%A9'.repeat(2_000)}?${tags} HTTP/1.1`));
  const path = `/${'é'.repeat(1023)}`;
  expect(long).toMatchObject({ bad: [], rows: [{ path, url: `https://a.example${path}?${tags}` }] });
});

test('a request for another host, as by those who look for open proxies, is no page', async () => {
  const { rows, leftOut } = await read(combined('GET http://other.example/a HTTP/1.1'));
  expect({ rows, leftOut }).toEqual({ rows: [], leftOut: { 'requests of other hosts': 1 } });
});

test.each([
  ['304 is a page from the cache', combined('GET /a HTTP/1.1', 304), { path: '/a' }],
  [
    'an internal click has no referrer',
    combined('GET /a HTTP/1.1', 200, `"https://www.a.example/b" "${CHROME}"`),
    { referrer: null },
  ],
  [
    'bytes of a user agent are UTF-8',
    combined('GET /a HTTP/1.1', 200, `"-" "${CHROME} \\xC3\\xA9\\x22\\""`),
    { user_agent: `${CHROME} é""` },
  ],
  [
    'a proxy’s request has a whole address',
    combined('GET http://a.example/a?x=1 HTTP/1.1'),
    { path: '/a', url: 'https://a.example/a?x=1' },
  ],
  ['a byte order mark and CRLF', `\uFEFF${GET_A.replace('\n', '\r\n')}`, HIT],
])('%s', async (_, line, row) => {
  expect((await read(line)).rows).toEqual([expect.objectContaining(row)]);
});

test.each([
  [
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"',
    combined('GET /a HTTP/1.1', 200, `"-" "${CHROME}" "-"`),
  ],
  [
    "log_format main '$host ' '$time_iso8601|$request_method|$uri|$args|$status|'\n '$http_x_forwarded_for|$http_user_agent';",
    `a.example 2026-03-10T13:55:36+02:00|GET|/a||200|203.0.113.7, 10.0.0.1|${CHROME}\n`,
  ],
  [
    '$msec $remote_addr "$request" $status "$http_user_agent"',
    `1773143736.000 203.0.113.7 "GET /a HTTP/1.1" 200 "${CHROME}"\n`,
  ],
  [
    '{"t":"$time_iso8601","a":"$remote_addr","r":"$request","s":$status,"u":"$http_user_agent"}',
    json({ t: '2026-03-10T13:55:36+02:00', a: '203.0.113.7', r: 'GET /a HTTP/1.1', s: 200, u: CHROME }),
  ],
])('the log_format %s is compiled', async (logFormat, line) => {
  expect(await read(`${line}nonsense\n`, { logFormat })).toMatchObject({
    rows: [HIT],
    bad: [[2, expect.stringContaining('is not in the log format')]],
  });
});

test.each([
  ['$remote_addr $time_lokal "$request" $status', 'unknown variable $time_lokal'],
  ['$remote_addr$time_local "$request" $status', 'nothing between $remote_addr and $time_local'],
  ['$remote_addr [$time_local] $status', 'has no request'],
])('the log_format %s is refused: %s', (logFormat, message) => {
  expect(read('x\n', { logFormat })).rejects.toThrow(message);
});

test.each([
  ['a time without a zone, in winter', '2026-01-10 13:55:36', '2026-01-10T12:55:36.000Z'],
  ['and in summer', '2026-07-10 13:55:36', '2026-07-10T11:55:36.000Z'],
  ['an hour that comes twice is the first', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['an hour that does not come', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
])('%s', async (_, time, iso) => {
  const line = nginx({ time, request: 'GET /a HTTP/1.1' });
  expect((await read(line, { timeZone: 'Europe/Berlin' })).rows).toMatchObject([{ created_at: iso }]);
});

test('bad lines are named by their number, and the rest is read', async () => {
  const long = `${GET_A.slice(0, -2)}${'x'.repeat(1024 ** 2)}"\n`;
  const wrong = ['nonsense\n', GET_A.replace('10/Mar', '31/Feb'), GET_A.slice(0, 60), '\n', '\0\n', long];
  const lines = [GET_A, ...wrong, GET_A];
  const { rows, bad } = await read(
    Buffer.concat([Buffer.from(lines.join('')), Buffer.from('\xff\n', 'latin1')]),
  );
  expect(rows).toHaveLength(2);
  expect(bad?.map(([line]) => line)).toEqual([2, 3, 4, 5, 6, 8]);
});

test.each(['hello\n', '{"a":1}\n', '2026-03-10 11:55:36 GET /a\n', '<html>\n', ''])(
  '%p is no access log',
  async content => {
    expect((await read(content)).format).not.toBe('access-log');
  },
);

test('times of one minute are read to the second, those of another zone too', async () => {
  const at = (time: string) => GET_A.replace(TIME, time);
  const times = ['13:55:36 +0200', '13:55:59 +0200', '13:55:59 -0130', '13:56:00 -0130', '13:56:6x -0130'];
  const { rows, bad } = await read(times.map(time => at(`10/Mar/2026:${time}`)).join(''));
  expect(rows?.map(row => row['created_at'])).toEqual([
    '2026-03-10T11:55:36.000Z',
    '2026-03-10T11:55:59.000Z',
    '2026-03-10T15:25:59.000Z',
    '2026-03-10T15:26:00.000Z',
  ]);
  expect(bad).toEqual([[5, expect.stringContaining('time')]]);
});
