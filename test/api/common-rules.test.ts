/** Rules of every endpoint, for pages of any origin too. Source: decisions, section 2; api-v1, Errors. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { requestHead, sendRaw } from '../support/raw-http.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const bearer = () => ({ authorization: `Bearer ${server().owner.full}` });

test('a request without a User-Agent is 403 with error code 1010', async () => {
  const head = requestHead('GET', '/api/v1/me', bearer());
  const { status, text } = await sendRaw(server().url, head);
  expect(status).toBe(403);
  expect(JSON.parse(text).error).toStartWith('error code: 1010');
});

test('a User-Agent is required on public, unknown and unauthenticated calls too', async () => {
  for (const path of ['/api/v1', '/api/v1/openapi.json', '/api/v1/nothing', '/api/v1/sites']) {
    const { status, text } = await sendRaw(server().url, requestHead('GET', path, {}));
    expect(status).toBe(403);
    expect(JSON.parse(text).error).toContain('1010');
  }
});

test('an unknown address is 404 in the shape of every error', async () => {
  for (const path of [
    '/nothing',
    '/sites/1/nothing',
    '/sites/1/hits/batch/1',
    '//sites',
    '/sites//',
    '/me/x',
  ]) {
    const { status, body, headers } = await server().api('GET', path);
    expect(status).toBe(404);
    expect(Object.keys(body)).toEqual(['error']);
    expect(headers.get('content-type')).toStartWith('application/json');
  }
});

test('a page outside the API that is not there is JSON as well', async () => {
  const answer = await fetch(`${server().url}/nothing-here.json`, {
    headers: { accept: 'application/json' },
  });
  expect(answer.status).toBe(404);
  expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
});

test('a known address with another method is 405 and lists its methods in Allow', async () => {
  const cases: [string, string, string][] = [
    ['POST', '/me', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/sites', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/sites/1', 'GET, PATCH, PUT, DELETE, HEAD, OPTIONS'],
    ['DELETE', '/sites/1/features', 'GET, PATCH, PUT, HEAD, OPTIONS'],
    ['GET', '/sites/1/hits/batch', 'POST, OPTIONS'],
    ['POST', '', 'GET, HEAD, OPTIONS'],
  ];
  for (const [method, path, allowed] of cases) {
    const { status, headers, body } = await server().api(method, path);
    expect([method, path, status]).toEqual([method, path, 405]);
    expect(headers.get('allow')?.split(', ').sort()).toEqual(allowed.split(', ').sort());
    expect(body.error).toStartWith(`${method} is not allowed here`);
  }
});

test('HEAD answers what GET would, without a body', async () => {
  for (const path of ['/me', '/sites', '', '/openapi.json']) {
    const get = await server().api('GET', path);
    const head = await server().api('HEAD', path);
    expect([path, head.status]).toEqual([path, 200]);
    expect(head.body).toBeNull();
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  }
});

test('HEAD is authorized like GET: it requires a key, and a read-only one suffices', async () => {
  expect((await server().api('HEAD', '/me', { key: null })).status).toBe(401);
  expect((await server().api('HEAD', '/sites', { key: server().owner.readOnly })).status).toBe(200);
  expect((await server().api('HEAD', '/sites/999999')).status).toBe(404);
});

test('a body of invalid JSON is 422', async () => {
  for (const body of ['{', '{"url":}', "{'url':'x'}", 'url=https://x.example', '\u0000'])
    expect(await server().post('/sites', body)).toEqual(refused(422, 'body must be JSON'));
});

test('a body is parsed as JSON whatever its content type', async () => {
  const headers = { 'content-type': 'text/plain' };
  const answer = await server().api('POST', '/sites', { body: { url: 'https://plain.example' }, headers });
  expect(answer.status).toBe(201);
});

test('an empty body is an error about the missing field', async () => {
  const { status, body } = await server().api('POST', '/sites');
  expect(status).toBe(422);
  expect(body.error).toStartWith('url is required');
});

test('JSON types are strict', async () => {
  const bodies: [Record<string, unknown>, string][] = [
    [{ url: 7 }, 'url must be a string of 1 to 2048 characters, got 7'],
    [{ active: 'true' }, 'active must be true or false, got "true"'],
    [{ active: 1 }, 'active must be true or false, got 1'],
    [{ public: null }, 'public must be true or false, got null'],
    [{ label: ['x'] }, 'label must be a string of at most 200 characters or null, got ["x"]'],
    [{ account_id: '1' }, 'account_id must be an integer, got "1"'],
    [{ account_id: 1.5 }, 'account_id must be an integer, got 1.5'],
  ];
  for (const [fields, error] of bodies) {
    const { status, body } = await server().post('/sites', { url: 'https://a.example', ...fields });
    expect([status, body]).toEqual([422, { error }]);
  }
});

test('a body that is not an object is an error of its own', async () => {
  for (const body of ['[]', '"x"', '3', 'null', 'true']) {
    const answer = await server().post('/sites', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toStartWith('body must be a JSON object, got ');
  }
});

test('every error of a body is listed', async () => {
  const body = { label: 1, active: 'yes' };
  const answer = await server().post('/sites', body);
  for (const field of ['url', 'label', 'active']) expect(answer.body.error).toContain(field);
});

test('unknown fields and unknown parameters are ignored', async () => {
  const body = { url: 'https://unknown.example', nonsense: { deep: [1] }, id: 4711, constructor: 1 };
  const created = await server().post('/sites?nonsense=1&page[]=2', body);
  expect(created.status).toBe(201);
  expect(created.body.site.id).not.toBe(4711);
  expect((await server().api('GET', `/sites/${created.body.site.id}/hits?nonsense=1`)).status).toBe(200);
});

test('an id in the path that is none is 400 and named, one beyond what can be 404', async () => {
  const { id: known } = await server().given.site();
  const bad = ['x', '0', '-1', '1.0', '1e0', '0x1', '%00', '1%20', '%F0%9F%92%A9', `0${known}`, 'abc'];
  for (const id of bad)
    expect([id, await server().api('GET', `/sites/${id}`)]).toEqual([
      id,
      refused(400, expect.stringMatching(/^id in the path must be an integer of at least 1, got "/)),
    ]);
  for (const id of ['9007199254740993', '9'.repeat(400)])
    expect(await server().get(`/sites/${id}`)).toEqual({ error: 'site not found' });
  expect(await server().patch(`/sites/${known}/signals/x`, {})).toEqual(
    refused(400, 'signal_id in the path must be an integer of at least 1, got "x"'),
  );
});

test('a parameter that an unset variable left empty, or that came twice, is 400', async () => {
  const { id } = await server().given.site();
  const names = ['start_date', 'page', 'account_id', 'country', 'group_by', 'time_zone', 'search'];
  for (const name of names) {
    const empty = await server().api('GET', `/sites/${id}/hits?${name}=`);
    expect([empty.status, empty.body.error]).toEqual([400, expect.stringContaining(`${name} must be `)]);
  }
  for (const twice of ['page=1&page=2', 'account_id=1&account_id=1', 'group_by=path&group_by=country']) {
    const { status, body } = await server().api('GET', `/sites/${id}/hits?${twice}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/may be given once, got it 2 times$/)]);
  }
});

test('errors of page and per_page name the allowed values', async () => {
  const { id } = await server().given.site();
  const cases: [string, string][] = [
    ['per_page=0', 'per_page must be an integer from 1 to 1000, got 0'],
    ['per_page=1001', 'per_page must be an integer from 1 to 1000, got 1001'],
    ['per_page=x', 'per_page must be an integer from 1 to 1000, got "x"'],
    ['per_page=1.5', 'per_page must be an integer from 1 to 1000, got "1.5"'],
    ['page=0', 'page must be an integer of at least 1, got 0'],
    ['page=-3', 'page must be an integer of at least 1, got -3'],
    ['page=99999999999999999999', 'page must be an integer of at least 1, got 99999999999999999999'],
  ];
  for (const [query, error] of cases) {
    const { status, body } = await server().api('GET', `/sites/${id}/hits?${query}`);
    expect([query, status, body]).toEqual([query, 400, { error }]);
  }
});

test('answers are not to be cached and not to be sniffed', async () => {
  const { headers } = await server().api('GET', '/me');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('an answer that the client has already is 304 without a body, until it changes', async () => {
  const { id } = await server().given.site();
  const get = (tag = '') =>
    server().api('GET', `/sites/${id}/hits?grouped=true`, { headers: { 'if-none-match': tag } });
  const first = await get();
  const etag = first.headers.get('etag') ?? '';
  const again = await get(etag);
  expect([first.status, again.status, again.body, again.headers.get('etag')]).toEqual([200, 304, null, etag]);
  expect(again.headers.get('access-control-expose-headers')).toContain('ETag');
  await server().post(`/sites/${id}/hits`, { path: '/new' });
  const changed = await get(etag);
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});

test('a long answer is compressed for clients that accept it, with an entity tag that still holds', async () => {
  const { id } = await server().given.site();
  const address = `${server().url}/api/v1/sites/${id}/hits?group_by=date`;
  const get = (headers: Record<string, string>) =>
    fetch(address, { headers: { ...bearer(), ...headers }, decompress: false });
  const plain = await get({ 'accept-encoding': 'identity' });
  const packed = await get({ 'accept-encoding': 'gzip, br' });
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
  expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  const text = await plain.text();
  const bytes = await packed.bytes();
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
  expect(bytes.byteLength).toBeLessThan(text.length / 2);
  const etag = packed.headers.get('etag') ?? '';
  expect(etag).toBe(`W/${plain.headers.get('etag')}`);
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
});

test('nothing is compressed for a client that refuses it', async () => {
  const { id, uid } = await server().given.site();
  for (const path of [`/api/v1/sites/${id}/hits?group_by=date`, '/docs/api', `/embed/${uid}.js`, '/login']) {
    const isPacked = async (accepted: string) => {
      const headers = { ...bearer(), 'accept-encoding': accepted };
      const answer = await fetch(server().url + path, { headers, decompress: false });
      return answer.headers.has('content-encoding');
    };
    const refused = 'gzip;q=0, br;q=0.0, identity';
    expect([path, await isPacked('GZIP'), await isPacked(refused)]).toEqual([path, true, false]);
  }
});

test('errors and writes have no ETag', async () => {
  const { id } = await server().given.site();
  const answers = [
    await server().api('GET', '/sites/999999'),
    await server().api('POST', `/sites/${id}/hits`, {
      body: { path: '/' },
      headers: { 'if-none-match': '*' },
    }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('etag')])).toEqual([
    [404, null],
    [201, null],
  ]);
});

const preflight = (path: string) =>
  fetch(`${server().url}/api/v1${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, content-type',
    },
  });

test('a preflight is answered for every address, without a key', async () => {
  for (const path of ['', '/', '/me', '/sites', '/sites/1', '/sites/1/hits/batch', '/nothing']) {
    const answer = await preflight(path);
    expect([path, answer.status]).toEqual([path, 204]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
  }
});

test('every answer, good or bad, may be read by pages of any origin', async () => {
  const answers = [
    await server().api('GET', ''),
    await server().api('GET', '/me'),
    await server().api('GET', '/me', { key: null }),
    await server().api('GET', '/nothing'),
    await server().api('POST', '/me'),
    await server().post('/sites', '{'),
  ];
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('credentials are never allowed for other origins', async () => {
  expect((await server().api('GET', '/me')).headers.get('access-control-allow-credentials')).toBeNull();
  expect((await preflight('/me')).headers.get('access-control-allow-credentials')).toBeNull();
});

test('pages may read the headers of the rate limit', async () => {
  const { headers } = await server().api('GET', '/me');
  const exposed = headers.get('access-control-expose-headers');
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'])
    expect(exposed).toContain(name);
});

const latin1 = (text: string) => new Blob([Uint8Array.from(Buffer.from(text, 'latin1'))]);
const sendBytes = async (path: string, bytes: Blob) => {
  const response = await fetch(`${server().url}/api/v1${path}`, {
    method: 'POST',
    body: bytes,
    headers: { authorization: `Bearer ${server().owner.full}`, 'content-type': 'application/json' },
  });
  return [response.status, (await response.text()).includes('body must be UTF-8')];
};

test('a hit, a batch and a change are 422 and say so', async () => {
  const { id } = await server().given.site();
  expect(await sendBytes(`/sites/${id}/hits`, latin1('{"path":"/caf\xe9"}'))).toEqual([422, true]);
  expect(await sendBytes(`/sites/${id}/hits/batch`, latin1('[{"path":"/a"},{"path":"/caf\xe9"}]'))).toEqual([
    422,
    true,
  ]);
  expect(await sendBytes('/sites', latin1('{"url":"https://a.example","label":"caf\xe9"}'))).toEqual([
    422,
    true,
  ]);
  expect((await server().get(`/sites/${id}/hits`)).hits).toEqual([]);
});

test('a page is answered 202 and its report is listed as malformed', async () => {
  const { id, uid } = await server().given.site();
  const taken = await fetch(`${server().url}/collector/${uid}`, {
    method: 'POST',
    body: latin1('{"url":"https://shop.example/caf\xe9"}'),
    headers: { 'user-agent': BROWSER },
  });
  expect(taken.status).toBe(202);
  const { body } = await server().api('GET', `/sites/${id}/refusals`);
  expect(body.refusals).toMatchObject([{ reason: 'malformed' }]);
});
