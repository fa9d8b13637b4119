import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { version } from '../package.json' with { type: 'json' };
import { compressToFile, stripLibrary } from '../scripts/pack.ts';
import { listPackages } from '../scripts/third-party-notices.ts';
import {
  builtBinary,
  folderWithOnly,
  mountTmpfs,
  removeFolder,
  runBinary,
  serveBinary,
} from './support/binary.ts';
import { startTestServer } from './support/server.ts';
import { root } from './support/source-tree.ts';

let folder = '';
beforeAll(async () => {
  folder = folderWithOnly(await builtBinary());
}, 600_000);
afterAll(() => removeFolder(folder));

function flipByte(file: string, position: number): void {
  const descriptor = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, position);
  writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position);
  closeSync(descriptor);
}

/** Hashes of the files of a folder, by path. */
const readTree = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(file => [file, new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex')]),
  );

let folders = 0;
const newData = (): string => {
  folders += 1;
  return join(folder, `data-${folders}`);
};
const linesOf = (text: string): string[] => text.trim().split('\n');

const canMount = (() => {
  const probe = mkdtempSync(join(tmpdir(), 'footfall-mount-'));
  const unmount = mountTmpfs(probe, 'size=1m');
  unmount?.();
  removeFolder(probe);
  return unmount !== undefined;
})();
const testWithMount = test.skipIf(!canMount);
if (!canMount)
  process.stderr.write('not run: read-only, noexec and full data folders (only root can mount one)\n');
const hasStrace =
  Bun.which('strace') !== null && Bun.spawnSync(['strace', '-e', 'trace=none', 'true']).success;

if (!hasStrace)
  process.stderr.write('not run: no connection at the start (strace is missing or not allowed)\n');

test('version prints the version of the project', async () => {
  const { code, out } = await runBinary(folder, ['version']);
  expect({ code, out: out.trim() }).toEqual({ code: 0, out: expect.stringContaining(version) });
});

test('licenses prints those of Footfall, of every package in it and of what is no package', async () => {
  const { code, out } = await runBinary(folder, ['licenses']);
  expect(code).toBe(0);
  expect(out).toStartWith('MIT License');
  for (const { manifest } of listPackages(join(import.meta.dir, '..')))
    expect(out).toContain(`\n${manifest.name} ${manifest.version} (${manifest.license})\n`);
  for (const other of ['JavaScriptCore', 'Stichting DuckDB Foundation', 'IP geolocation by DB-IP'])
    expect(out).toContain(other);
});

test.skipIf(!existsSync('/dev/full'))(
  'an answer that cannot be written is a failure, a closed pipe is none',
  () => {
    const run = (line: string) => Bun.spawnSync(['sh', '-c', line], { cwd: folder });
    const full = run('./footfall version >/dev/full');
    expect([full.exitCode, full.stderr.toString()]).toEqual([
      1,
      'footfall: standard output could not be written\n',
    ]);
    const first = run('(./footfall licenses; echo $? >&2) | head -1');
    expect([first.stdout.toString(), first.stderr.toString()]).toEqual(['MIT License\n', '0\n']);
  },
);

test('an archive that cannot be written whole is a failure, and a device takes none', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const run = (line: string) => Bun.spawnSync(['sh', '-c', line], { cwd: folder }).stderr.toString();
  for (const bytes of [1, 100_000]) {
    const reader = `head -c ${bytes} >/dev/null`;
    expect(run(`(./footfall backup - --data ${data}; echo $? >&2) | ${reader}`)).toBe(
      'footfall: standard output was closed before the archive was complete\n1\n',
    );
  }
  expect(run(`./footfall backup - --data ${data} >/dev/null; echo $? >&2`)).toBe(
    'footfall: standard output is a terminal or a device: redirect it to a file or a pipe\n1\n',
  );
  expect(run(`./footfall backup - --data ${data} | tar tf - | wc -l >&2`).trim()).toBe('3');
});

test('the unpacked library is marked as a cache, and comes back when a copy lacks it', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const tag = join(data, 'runtime', 'CACHEDIR.TAG');
  expect(readFileSync(tag, 'utf8')).toStartWith('Signature: 8a477f597d28d172789f06886806bc55\n');
  // As in a folder of an earlier version.
  rmSync(tag);
  await (await serveBinary(folder, { data })).stop();
  expect(existsSync(tag)).toBe(true);
  rmSync(join(data, 'runtime'), { recursive: true });
  expect((await runBinary(folder, ['check', '--data', data])).code).toBe(0);
  await (await serveBinary(folder, { data })).stop();
  expect(existsSync(tag)).toBe(true);
});

/** What may have happened to the unpacked library: to `file`, in the folder `library`. */
const LIBRARY_DAMAGES: readonly [what: string, damage: (place: { library: string; file: string }) => void][] =
  [
    ['is cut short', ({ file }) => truncateSync(file, statSync(file).size - 4096)],
    ['has a wrong byte', ({ file }) => flipByte(file, 30_000_000)],
    ['lacks a file', ({ library }) => rmSync(join(library, 'duckdb.node'))],
    [
      'was being written when its process was killed',
      ({ library, file }) => {
        truncateSync(file, 4096);
        renameSync(library, join(library, '../../tmp', basename(library)));
      },
    ],
    [
      'is of another version',
      ({ library }) => renameSync(library, `${dirname(library)}/duckdb-0123456789abcdef`),
    ],
  ];

test('a library that is damaged, incomplete or of another version is replaced at the next start', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const unpacked = () => readTree(join(data, 'runtime'));
  const before = unpacked();
  const [file = ''] = [...before.keys()].filter(path => path.endsWith('/libduckdb.so'));
  for (const [what, damage] of LIBRARY_DAMAGES) {
    damage({ library: dirname(file), file });
    expect([what, unpacked()]).not.toEqual([what, before]);
    await (await serveBinary(folder, { data })).stop();
    expect([what, unpacked()]).toEqual([what, before]);
  }
});

test('what it carries compressed is what clients get: a page without compression, the country of an address', async () => {
  const data = newData();
  const made = await startTestServer({ data });
  const { id } = await made.given.site();
  await made.stop();
  const server = await serveBinary(folder, { data });
  const load = async (encoding: string) => {
    const response = await fetch(server.origin, { headers: { 'accept-encoding': encoding } });
    return { encoding: response.headers.get('content-encoding'), text: await response.text() };
  };
  const { text } = await load('br');
  expect(text).toStartWith('<!doctype html>');
  expect([await load('identity'), await load('gzip')]).toEqual([
    { encoding: null, text },
    { encoding: 'gzip', text },
  ]);
  const response = await fetch(`${server.origin}/api/v1/sites/${id}/hits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${made.owner.full}`,
      'user-agent': 'test',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ path: '/', ip_address: '8.8.8.8' }),
  });
  expect(await response.json()).toMatchObject({ status: 'created', hit: { country: 'US' } });
  expect(await server.stop()).toBe(0);
});

test('a program with a wrong byte in its library says that it is damaged', async () => {
  const damaged = mkdtempSync(join(tmpdir(), 'footfall-damaged-'));
  copyFileSync(join(folder, 'footfall'), join(damaged, 'footfall'));
  const [library = ''] = new Bun.Glob('node_modules/@duckdb/node-bindings-*/libduckdb.*').scanSync(root);
  const packed = readFileSync(await compressToFile(stripLibrary(new Uint8Array(readFileSync(library)))));
  const position = readFileSync(join(damaged, 'footfall')).indexOf(packed);
  flipByte(join(damaged, 'footfall'), position + Math.trunc(packed.length / 2));
  const { code, err } = await runBinary(damaged, ['serve', '--port', '0', '--data', newData()]);
  removeFolder(damaged);
  expect(code).toBe(1);
  expect(linesOf(err)).toEqual([expect.stringMatching(/footfall is damaged: .*Install it again/)]);
});

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('it takes at most 140 MB', () => {
  expect(statSync(join(folder, 'footfall')).size).toBeLessThan(140_000_000);
});

test('help names every command', async () => {
  const { code, out } = await runBinary(folder, ['help']);
  expect(code).toBe(0);
  for (const command of ['serve', 'user', 'key', 'team', 'import', 'backup', 'check', 'demo', 'version']) {
    expect(out).toContain(command);
  }
});

test.each([[['fly']], [['serve', '--wings']], [['user', 'fly']]])('%j is a usage error', async words => {
  const { code, out, err } = await runBinary(folder, words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('footfall');
});

test('a bad setting ends the start with a line that names it', async () => {
  const { code, err } = await runBinary(folder, ['serve', '--data', newData()], { FOOTFALL_PORT: 'many' });
  expect(code).toBe(2);
  expect(linesOf(err)).toEqual([expect.stringMatching(/FOOTFALL_PORT.*many/)]);
});

test('it runs alone in an empty folder: it prints where to set it up, answers, and stops with 0', async () => {
  const data = newData();
  const server = await serveBinary(folder, { data, until: /http:\/\/127\.0\.0\.1:\d+\/\S+\s/ });
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(statSync(data).mode & 0o077).toBe(0);
});

test('a check puts nothing into a backup, not even the library', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  expect((await runBinary(folder, ['user', 'add', 'ann@example.org', '--data', data])).code).toBe(0);
  const copy = newData();
  expect((await runBinary(folder, ['backup', copy, '--data', data])).code).toBe(0);
  const before = readdirSync(copy);
  const { code, out } = await runBinary(folder, ['check', '--data', copy]);
  expect([code, linesOf(out).at(-1)]).toEqual([0, 'ok']);
  expect(readdirSync(copy)).toEqual(before);
});

test('SIGINT ends it as SIGTERM does, and it starts again on its folder', async () => {
  const data = newData();
  for (const signal of ['SIGINT', 'SIGKILL', 'SIGTERM'] as const) {
    const server = await serveBinary(folder, { data });
    expect(await server.stop(signal)).toBe(signal === 'SIGKILL' ? null : 0);
  }
});

test('a second process on the folder is refused with one line', async () => {
  const data = newData();
  const server = await serveBinary(folder, { data });
  const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
  await server.stop();
  expect(code).toBe(1);
  expect(linesOf(err)).toEqual([expect.stringContaining(data)]);
});

test('of two that start at once on a new folder one serves and the other is refused', async () => {
  const data = newData();
  const both = await Promise.allSettled([serveBinary(folder, { data }), serveBinary(folder, { data })]);
  const fates = both.map(each => (each.status === 'fulfilled' ? 'serves' : String(each.reason)));
  const codes = await Promise.all(
    both.map(each => (each.status === 'fulfilled' ? each.value.stop() : 'refused')),
  );
  expect(fates.sort()).toEqual([
    expect.stringContaining(`Another process is using the data folder ${data}`),
    'serves',
  ]);
  expect(codes.sort()).toEqual([0, 'refused']);
});

test('a stop leaves the file of the configuration as it was: what came since stays in its log', async () => {
  const data = newData();
  const made = await startTestServer({ data });
  await made.stop();
  const base = () =>
    readdirSync(data)
      .filter(name => /^app\.\d+\.db$/.test(name))
      .sort()
      .map(name => [
        name,
        new Bun.CryptoHasher('sha256').update(readFileSync(join(data, name))).digest('hex'),
      ]);
  const before = base();
  const server = await serveBinary(folder, { data });
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${made.owner.full}`,
        'user-agent': 'test',
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([method, path, response.ok]).toEqual([method, path, true]);
  };
  for (let n = 1; n <= 3; n += 1) {
    await send('POST', '/sites', { url: `https://site-${n}.example` });
    await send('POST', '/keys', { name: `key ${n}`, access_type: 'read_only' });
    await send('PATCH', `/sites/${n}/settings`, { webmentions_enabled: false });
    await send('POST', `/sites/${n}/kudos`, { path: '/' });
  }
  await send('PATCH', '/sites/1', { label: 'Renamed' });
  await send('DELETE', '/sites/3');
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(base()).toEqual(before);
  await using again = await startTestServer({ data });
  const { body } = await again.api('GET', '/sites', { key: made.owner.full });
  expect(body.sites.map(({ label }: { label: string }) => label).sort()).toContain('Renamed');
  expect(body.sites).toHaveLength(2);
});

test('it starts its second process, for reports of many kudos, out of itself', async () => {
  const data = newData();
  const made = await startTestServer({ data });
  const { id } = await made.given.site();
  made.services.stores.db.run(
    sql.raw(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 501)
      insert into kudos (site_id, uid, path, created_at)
      select ${id}, 'kudo-' || n, '/page', ${Date.parse('2026-03-01')} from numbers`),
  );
  await made.stop();
  const server = await serveBinary(folder, { data });
  const response = await fetch(
    `${server.origin}/api/v1/sites/${id}/kudos?start_date=2026-03-01&group_by=path`,
    {
      headers: { authorization: `Bearer ${made.owner.full}`, 'user-agent': 'test' },
    },
  );
  const body = (await response.json()) as { grouped_kudos: unknown };
  expect([response.status, body.grouped_kudos]).toEqual([200, [{ path: '/page', kudo_count: 501 }]]);
  expect(await server.stop()).toBe(0);
});

test('it reads no .env and no bunfig.toml of the folder it is started in', async () => {
  writeFileSync(join(folder, '.env'), 'FOOTFALL_PORT=many\n');
  writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./planted.ts"]\n');
  writeFileSync(join(folder, 'planted.ts'), 'throw new Error("planted");\n');
  const server = await serveBinary(folder, { data: newData() });
  expect(await server.stop()).toBe(0);
});

testWithMount('a read-only data folder is refused with one line', async () => {
  const data = newData();
  const unmount = mountTmpfs(data, 'ro,size=1m');
  const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
  unmount?.();
  expect(code).toBe(1);
  expect(linesOf(err)).toEqual([expect.stringContaining(data)]);
});

testWithMount('a check reads a data folder that is mounted read-only, with the library in it', async () => {
  const data = newData();
  const unmount = mountTmpfs(data, 'size=300m');
  const server = await serveBinary(folder, { data });
  await server.stop();
  Bun.spawnSync(['mount', '-o', 'remount,ro', data]);
  const { code, out } = await runBinary(folder, ['check', '--data', data]);
  unmount?.();
  expect([code, linesOf(out).at(-1)]).toEqual([0, 'ok']);
});

testWithMount('a data folder mounted noexec is refused with one line that says so', async () => {
  const data = newData();
  const unmount = mountTmpfs(data, 'noexec,size=300m');
  const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
  unmount?.();
  expect(code).toBe(1);
  expect(linesOf(err)).toEqual([expect.stringMatching(/noexec/)]);
});

testWithMount(
  'a disk too full for the database library is refused with one line, and a start after it works',
  async () => {
    const data = newData();
    const unmount = mountTmpfs(data, 'size=20m');
    const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
    Bun.spawnSync(['mount', '-o', 'remount,size=300m', data]);
    const server = await serveBinary(folder, { data });
    await server.stop();
    unmount?.();
    expect(code).toBe(1);
    expect(linesOf(err)).toHaveLength(1);
  },
);

test.skipIf(!hasStrace)(
  'it connects to nothing at its start',
  async () => {
    const trace = join(folder, 'trace');
    const wrapper = ['strace', '-f', '-qq', '-e', 'trace=execve,connect', '-o', trace];
    const server = await serveBinary(folder, { data: newData(), wrapper });
    // To the server itself: strace passes no signal on.
    process.kill(findServerPid(), 'SIGTERM');
    expect(await server.ended).toBe(0);
    const calls = readFileSync(trace, 'utf8');
    expect(calls).toContain('execve(');
    expect(calls).not.toMatch(/connect\(\d+, \{sa_family=AF_INET/);
  },
  60_000,
);

/** The process whose program is the copy in our folder. */
function findServerPid(): number {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const found = pids.find(pid => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(join(folder, 'footfall'));
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error('the server is not running');
  return Number(found);
}
