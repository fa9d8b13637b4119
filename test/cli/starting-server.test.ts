/** Commands beside a server that holds its folder and answers no commands yet. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { SOCKET_NAME, socketFolder } from '../../src/server/control/protocol.ts';
import { lockFolder } from '../../src/stores/folder-lock.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const WAITING = 'footfall: the server is starting, or another command is running: waiting for it';

test.each(['user list', 'check', 'backup COPY'])('%s waits until it does', async line => {
  using folder = temporaryFolder();
  await using server = await startTestServer();
  const socket = join(socketFolder(server.data), SOCKET_NAME);
  const hidden = `${socket}.hidden`;
  renameSync(socket, hidden);
  const answered = await run(line.replace('COPY', join(folder.path, 'copy')), {
    data: server.data,
    onError: () => renameSync(hidden, socket),
  });
  expect(answered).toMatchObject({ code: 0, err: WAITING });
});

test.each(['user list', 'check', 'backup COPY', 'export 1 COPY', 'demo'])(
  '%s does not take the folder of a first start for one that lacks its hits',
  async line => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    mkdirSync(data);
    const unlock = lockFolder(data);
    const refused = await run(line.replace('COPY', join(folder.path, 'copy')), { data, maxStartMs: 0 });
    unlock();
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: `footfall: another process is using ${data} and answers no commands: try again when the server has started or the other command has ended`,
    });
  },
);

test('health says that the server does not answer yet', async () => {
  using folder = temporaryFolder();
  const unlock = lockFolder(folder.path);
  const { code, err } = await run('health', { data: folder.path });
  unlock();
  expect([code, err]).toEqual([1, `footfall: the server in ${folder.path} does not answer yet`]);
});
