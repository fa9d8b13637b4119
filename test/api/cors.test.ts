/** Pages of any origin may call the API: it knows keys, never cookies of others. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
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
    await server().api('POST', '/sites', { body: '{' }),
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
