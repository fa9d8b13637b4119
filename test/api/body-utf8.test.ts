/** A body whose bytes are no UTF-8 is refused rather than stored with other characters. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const latin1 = (text: string) => new Blob([Uint8Array.from(Buffer.from(text, 'latin1'))]);
const send = async (path: string, bytes: Blob) => {
  const response = await fetch(`${server().url}/api/v1${path}`, {
    method: 'POST',
    body: bytes,
    headers: { authorization: `Bearer ${server().owner.full}`, 'content-type': 'application/json' },
  });
  return [response.status, (await response.text()).includes('body must be UTF-8')];
};

test('a hit, a batch and a change are 422 and say so', async () => {
  const { id } = await server().given.site();
  expect(await send(`/sites/${id}/hits`, latin1('{"path":"/caf\xe9"}'))).toEqual([422, true]);
  expect(await send(`/sites/${id}/hits/batch`, latin1('[{"path":"/a"},{"path":"/caf\xe9"}]'))).toEqual([
    422,
    true,
  ]);
  expect(await send('/sites', latin1('{"url":"https://a.example","label":"caf\xe9"}'))).toEqual([422, true]);
  expect((await server().api('GET', `/sites/${id}/hits`)).body.hits).toEqual([]);
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
