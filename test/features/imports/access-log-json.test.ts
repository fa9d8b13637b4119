/** Lines of JSON in access logs that lack what is needed: the fault names it, and what there is. */
import { expect, test } from 'bun:test';
import { readLog } from '../../support/read-log.ts';

const ISO = '2026-03-10T11:55:36.000Z';
const REQUEST = 'GET /a HTTP/1.1';
const NGINX = { remote_addr: '203.0.113.7', status: 200, request: REQUEST, time_iso8601: ISO };
const TRAEFIK = { StartUTC: ISO, RequestMethod: 'GET', RequestPath: '/a', DownstreamStatus: 200 };
const HEADERS = { 'User-Agent': ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'] };
const CADDY = {
  ts: 1773143736,
  msg: 'handled',
  request: { method: 'GET', uri: '/a', headers: HEADERS },
  status: 200,
};
const CLOUDFRONT = { timestamp: 1773143736, 'cs-method': 'GET', 'cs-uri-stem': '/a', 'sc-status': '200' };

const TIMES = 'time_iso8601, msec, time_local, time, timestamp, @timestamp, ts, date';
const STATUSES = 'status, status_code, response_status, response, code';
const PATHS = 'request_uri, uri, url, request_path, path';

const without = (entry: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
const toLines = (...entries: object[]) => entries.map(entry => `${JSON.stringify(entry)}\n`).join('');

test.each([
  [without(NGINX, 'time_iso8601'), `has no time (${TIMES}), got "remote_addr, status, request"`],
  [without(NGINX, 'status'), `has no status (${STATUSES}), got "remote_addr, request, time_iso8601"`],
  [
    without(NGINX, 'request'),
    'has no request (request, request_line), got "remote_addr, status, time_iso8601"',
  ],
  [
    { ...without(NGINX, 'request'), method: 'GET' },
    `has no path (${PATHS}), got "remote_addr, status, time_iso8601, method"`,
  ],
  [
    { 'x\ny': 1, status: 200, request: REQUEST, time: null },
    `has no time (${TIMES}), got "x y, status, request, time"`,
  ],
  [{ ...NGINX, time_iso8601: 'soon' }, 'has no time that can be read, got "soon"'],
  [{ ...NGINX, request: 'GET a HTTP/1.1' }, 'has no path, got "a"'],
  [
    without(TRAEFIK, 'RequestPath'),
    'has no path (RequestPath), got "StartUTC, RequestMethod, DownstreamStatus"',
  ],
  [
    without(TRAEFIK, 'StartUTC', 'DownstreamStatus'),
    'has no time (StartUTC, time, StartLocal) and no status (DownstreamStatus, OriginStatus), got "RequestMethod, RequestPath"',
  ],
  [without(CADDY, 'ts'), 'has no time (ts, time), got "msg, request, status"'],
  [
    without(CLOUDFRONT, 'sc-status', 'cs-method'),
    'has no method (cs-method) and no status (sc-status), got "timestamp, cs-uri-stem"',
  ],
])('%j', async (entry, fault) => {
  expect((await readLog(toLines(entry))).bad).toEqual([[1, fault]]);
});

test('messages of a server within such a log are no faults, and a request of nginx that is no HTTP is no page', async () => {
  const message = { level: 'warn', msg: 'slow', time: ISO };
  for (const entry of [NGINX, TRAEFIK, CADDY, CLOUDFRONT])
    expect(await readLog(toLines(entry, message))).toMatchObject({ bad: [], rows: [{ path: '/a' }] });
  const noise = { ...NGINX, request: '', status: 400 };
  expect(await readLog(toLines(NGINX, noise))).toMatchObject({
    bad: [],
    leftOut: { 'errors of the client (4xx)': 1 },
  });
});
