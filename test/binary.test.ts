import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { version } from '../package.json' with { type: 'json' };
import { listPackages } from '../scripts/third-party-notices.ts';
import {
  builtBinary,
  folderWithOnly,
  mountTmpfs,
  removeFolder,
  runBinary,
  serveBinary,
  testWithMount,
} from './support/binary.ts';
import { startTestServer } from './support/server.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

let folder = '';
beforeAll(async () => {
  folder = folderWithOnly(await builtBinary());
}, TIME_LIMIT_MS);
afterAll(() => removeFolder(folder));

let folders = 0;
const newData = (): string => {
  folders += 1;
  return join(folder, `data-${folders}`);
};
const linesOf = (text: string): string[] => text.trim().split('\n');

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
    { headers: { authorization: `Bearer ${made.owner.full}`, 'user-agent': 'test' } },
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
  TIME_LIMIT_MS,
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
