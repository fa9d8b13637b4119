/** `footfall serve` and `health`: start, stop, and failed starts. Source: decisions, section 1. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../src/cli/main.ts';
import { run, runProcess, temporaryFolder } from '../support/cli.ts';
import { makeDataFolder, startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const QUIET = ['--port', '0', '--log-level', 'silent'];

/** `serve` in this process, once it has printed its address. */
async function serve(...args: string[]) {
  const printed: string[] = [];
  const listening = Promise.withResolvers<string>();
  const code = runCli(args, {
    program: [],
    environment: {},
    print: text => {
      printed.push(text);
      const url = /http:\/\/\S+$/.exec(text)?.[0];
      if (text.includes('listening') && url) listening.resolve(url);
    },
    printError: text => listening.reject(new Error(text)),
    writeError: () => undefined,
    stdin: process.stdin,
    stdout: process.stdout,
    isTerminal: false,
  });
  return { code, printed, url: await listening.promise };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it prints where it listens and a set-up address, and ends with 0 on %s',
  async signal => {
    using folder = temporaryFolder();
    const { code, printed, url } = await serve('serve', ...QUIET, '--data', folder.path);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(printed.at(-1)).toMatch(
      /^Set up the first user at http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]{32}$/,
    );
    process.emit(signal, signal);
    expect(await code).toBe(0);
    expect((await run('check', { data: folder.path })).code).toBe(0);
  },
);

test('plain `footfall` with settings alone starts it too', async () => {
  using folder = temporaryFolder();
  const { code, url } = await serve(...QUIET, '--data', folder.path);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  process.emit('SIGTERM', 'SIGTERM');
  expect(await code).toBe(0);
});

test('with a user there is no set-up address', async () => {
  using folder = temporaryFolder();
  await makeDataFolder(folder.path);
  await run('user add ann@example.org', { data: folder.path });
  const { code, printed } = await serve('serve', ...QUIET, '--data', folder.path);
  expect(printed).toHaveLength(1);
  process.emit('SIGTERM', 'SIGTERM');
  expect(await code).toBe(0);
});

test('an address that cannot be listened on is an error of one line that names value and setting, and leaves no folder', async () => {
  using folder = temporaryFolder();
  await using other = await startTestServer();
  const { port } = new URL(other.url);
  const data = join(folder.path, 'data');
  for (const [args, error] of [
    [
      ['--port', port],
      `127.0.0.1 port ${port}: another program has it; stop that one or choose another with --port or FOOTFALL_PORT`,
    ],
    [
      ['--port', '0', '--host', '192.0.2.7'],
      '192.0.2.7 port 0: this machine has no such address; choose another with --host or FOOTFALL_HOST',
    ],
  ] as const) {
    const expected = { code: 1, out: '', lines: [`footfall: cannot listen on ${error}`] };
    expect(await runProcess(['serve', ...args, '--data', data])).toEqual(expected);
    expect(existsSync(data)).toBe(false);
  }
});

test('a folder in use by another server is an error of one line, also on the port of that server', async () => {
  await using other = await startTestServer();
  for (const port of ['0', new URL(other.url).port]) {
    const { code, err } = await run(`serve --log-level silent --port ${port}`, { data: other.data });
    expect(code).toBe(1);
    expect(err).toStartWith('footfall: Another process is using the data folder');
    expect(err).not.toContain('\n');
  }
});

test('an invalid country database is an error of one line that names the setting or the file', async () => {
  using folder = temporaryFolder();
  const broken = join(folder.path, 'broken.mmdb');
  writeFileSync(broken, 'no database');
  for (const path of [join(folder.path, 'missing.mmdb'), folder.path, broken]) {
    const data = join(folder.path, `data-${path.length}`);
    const { code, err } = await run(`serve --log-level silent --port 0 --geo-db ${path}`, { data });
    expect([path, code]).toEqual([path, 2]);
    expect(err).toContain(`MaxMind-format file (.mmdb) of countries or cities, got "${path}": `);
    expect(err).not.toContain('\n');
    expect(existsSync(data)).toBe(false);
  }
});

test('health is that of the running server, and 1 without one', async () => {
  using folder = temporaryFolder();
  await makeDataFolder(folder.path);
  const { code, err } = await run('health', { data: folder.path });
  expect([code, err]).toEqual([1, `footfall: no server uses ${folder.path}`]);
  await using _server = await startTestServer({ data: folder.path, hasOwner: false });
  expect(await run('health', { data: folder.path })).toMatchObject({ code: 0, out: 'ok' });
});
