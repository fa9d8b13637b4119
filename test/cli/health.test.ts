import { expect, test } from 'bun:test';
import { run, temporaryFolder } from '../support/cli.ts';
import { makeDataFolder, startTestServer } from '../support/server.ts';

test('health is that of the running server, and 1 without one', async () => {
  using folder = temporaryFolder();
  await makeDataFolder(folder.path);
  const { code, err } = await run('health', { data: folder.path });
  expect([code, err]).toEqual([1, `footfall: no server uses ${folder.path}`]);
  await using _server = await startTestServer({ data: folder.path, hasOwner: false });
  expect(await run('health', { data: folder.path })).toMatchObject({ code: 0, out: 'ok' });
});
