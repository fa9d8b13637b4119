/** The socket by which commands reach a running server. */
import { expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sendToServer } from '../../src/cli/remote/control-client.ts';
import { createLog } from '../../src/core/log.ts';
import type { Commands } from '../../src/server/commands/commands.ts';
import { startControl } from '../../src/server/control/control-server.ts';
import { toErrorMessage } from '../../src/server/control/protocol.ts';
import { openSocketPath } from '../../src/server/control/socket-path.ts';
import { temporaryFolder } from '../support/cli.ts';

const log = createLog('silent');

/** A data folder, and the socket of a server on it. */
function openFolder() {
  const folder = temporaryFolder();
  const tmp = join(folder.path, 'tmp');
  mkdirSync(tmp);
  return { ...folder, tmp, socket: join(tmp, 'control.sock') };
}

/** Serves commands on the socket of a folder. */
const serve = (folder: string, commands: object, heartbeatMs?: number) =>
  startControl(folder, { commands: commands as Commands, log, ...(heartbeatMs && { heartbeatMs }) });

test('blank lines keep the connection of a slow command alive', async () => {
  using folder = openFolder();
  const gate = Promise.withResolvers<null>();
  const stop = serve(folder.path, { check: () => gate.promise }, 1);
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const pending = request({ socketPath: folder.socket, method: 'POST' }, answer => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        if (text.length >= 2) gate.resolve(null);
      });
      answer.on('end', resolve);
    });
    pending.on('error', reject);
    pending.end('{"command":"check"}');
  });
  expect(text).toMatch(/^\n{2,}\{"result":null\}\n$/);
  await stop();
});

test('a folder without a server has no answer, nor has the stale socket of a killed one', async () => {
  using folder = openFolder();
  await serve(folder.path, {})();
  expect(await sendToServer(folder.path, { command: 'check' })).toBeUndefined();
});

test('the error names a server that dies during a command', async () => {
  using data = openFolder();
  for (const begins of [false, true]) {
    const server = createServer((request, response) => {
      if (begins) response.write('{"progress":[1,2]}\n', () => setImmediate(() => request.socket.destroy()));
      else request.socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(data.socket, resolve));
    const pending = sendToServer(data.path, { command: 'check' });
    await expect(pending).rejects.toThrow('the server ended before it had answered');
    await new Promise(resolve => server.close(resolve));
  }
});

test('a failure of the caller is an error, also when the command ends before its release is answered', async () => {
  using data = openFolder();
  const releases: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').once('data', (text: string) => {
      if (JSON.parse(text).command === 'release') {
        releases.push(response);
        for (const command of commands) command.end('{"result":null}\n');
      } else {
        commands.push(response);
        response.write('{"offer":{"files":[]},"id":"1"}\n');
      }
    });
  });
  const commands: ServerResponse[] = [];
  await new Promise<void>(resolve => server.listen(data.socket, resolve));
  const handOver = () => Promise.reject(new Error('the folder is not empty'));
  // The release stays unanswered: nothing but the end of the command can settle the call.
  await expect(sendToServer(data.path, { command: 'backup' }, { handOver })).rejects.toThrow(
    'the folder is not empty',
  );
  for (const release of releases) release.end();
  await new Promise(resolve => server.close(resolve));
});

test('a full disk has a readable error, in the server and in a command', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const spill = new Error('Out of Memory Error: failed to offload data block of size 256.0 KiB');
  for (const error of [full, spill])
    expect(toErrorMessage(error)).toBe('the disk is full: free some space and try again');
});

test('a folder with a long path has its socket inside too', async () => {
  using outer = openFolder();
  const data = join(outer.path, 'x'.repeat(200), 'y'.repeat(200));
  mkdirSync(join(data, 'tmp'), { recursive: true });
  const stop = serve(data, { check: async (input: unknown) => ({ input }) });
  expect(readdirSync(join(data, 'tmp'))).toEqual(['control.sock']);
  expect(await sendToServer(data, { command: 'check', input: 'x' })).toEqual({ result: { input: 'x' } });
  await stop();
  expect(await sendToServer(data, { command: 'check', input: 'x' })).toBeUndefined();
});

test('without /proc a long path is reached by a link that only this user has', async () => {
  using outer = openFolder();
  const folder = join(outer.path, 'x'.repeat(200));
  mkdirSync(folder);
  const served = openSocketPath(folder, 'a.sock', 'darwin');
  const second = openSocketPath(folder, 'a.sock', 'darwin');
  expect(served.path).not.toBe(second.path);
  const server = Bun.serve({ unix: served.path, fetch: () => new Response('here') });
  const answer = await new Promise<string>((resolve, reject) => {
    request({ socketPath: second.path }, incoming => {
      incoming.setEncoding('utf8').on('data', resolve);
    })
      .on('error', reject)
      .end();
  });
  expect(answer).toBe('here');
  await server.stop(true);
  for (const each of [served, second]) each.close();
});

test('a socket that another user has, or may have put there, is sent nothing', async () => {
  using folder = openFolder();
  const { tmp, socket } = folder;
  const received: unknown[] = [];
  const server = Bun.serve({
    unix: socket,
    fetch: async request => {
      received.push(await request.json());
      return new Response('{"result":null}\n');
    },
  });
  const ask = () => sendToServer(folder.path, { command: 'user.add', input: { password: 'secret' } });
  chmodSync(socket, 0o666);
  await expect(ask()).rejects.toThrow(`${socket} belongs to another user`);
  chmodSync(socket, 0o600);
  chmodSync(tmp, 0o777);
  await expect(ask()).rejects.toThrow(`${tmp} belongs to another user`);
  chmodSync(tmp, 0o700);
  // Only the administrator can hand files to others.
  if (process.geteuid?.() === 0) {
    chownSync(socket, 65_534, 65_534);
    await expect(ask()).rejects.toThrow('(65534)');
    chownSync(socket, 0, 0);
  }
  expect(received).toEqual([]);
  expect(await ask()).toEqual({ result: null });
  await server.stop(true);
});

test.each(['no.such', 'toString', 'old'])(
  '%s is refused as a command that the server does not know',
  async name => {
    using folder = openFolder();
    const stop = serve(folder.path, {
      // What servers of version 0.1 say.
      old: async () => {
        throw new Error("t[r] is not a function. (In 't[r](I,o)', 't[r]' is undefined)");
      },
    });
    await expect(sendToServer(folder.path, { command: name as 'ping' })).rejects.toThrow(
      'the running server does not know this command',
    );
    await stop();
  },
);
