/** Several GETs of the API in one answer. */
import { expect, test } from 'bun:test';
import { openBrowser } from '../support/cookie-jar.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });
const ask = async (
  paths: readonly string[],
  key = server().owner.readOnly,
  headers: Record<string, string> = {},
) => {
  const query = new URLSearchParams(paths.map(path => ['path', path]));
  const response = await fetch(`${server().url}/batch?${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
};

test('a batch has the status and body of each of its paths, in their order', async () => {
  const site = await server().given.site();
  const paths = ['/me', `/sites/${site.id}/overview?period=all`, '/sites/999999'];
  const { body } = await ask(paths);
  const single = await Promise.all(
    paths.map(path => server().api('GET', path, { key: server().owner.readOnly })),
  );
  expect(body.answers).toEqual(single.map(({ status, body }) => ({ status, body })));
  expect(body.answers.map(({ status }: { status: number }) => status)).toEqual([200, 200, 404]);
});

test('a batch shows nothing without a key or session, and of other accounts nothing', async () => {
  const { id } = await server().given.site();
  const other = await server().given.user('batch@example.org');
  expect((await ask(['/me'], 'ff-ro-wrong')).body.answers[0].status).toBe(401);
  expect((await ask([`/sites/${id}`], other.readOnly)).body.answers[0].status).toBe(404);
});

test('a batch is refused without paths, with too many, and with one that is no JSON of the API', async () => {
  const { id } = await server().given.site();
  for (const paths of [
    [],
    Array.from({ length: 13 }, () => '/me'),
    ['/../../metrics'],
    [`/sites/${id}/hits?group_by=path&format=csv`],
  ])
    expect((await ask(paths)).status).toBe(400);
});

test('what a batch accepts is not what its parts accept: none begins a stream', async () => {
  const { id } = await server().given.site();
  const { status, body } = await ask([`/sites/${id}/live`], undefined, { accept: 'text/event-stream' });
  expect([status, body.answers?.[0].status]).toEqual([200, 200]);
});

test('behind a proxy with TLS its parts have the session and the client of the whole', async () => {
  const browser = openBrowser(server(), { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' });
  await browser.signIn();
  expect([...browser.cookies.keys()]).toContain('__Host-footfall');
  const { body } = await browser.ask('GET', '/batch?path=%2Fme');
  expect(body.answers[0].status).toBe(200);
});
