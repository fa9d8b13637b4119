/** The socket by which commands reach a running server. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/core/log.ts';
import type { Commands } from '../../src/server/commands.ts';
import { askServer, messageOf, startControl } from '../../src/server/control.ts';

const log = createLog('silent', 'json');

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-control-'));
  mkdirSync(join(folder, 'tmp'));
  return folder;
}

test('a command that is silent for long is not cut off: blank lines keep its connection', async () => {
  const folder = openFolder();
  const gate = Promise.withResolvers<null>();
  const commands = { check: () => gate.promise } as unknown as Commands;
  const stop = startControl(folder, { commands, log, heartbeatMs: 1 });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const asked = request({ socketPath: join(folder, 'tmp', 'control.sock'), method: 'POST' }, answer => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        if (text.length >= 2) gate.resolve(null);
      });
      answer.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end('{"command":"check"}');
  });
  expect(text).toMatch(/^\n{2,}\{"result":null\}\n$/);
  await stop();
  rmSync(folder, { recursive: true });
});

test('nobody answers for a folder without a server, nor for the socket that a killed one left', async () => {
  const folder = openFolder();
  const stop = startControl(folder, { commands: {} as Commands, log });
  await stop();
  expect(await askServer(folder, 'check', undefined, () => {})).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('a server that dies over a command is named as what went wrong', async () => {
  const data = openFolder();
  for (const begins of [false, true]) {
    const server = createServer((request, response) => {
      if (begins) response.write('{"progress":[1,2]}\n', () => setImmediate(() => request.socket.destroy()));
      else request.socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(join(data, 'tmp', 'control.sock'), resolve));
    const asked = askServer(data, 'check', undefined, () => undefined);
    await expect(asked).rejects.toThrow('the server ended before it had answered');
    await new Promise(resolve => server.close(resolve));
  }
  rmSync(data, { recursive: true });
});

test('a full disk is told in words, whoever met it', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const spill = new Error('Out of Memory Error: failed to offload data block of size 256.0 KiB');
  for (const error of [full, spill])
    expect(messageOf(error)).toBe('the disk is full: free some space and try again');
});
