/** The version of the server, and the note of a newer release. */
import { expect, test } from 'bun:test';
import { VERSION } from '../../src/core/version.ts';
import { startLoopbackServer } from '../support/loopback-servers.ts';
import { startTestServer } from '../support/server.ts';

const [major = 0, minor = 0, patch = 0] = VERSION.split('.').map(Number);
const NEWER = `${major}.${minor + 1}.0`;

/** A server that asks a place of releases, whose answer a test sets. */
async function startAsking(allow = '127.0.0.1') {
  const answer = { status: 200, body: '' };
  const place = await startLoopbackServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const server = await startTestServer({
    settings: {
      FOOTFALL_RELEASES_URL: `http://127.0.0.1:${place.port}/latest`,
      FOOTFALL_ALLOW_PRIVATE_TARGETS: allow,
    },
  });
  const versions = async (key = server.owner.full) => {
    const { settings } = await server.get('/me/settings', key);
    return [settings.server_version, settings.newer_version];
  };
  return {
    answer,
    place,
    server,
    versions,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

test('only the operator sees a newer release, and never an older one', async () => {
  await using asking = await startAsking();
  const { answer, server, versions, place } = asking;
  expect([await versions(), place.requests.length]).toEqual([[VERSION, null], 0]);
  answer.body = JSON.stringify({ tag_name: `v${NEWER}` });
  await server.job('releases.check');
  const other = await server.given.user('other@example.org');
  expect([await versions(), await versions(other.full)]).toEqual([
    [VERSION, NEWER],
    [VERSION, null],
  ]);
  for (const body of [
    { version: VERSION },
    { tag_name: '0.0.1' },
    { version: `${major}.${minor}.${patch}` },
  ]) {
    answer.body = JSON.stringify(body);
    await server.job('releases.check');
    expect([body, await versions()]).toEqual([body, [VERSION, null]]);
  }
  const [request] = place.requests;
  expect([request?.headers['user-agent'], request?.headers['cookie'], request?.headers['referer']]).toEqual([
    'Footfall',
    undefined,
    undefined,
  ]);
});

test('an answer that names no version changes nothing, and the job has failed', async () => {
  await using asking = await startAsking();
  const { answer, server, versions } = asking;
  answer.body = JSON.stringify({ version: NEWER });
  await server.job('releases.check');
  for (const [status, body] of [
    [200, '<html>'],
    [200, 'null'],
    [200, '[]'],
    [200, '{"tag_name":"9.9.9-rc.1"}'],
    [200, '{"tag_name":"<b>9.9.9</b>"}'],
    [404, '{"version":"9.9.9"}'],
  ] as const) {
    Object.assign(answer, { status, body });
    await expect(server.job('releases.check')).rejects.toThrow('the address of FOOTFALL_RELEASES_URL ');
    expect([body, await versions()]).toEqual([body, [VERSION, NEWER]]);
  }
  const { jobs } = await server.get('/operator');
  const { last_run: run } = jobs.find(({ name }: { name: string }) => name === 'releases.check');
  expect(run.error).toBe('Error: the address of FOOTFALL_RELEASES_URL answered 404');
});

test('without an address nothing is asked, and one of a private network is refused', async () => {
  await using quiet = await startTestServer();
  await quiet.job('releases.check');
  await using asking = await startAsking('');
  await expect(asking.server.job('releases.check')).rejects.toThrow('not on the open internet');
  expect(asking.place.requests).toEqual([]);
});
