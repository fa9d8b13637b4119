/** Commands on a data folder, without a server and beside one. Source: decisions, section 1, Commands. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createCommands } from '../../src/server/commands/commands.ts';
import { filesHolding, type RunOptions, run, runProcess, temporaryFolder } from '../support/cli.ts';
import { madeFolder } from '../support/damages.ts';
import { copyStartedFolder, makeDataFolder, startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

// Each command opens the folder, and a test runs many.
setDefaultTimeout(TIME_LIMIT_MS);

const shared = shareServer();

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';

/** A folder, with or without a server that runs on it. */
async function aFolder(hasServer: boolean) {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await makeDataFolder(data);
  const server = hasServer ? await startTestServer({ data, hasOwner: false }) : undefined;
  return {
    data,
    inside: (name: string) => join(folder.path, name),
    run: (args: string, options: RunOptions = {}) => run(args, { data, ...options }),
    async [Symbol.asyncDispose]() {
      await server?.stop();
      folder[Symbol.dispose]();
    },
  };
}

test.each([
  'user add ann@example.org',
  'user set ann@example.org --plan zen',
  'key add ann@example.org',
  'key list ann@example.org',
  'key revoke 1',
  'team add ann@example.org bob@example.org --role viewer',
  'team remove ann@example.org bob@example.org',
  'signup list',
  'signup approve 1',
  'import 1 hits.csv',
  'backup copy',
  'check',
])('%s makes no data folder', async args => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'nope');
  const { code, out, err } = await run(args, { data });
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `footfall: no Footfall data in ${data}: name the folder with --data`,
  });
  expect(readdirSync(folder.path)).toEqual([]);
});

describe.each([
  ['without a server', false],
  ['beside a running server', true],
])('%s', (_when, hasServer) => {
  test('user add prints the id and a password made for the user, once', async () => {
    await using given = await aFolder(hasServer);
    const { code, out, err } = await given.run(`user add ${ANN}`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^id=1\npassword=\S{20}$/);
    expect(filesHolding(given.data, out.split('password=')[1] ?? '')).toEqual([]);
  });

  test('user add takes a password from standard input and prints only the id', async () => {
    await using given = await aFolder(hasServer);
    const added = await given.run(
      `user add ${ANN} --plan zen --name Ann --time-zone Asia/Tokyo --password-stdin`,
      { stdin: 'correct horse\n' },
    );
    expect(added).toEqual({ code: 0, out: 'id=1', err: '' });
  });

  test('faults are one line each on standard error, with exit 1', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const cases: [string, string][] = [
      [`user add ${ANN}`, `email ${ANN} already has an account`],
      [`user set ${BOB} --plan zen`, `no user has the e-mail "${BOB}"`],
      [`key add ${BOB}`, `no user has the e-mail "${BOB}"`],
      ['key revoke 99', 'key 99 not found'],
      [`team add ${ANN} ${ANN} --role admin`, 'owners cannot be members of their own team'],
      [`team add ${ANN} ${BOB} --role admin`, `no user has the e-mail "${BOB}"`],
      [`import 7 ${given.inside('x.csv')}`, 'there is no site 7'],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await given.run(args);
      expect([args, code, out]).toEqual([args, 1, '']);
      expect(err).toStartWith(`footfall: ${message}`);
      expect(err).not.toContain('\n');
    }
  });

  test('an invalid value is named with the allowed ones, and exits 2', async () => {
    await using given = await aFolder(hasServer);
    const cases: [string, string][] = [
      ['user add nobody', 'EMAIL must be an e-mail address, got "nobody"'],
      [`user add ${BOB} --plan free`, '--plan must be one of none, zen, pro, ultra, got "free"'],
      [`user add ${BOB} --time-zone Mars/Base`, '--time-zone must be a name such as Europe/Berlin, got'],
      [`user set ${ANN} --week-start friday`, '--week-start must be one of monday, sunday, got "friday"'],
      [`key add ${ANN} --access all`, '--access must be one of full_access, read_only, got "all"'],
      ['signup approve x', 'SIGNUP_ID must be a whole number, 1 or more, got "x"'],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await given.run(args);
      expect([args, code, out]).toEqual([args, 2, '']);
      expect(err).toStartWith(`footfall: ${message}`);
    }
  });

  test('key add prints the key and nothing else, and only its hash is kept', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const { code, out, err } = await given.run(`key add ${ANN} --access read_only --name laptop`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ff-ro-[A-Za-z0-9]{44}$/);
    expect(filesHolding(given.data, out)).toEqual([]);
    expect(filesHolding(given.data, out.slice(-32))).toEqual([]);
  });

  test('key list shows keys without their secrets, and key revoke revokes one', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const secret = (await given.run(`key add ${ANN} --name laptop`)).out;
    const listed = (await given.run(`key list ${ANN}`)).out;
    expect(listed).toContain('laptop');
    expect(listed).toContain(secret.slice(0, 12));
    expect(listed).not.toContain(secret.slice(-32));
    expect(await given.run('key revoke 1')).toMatchObject({ code: 0, out: 'key 1 (laptop) revoked' });
    expect((await given.run(`key list ${ANN}`)).out).toContain('revoked');
  });

  test('team add and team remove', async () => {
    await using given = await aFolder(hasServer);
    for (const email of [ANN, BOB]) await given.run(`user add ${email}`);
    expect((await given.run(`team add ${ANN} ${BOB} --role viewer`)).code).toBe(0);
    expect((await given.run(`team remove ${ANN} ${BOB}`)).code).toBe(0);
    expect(await given.run(`team remove ${ANN} ${BOB}`)).toMatchObject({ code: 1, out: '' });
    await given.run(`user set ${ANN} --plan pro`);
    const refused = await given.run(`team add ${ANN} ${BOB} --role viewer`);
    expect(refused.err).toStartWith('footfall: teams need the plan ultra');
  });

  test('check prints the contents of a sound folder', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const { code, out } = await given.run('check');
    expect(code).toBe(0);
    expect(out).toContain('schema version');
    expect(out).toContain('0 hits');
    expect(out).toEndWith('ok');
    expect(readdirSync(join(given.data, 'tmp')).filter(name => name.startsWith('check-'))).toEqual([]);
  });

  test('backup writes a usable folder, and never overwrites one', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const copy = given.inside('copy');
    writeFileSync(join(given.data, 'blocked-mail-domains.txt'), 'unwanted.example');
    expect((await given.run(`backup ${copy}`)).code).toBe(0);
    expect(readFileSync(join(copy, 'blocked-mail-domains.txt'), 'utf8')).toBe('unwanted.example');
    expect((await run(`key add ${ANN}`, { data: copy })).code).toBe(0);
    const again = await given.run(`backup ${copy}`);
    expect([again.code, again.err.includes('is not empty')]).toEqual([1, true]);
    expect(readdirSync(join(given.data, 'tmp')).filter(name => name.startsWith('backup-'))).toEqual([]);
  });

  test('backup - writes a tar archive of the same files to standard output', async () => {
    await using given = await aFolder(hasServer);
    await given.run(`user add ${ANN}`);
    const stdout = new PassThrough();
    const [{ code, out }, archive] = await Promise.all([given.run('backup -', { stdout }), buffer(stdout)]);
    expect([code, out]).toEqual([0, '']);
    const copy = given.inside('copy');
    mkdirSync(copy);
    const { exitCode } = Bun.spawnSync(['tar', '-x', '-C', copy], { stdin: archive });
    expect(exitCode).toBe(0);
    expect((await run('check', { data: copy })).err).toBe('');
    expect((await run(`key add ${ANN}`, { data: copy })).code).toBe(0);
  });

  test.each(['--data', ''])(
    'a folder is found by the settings of the service, unless %p names another',
    async named => {
      await using given = await aFolder(hasServer);
      const settingsFile = given.inside('footfall.env');
      writeFileSync(
        settingsFile,
        `# where the data is\nFOOTFALL_DATA="${given.data}"\nFOOTFALL_DEFAULT_PLAN=zen\n`,
      );
      const nowhere = given.inside('nowhere');
      const args = named === '' ? 'key list ann@example.org' : `key list ann@example.org --data ${nowhere}`;
      expect((await run(args, { settingsFile })).err).toBe(
        named === ''
          ? 'footfall: no user has the e-mail "ann@example.org": see `footfall help user`'
          : `footfall: no Footfall data in ${nowhere}: name the folder with --data`,
      );
      expect((await run('check', { data: nowhere, settingsFile })).err).toContain(`in ${nowhere}`);
    },
  );
});

test('a running server sees the changes of commands at once', async () => {
  const server = shared();
  await run(`user add ${ANN} --plan zen`, server);
  const key = (await run(`key add ${ANN}`, server)).out;
  const me = async () => await server.get('/me', key);
  expect(await me()).toMatchObject({ email: ANN, accounts: [{ is_plus: false }] });
  await run(`user set ${ANN} --plan ultra --name Ann`, server);
  expect((await me()).accounts).toMatchObject([{ name: 'Ann', is_plus: true }]);
  // After the two of the owner.
  await run('key revoke 3', server);
  expect((await server.api('GET', '/me', { key })).status).toBe(401);
});

test('without --plan a new user has the plan of FOOTFALL_DEFAULT_PLAN', async () => {
  await using given = await aFolder(false);
  await given.run(`user add ${ANN}`, { environment: { FOOTFALL_DEFAULT_PLAN: 'none' } });
  expect((await given.run(`team add ${ANN} ${ANN}x --role viewer`)).code).toBe(1);
  await using server = await startTestServer({ data: given.data, hasOwner: false });
  expect(server.services.access.accounts.getUserByEmail(ANN).plan).toBe('none');
});

test('a history is imported once, and bad rows are named by line', async () => {
  using folder = temporaryFolder();
  const server = shared();
  const { id } = await server.given.site();
  const file = join(folder.path, 'history.ndjson');
  const rows = [
    '{"created_at":"2026-03-01T12:00:00Z","path":"/a"}',
    'no json',
    '{"created_at":"2026-03-02T12:00:00Z","path":"/b"}',
  ];
  writeFileSync(file, rows.join('\n'));
  const first = await run(`import ${id} ${file}`, server);
  expect(first.code).toBe(0);
  expect(first.out).toContain('imported 2 hits');
  expect(first.err).toStartWith('line 2: ');
  const second = await run(`import ${id} ${file}`, server);
  expect(second.out).toContain('imported 0 hits');
  expect(second.out).toContain('2 were already there');
  expect((await server.get(`/sites/${id}`)).lifetime_hits).toBe(2);
  writeFileSync(file, 'no json\n{}');
  expect((await run(`import ${id} ${file}`, server)).code).toBe(1);
});

test('a visitor’s address and user agent are nowhere in the folder, nor is a key or a password', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const server = await startTestServer({ copyStarted: () => copyStartedFolder(data) });
  const { id, uid } = await server.given.site();
  const address = '198.51.100.234';
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) VeryUnusualAgent/77.7';
  const hit = {
    path: '/kept-path',
    ip_address: address,
    user_agent: agent,
    visitor_id: 'unusual-visitor-id',
  };
  expect((await server.post(`/sites/${id}/hits`, hit)).status).toBe(201);
  await server.post(`/sites/${id}/hits/batch`, [{ path: '/b', ip_address: address, user_agent: agent }]);
  await fetch(`${server.url}/collector/${uid}?url=https://shop.example/c`, {
    method: 'POST',
    headers: { 'user-agent': agent },
  });
  const check = () => {
    expect(filesHolding(data, '/kept-path').length).toBeGreaterThan(0);
    for (const secret of [
      address,
      'VeryUnusualAgent',
      'unusual-visitor-id',
      server.owner.full,
      'correct horse',
    ])
      expect([secret, filesHolding(data, secret)]).toEqual([secret, []]);
  };
  check();
  await server.stop();
  check();
  expect(readdirSync(data).length).toBeGreaterThan(0);
});

test('the server refuses a format that a newer command line may know, rather than take its file for one of its own', async () => {
  using folder = temporaryFolder();
  const { given, services } = shared();
  const { id: siteId } = await given.site();
  const file = join(folder.path, 'rows.csv');
  writeFileSync(file, 'path,created_at\n/,2026-03-10\n');
  const commands = createCommands(services);
  const run = { signal: new AbortController().signal, onProgress: () => {} };
  await expect(commands.import({ siteId, file, format: 'fax' }, run)).rejects.toThrow(
    '--format must be one of auto, footfall, plausible, umami,',
  );
  expect(await commands.import({ siteId, file, format: 'footfall' }, run)).toMatchObject({
    report: { read: 1 },
  });
});

test('a refusal is one line, whatever is in the name of a file', async () => {
  const server = shared();
  const { id } = await server.given.site();
  expect((await run(`import ${id} no\nsuch\u001bfile.csv`, server)).err).toMatch(
    /^footfall: there is no file .*no such file\.csv$/,
  );
});

test('a country database that would be read for ever is refused', async () => {
  await using given = await aFolder(false);
  const { code, err } = await given.run(`key list ${ANN}`, { environment: { FOOTFALL_GEO_DB: '/dev/zero' } });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'footfall: FOOTFALL_GEO_DB must be the path of a MaxMind-format file (.mmdb) of countries or cities, got "/dev/zero": it is no regular file',
  });
});

test('demo ends with what to do next', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'a folder');
  const { code, out } = await run('demo', { data });
  expect(code).toBe(0);
  expect(out.split('\n').slice(-2)).toEqual([
    `start the server with: footfall serve --data '${data}'`,
    'then open http://127.0.0.1:8790/login',
  ]);
});

test('demo export writes a new file, and says what is wrong with its arguments', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const file = join(folder.path, 'history.csv');
  const { code, out } = await run(`demo export umami ${file}`, { data });
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ page views of notes\.example written to /)]);
  expect(await run(`demo export umami ${file}`, { data })).toMatchObject({
    ...{ code: 1, err: expect.stringContaining(`${file} cannot be written`) },
  });
  expect(await run('demo export excel x', { data })).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('FORMAT') },
  });
});

const AWAY = 'clickhouse+http://ann:secret@127.0.0.1:1/db';
const NO_ANSWER =
  'ClickHouse at 127.0.0.1:1 does not answer (ECONNREFUSED): check host and port of the address, and that it runs';

test('what its log says of a failure is in the one line of a command', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await madeFolder(data);
  const ask = async (args: string, environment = {}) => {
    const { code, lines } = await runProcess([...args.split(' '), '--data', data], environment);
    return [code, ...lines];
  };
  expect(await ask(`move-hits --to ${AWAY}`)).toEqual([
    1,
    `footfall: The hits cannot be copied to 127.0.0.1:1/db: ${NO_ANSWER}`,
  ]);
  expect(await ask('site list', { FOOTFALL_HITS_URL: AWAY })).toEqual([
    1,
    `footfall: The hits of ${data} cannot be copied to ClickHouse (127.0.0.1:1/db): ${NO_ANSWER}`,
  ]);
});

test('a backup inside the data folder is refused, and nothing is made', async () => {
  const { data } = shared();
  for (const directory of [data, join(data, 'backups/one'), join(data, 'tmp/x')])
    expect(await run(`backup ${directory}`, { data })).toMatchObject({
      code: 1,
      err: `footfall: ${directory} is inside the data folder: name a folder outside of it`,
    });
  expect(readdirSync(data)).not.toContain('backups');
});

test('an empty FOOTFALL_DATA is ignored', async () => {
  using folder = temporaryFolder();
  const settingsFile = join(folder.path, 'footfall.env');
  writeFileSync(settingsFile, `FOOTFALL_DATA=${shared().data}\n`);
  expect((await run('check', { settingsFile, environment: { FOOTFALL_DATA: '' } })).out).toEndWith('ok');
});
