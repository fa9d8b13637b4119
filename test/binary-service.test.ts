/** Commands of root on the data folder of a service that runs as another user, and that root's files are closed to. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtBinary } from './support/binary.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

/** `nobody` and its group. */
const USER = 65_534;
const isRoot = process.getuid?.() === 0;

let folder = '';
let binary = '';
let data = '';
/** What only root may enter. */
let home = '';
beforeAll(async () => {
  if (!isRoot) return;
  folder = mkdtempSync(join(tmpdir(), 'footfall-service-'));
  chmodSync(folder, 0o755);
  binary = await builtBinary();
  data = join(folder, 'data');
  home = join(folder, 'home');
  for (const path of [data, home]) mkdirSync(path, { mode: 0o700 });
  chownSync(data, USER, USER);
  writeFileSync(join(home, 'hits.csv'), 'created_at,path\n2026-03-01T00:00:00Z,/a\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const footfall = (
  words: readonly string[],
  { uid, environment = {} }: { readonly uid?: number; readonly environment?: Record<string, string> } = {},
) =>
  Bun.spawn([binary, ...words, '--data', data], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', FOOTFALL_LOG_LEVEL: 'warn', ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });

async function root(...words: readonly string[]) {
  const child = footfall(words);
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, err };
}

/** The server as the other user, listening. */
async function startService(environment: Record<string, string> = {}) {
  const child = footfall(['serve', '--port', '0'], { uid: USER, environment });
  const reader = child.stdout.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  expect(first).toContain('is listening on');
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      expect(await child.exited).toBe(0);
    },
  };
}

/** Prints the first message that a socket of datagrams gets. */
const LISTENER = `use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, pack_sockaddr_un($ARGV[0])) or die; chmod 0777, $ARGV[0];
  $| = 1; print "bound\\n"; recv(S, $text, 1000, 0); print $text; close(S)`;
const canNotify = isRoot && Bun.which('systemd-notify') !== null && Bun.which('perl') !== null;
if (!canNotify)
  process.stderr.write('not run: notification of systemd (systemd-notify or perl is missing)\n');

test.skipIf(!canNotify)('systemd is notified once the server answers', async () => {
  const socket = join(folder, 'notify.sock');
  const listener = Bun.spawn(['perl', '-e', LISTENER, socket], { stdout: 'pipe' });
  const reader = listener.stdout.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe('bound\n');
  await using _service = await startService({ NOTIFY_SOCKET: socket });
  expect(await next()).toContain('READY=1');
  await listener.exited;
});

const foreign = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(path, name)).uid !== USER,
  );

test.skipIf(!isRoot)(
  'root imports from and backs up to folders of its own, beside the service and without it',
  async () => {
    {
      await using _service = await startService();
      expect((await root('user', 'add', 'ann@example.org')).err).toBe('');
      expect((await root('key', 'add', 'ann@example.org')).out).toStartWith('ff-fa-');
      expect(await root('import', '1', join(home, 'hits.csv'))).toMatchObject({
        code: 1,
        err: 'footfall: there is no site 1\n',
      });
      expect((await root('demo')).err).toBe('');
      expect((await root('import', '1', join(home, 'hits.csv'))).out).toContain('imported 1 hits');
      expect((await root('backup', join(home, 'beside'))).err).toBe('');
    }
    expect((await root('import', '1', join(home, 'hits.csv'))).out).toContain('1 were already there');
    expect((await root('user', 'add', 'bob@example.org')).err).toBe('');
    expect((await root('backup', join(home, 'without'))).err).toBe('');
    expect(await root('user', 'add', 'bob@example.org')).toMatchObject({
      code: 1,
      err: 'footfall: email bob@example.org already has an account\n',
    });
    expect(foreign(data)).toEqual([]);
    {
      await using _service = await startService();
      expect((await root('key', 'list', 'bob@example.org')).code).toBe(0);
    }
    for (const name of ['beside', 'without']) {
      expect([name, foreign(join(home, name))]).toEqual([name, []]);
      expect(statSync(join(home, name)).uid).toBe(USER);
    }
  },
);

test.skipIf(!isRoot)('a service cannot have root read for it what only root may read', async () => {
  const secret = join(home, 'secret');
  writeFileSync(secret, 'only for root', { mode: 0o600 });
  // As if the service were an intruder's: it answers a backup with files of its choice.
  const socket = join(data, 'tmp/control.sock');
  const server = createServer((request, response) => {
    request.resume();
    response.write(`${JSON.stringify({ id: 'x', offer: { files: [{ path: secret, sizeBytes: 4 }] } })}\n`);
  });
  await new Promise<void>(listening => server.listen(socket, listening));
  chownSync(socket, USER, USER);
  chmodSync(socket, 0o600);
  try {
    const { code, err } = await root('backup', join(home, 'stolen'));
    expect([code, err]).toEqual([1, expect.stringContaining('EACCES')]);
    expect(existsSync(join(home, 'stolen'))).toBe(false);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(socket, { force: true });
  }
});
