/** Bad input of monitors, and who may do what. Source: decisions, section 10, Monitors. */
import { expect, test } from 'bun:test';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({
  resolve: async host => {
    if (host === 'slow.example.org') return new Promise(() => {});
    return [host.endsWith('inside.example.org') ? '192.168.1.1' : '93.184.216.34'];
  },
});
const HTTP = { name: 'a', kind: 'http', url: 'https://shop.example.org/' };
const TCP = { name: 'a', kind: 'tcp', host: 'shop.example.org', port: 443 };
const DNS = { name: 'a', kind: 'dns', host: 'shop.example.org', record_type: 'A' };
const BEAT = { name: 'a', kind: 'heartbeat', period_seconds: 60 };
const create = async (body: unknown) => {
  const { id } = await server().given.site();
  return server().post(`/sites/${id}/monitors`, body);
};

test.each([
  [{ ...HTTP, name: ' ' }, 'name must be'],
  [{ ...HTTP, name: 'a\nb' }, 'name must be'],
  [{ ...HTTP, kind: 'ftp' }, 'kind must be one of http, tcp, dns, heartbeat'],
  [{ name: 'a', kind: 'http' }, 'url is required for the kind http'],
  [{ ...HTTP, url: 'ftp://a.example.org' }, 'url must be an address that begins with http:// or https://'],
  [{ ...HTTP, url: 'https://user:secret@a.example.org/' }, 'url cannot be monitored'],
  [{ ...HTTP, url: 'http://127.0.0.1:8080/' }, 'FOOTFALL_ALLOW_PRIVATE_TARGETS'],
  [{ ...HTTP, url: 'http://www.inside.example.org/' }, 'FOOTFALL_ALLOW_PRIVATE_TARGETS'],
  [{ ...HTTP, url: 'http://169.254.169.254/latest' }, 'url cannot be monitored'],
  [{ ...HTTP, method: 'DELETE' }, 'method must be one of GET, HEAD, POST'],
  [{ ...HTTP, headers: { a: 'b\r\nc: d' } }, 'headers must be an object'],
  [{ ...HTTP, headers: { 'a\r\nb': 'c' } }, 'headers must be an object'],
  [{ ...HTTP, headers: { Host: 'other.example.org' } }, 'headers must be an object'],
  [{ ...HTTP, headers: { 'Content-Length': '1' } }, 'headers must be an object'],
  [{ ...HTTP, headers: { a: 1 } }, 'headers must be an object'],
  [{ ...HTTP, headers: ['a: b'] }, 'headers must be an object'],
  [
    { ...HTTP, headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`h${n}`, 'v'])) },
    'at most 20 headers',
  ],
  [{ ...HTTP, body: 'x' }, 'body needs the method POST, got GET'],
  [{ ...HTTP, method: 'HEAD', keyword: 'x' }, 'keyword needs the method GET or POST'],
  [{ ...HTTP, keyword: 'x'.repeat(501) }, 'keyword must be'],
  [{ ...HTTP, expected_status: [] }, 'expected_status must be'],
  [{ ...HTTP, expected_status: [99] }, 'expected_status'],
  [{ ...HTTP, port: 80 }, 'port is no field of the kind http, which has url, method'],
  [{ ...TCP, port: 0 }, 'port must be an integer from 1 to 65535'],
  [{ ...TCP, host: 'a b' }, 'host must be'],
  [{ ...TCP, host: 'a/b' }, 'host must be'],
  [{ ...TCP, host: 'localhost' }, 'FOOTFALL_ALLOW_PRIVATE_TARGETS'],
  [{ ...TCP, host: '::1' }, 'FOOTFALL_ALLOW_PRIVATE_TARGETS'],
  [{ ...TCP, host: '10.0.0.1' }, 'host cannot be monitored, got 10.0.0.1'],
  [{ ...TCP, keyword: 'x' }, 'keyword is no field of the kind tcp, which has host, port'],
  [{ ...DNS, record_type: 'ANY' }, 'record_type must be one of A, AAAA, CNAME, MX, NS, TXT'],
  [{ ...DNS, host: 'router.local' }, 'host cannot be monitored'],
  [{ ...BEAT, period_seconds: 59 }, 'period_seconds must be an integer from 60'],
  [{ ...BEAT, grace_seconds: -1 }, 'grace_seconds must be an integer from 0'],
  [{ ...BEAT, url: 'https://a.example.org/' }, 'url is no field of the kind heartbeat'],
  [[], 'must be'],
  ['x', 'must be'],
])('%p is 422 and named', async (body, message) => {
  expect(await create(body)).toEqual(refusedWith(422, message));
});

test('a host that never resolves does not delay a monitor of it', async () => {
  expect((await create({ ...HTTP, url: 'https://slow.example.org/' })).status).toBe(201);
});

test.each([[HTTP], [TCP], [DNS], [BEAT]])(
  '%p is added, and shown with the fields of its kind',
  async body => {
    const { status, body: answer } = await create(body);
    expect(status).toBe(201);
    expect(answer.monitor).toMatchObject({
      ...body,
      enabled: true,
      is_home: false,
      status: 'first_check_due',
    });
    expect(answer.heartbeat_url === null).toBe(body !== BEAT);
  },
);

test('a site has at most 100 monitors, also when a thousand are added at once', async () => {
  const { id } = await server().given.site();
  const path = `/sites/${id}/monitors`;
  for (let batch = 0; batch < 10; batch++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => server().post(path, BEAT)));
    const expected = batch === 0 ? 201 : 422;
    expect(answers.every(({ status }) => status === expected || status === 429)).toBe(true);
    server().clock.advance({ minutes: 2 });
  }
  const more = await server().post(path, BEAT);
  expect(more).toEqual(refusedWith(422, 'at most 100 monitors'));
  const { pagination, monitors } = await server().get(`${path}?per_page=100`);
  expect([pagination.total_count, monitors.length]).toEqual([100, 100]);
});

test('a monitor of another site is not found', async () => {
  const { id } = await server().given.site();
  const other = await server().given.site();
  const { monitor } = (await server().post(`/sites/${id}/monitors`, BEAT)).body;
  expect((await server().api('GET', `/sites/${other.id}/monitors/${monitor.id}`)).status).toBe(404);
});

test.each([
  [{ port: 1 }, 'port is no field of the kind http'],
  [{ body: 'x' }, 'body needs the method POST'],
  [{ url: 'http://10.0.0.1/' }, 'url cannot be monitored'],
  [{ renew_address: true }, 'renew_address is no field of the kind http'],
])('a change %p is 422 and changes nothing', async (change, message) => {
  const { id } = await server().given.site();
  const { monitor } = (await server().post(`/sites/${id}/monitors`, HTTP)).body;
  const path = `/sites/${id}/monitors/${monitor.id}`;
  const patch = (body: object) => server().patch(path, { name: 'changed', ...body });
  const nameNow = async () => (await server().get(path)).monitor.name;
  expect(await patch(change)).toEqual(refusedWith(422, message));
  expect(await nameNow()).toBe('a');
  await patch({});
  expect(await nameNow()).toBe('changed');
});
