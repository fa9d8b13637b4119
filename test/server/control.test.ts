/** The socket by which commands reach a running server. */
import { expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendToServer } from '../../src/cli/remote/control-client.ts';
import { createLog } from '../../src/core/log.ts';
import type { Commands } from '../../src/server/commands/commands.ts';
import { startControl } from '../../src/server/control/control-server.ts';
import { toErrorMessage } from '../../src/server/control/protocol.ts';
import { openSocketPath } from '../../src/server/control/socket-path.ts';

const log = createLog('silent');

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-control-'));
  mkdirSync(join(folder, 'tmp'));
  return folder;
}

test('blank lines keep the connection of a slow command alive', async () => {
  const folder = openFolder();
  const gate = Promise.withResolvers<null>();
  const commands = { check: () => gate.promise } as unknown as Commands;
  const stop = startControl(folder, { commands, log, heartbeatMs: 1 });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const pending = request({ socketPath: join(folder, 'tmp', 'control.sock'), method: 'POST' }, answer => {
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
  rmSync(folder, { recursive: true });
});

test('a folder without a server has no answer, nor has the stale socket of a killed one', async () => {
  const folder = openFolder();
  const stop = startControl(folder, { commands: {} as Commands, log });
  await stop();
  expect(await sendToServer(folder, { command: 'check' })).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('the error names a server that dies during a command', async () => {
  const data = openFolder();
  for (const begins of [false, true]) {
    const server = createServer((request, response) => {
      if (begins) response.write('{"progress":[1,2]}\n', () => setImmediate(() => request.socket.destroy()));
      else request.socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(join(data, 'tmp', 'control.sock'), resolve));
    const pending = sendToServer(data, { command: 'check' });
    await expect(pending).rejects.toThrow('the server ended before it had answered');
    await new Promise(resolve => server.close(resolve));
  }
  rmSync(data, { recursive: true });
});

test('a failure of the caller is an error, also when the command ends before its release is answered', async () => {
  const data = openFolder();
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
  await new Promise<void>(resolve => server.listen(join(data, 'tmp', 'control.sock'), resolve));
  const handOver = () => Promise.reject(new Error('the folder is not empty'));
  // The release stays unanswered: nothing but the end of the command can settle the call.
  await expect(sendToServer(data, { command: 'backup' }, { handOver })).rejects.toThrow(
    'the folder is not empty',
  );
  for (const release of releases) release.end();
  await new Promise(resolve => server.close(resolve));
  rmSync(data, { recursive: true });
});

test('a full disk has a readable error, in the server and in a command', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const spill = new Error('Out of Memory Error: failed to offload data block of size 256.0 KiB');
  for (const error of [full, spill])
    expect(toErrorMessage(error)).toBe('the disk is full: free some space and try again');
});

test('a folder with a long path has its socket inside too', async () => {
  const outer = openFolder();
  const data = join(outer, 'x'.repeat(200), 'y'.repeat(200));
  mkdirSync(join(data, 'tmp'), { recursive: true });
  const commands = { check: async (input: unknown) => ({ input }) } as unknown as Commands;
  const stop = startControl(data, { commands, log });
  expect(readdirSync(join(data, 'tmp'))).toEqual(['control.sock']);
  expect(await sendToServer(data, { command: 'check', input: 'x' })).toEqual({ result: { input: 'x' } });
  await stop();
  expect(await sendToServer(data, { command: 'check', input: 'x' })).toBeUndefined();
  rmSync(outer, { recursive: true });
});

test('without /proc a long path is reached by a link that only this user has', async () => {
  const outer = openFolder();
  const folder = join(outer, 'x'.repeat(200));
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
  rmSync(outer, { recursive: true });
});

test('a socket that another user has, or may have put there, is sent nothing', async () => {
  const folder = openFolder();
  const tmp = join(folder, 'tmp');
  const socket = join(tmp, 'control.sock');
  const received: unknown[] = [];
  const server = Bun.serve({
    unix: socket,
    fetch: async request => {
      received.push(await request.json());
      return new Response('{"result":null}\n');
    },
  });
  const ask = () => sendToServer(folder, { command: 'user.add', input: { password: 'secret' } });
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
  rmSync(folder, { recursive: true });
});

test.each([
  ['no.such', 'the running server does not know this command'],
  ['toString', 'the running server does not know this command'],
  ['old', 'the running server does not know this command'],
])('%s is refused with a line that says to restart the server', async (name, message) => {
  const folder = openFolder();
  const commands = {
    // What servers of version 0.1 say.
    old: async () => {
      throw new Error("t[r] is not a function. (In 't[r](I,o)', 't[r]' is undefined)");
    },
  } as unknown as Commands;
  const stop = startControl(folder, { commands, log });
  await expect(sendToServer(folder, { command: name as 'ping' })).rejects.toThrow(message);
  await stop();
  rmSync(folder, { recursive: true });
});
