/** `footfall import` of compressed files and of standard input, and `footfall export`. Source: decisions, section 8. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startExportFolder } from '../../src/cli/export-folder.ts';
import { type RunOptions, run, temporaryFolder } from '../support/cli.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { prepareFolder } from '../support/prepared-folder.ts';
import { copyStartedFolder, startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const CSV = 'created_at,path\n2026-03-01T00:00:00Z,/a\n2026-03-01T00:01:00Z,/b\n';
const NDJSON =
  '{"created_at":"2026-03-01T00:00:00Z","path":"/a"}\n{"created_at":"2026-03-01T00:01:00Z","path":"/b"}\n';
const TWO = 'read 2 rows: imported 2 hits, 0 events, 0 agent visits; 0 were already there, 0 were bad';

const server = shareServer();
/** Copies the folder of a stopped server with a site. */
const copySite = prepareFolder(async data => {
  const made = await startTestServer({ copyStarted: () => copyStartedFolder(data) });
  const { id } = await made.given.site();
  await made.stop();
  return id;
});

/** A site of its own, of the running server or in a folder without one. */
async function aSite(isRunning = true) {
  const folder = temporaryFolder();
  const inside = (name: string) => join(folder.path, name);
  const stopped = isRunning ? undefined : await copySite(inside('data'));
  const data = stopped?.folder ?? server().data;
  const id = stopped?.filled ?? (await server().given.site()).id;
  return {
    ...{ data, id, inside },
    import: (file: string, options: RunOptions = {}) => run(`import ${id} ${file}`, { data, ...options }),
    leftovers: () => readdirSync(join(data, 'tmp')).filter(name => name.startsWith('import-')),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

for (const isRunning of [true, false])
  test.each([
    ['hits.csv.gz', gzipSync(CSV)],
    ['hits.jsonl.GZ', gzipSync(NDJSON)],
    ['hits.csv', gzipSync(CSV)],
    ['hits.gz', gzipSync(NDJSON)],
    ['two.csv.gz', Buffer.concat([gzipSync(CSV.slice(0, 30)), gzipSync(CSV.slice(30))])],
  ])(
    `%s is unpacked, ${isRunning ? 'beside a running server' : 'without a server'}`,
    async (name, content) => {
      using given = await aSite(isRunning);
      const file = given.inside(name);
      writeFileSync(file, content);
      expect(await given.import(file)).toEqual({ code: 0, out: TWO, err: '' });
      expect((await given.import(file)).out).toContain('2 were already there');
      expect(given.leftovers()).toEqual([]);
    },
  );

test.each([
  ['CSV', CSV],
  ['NDJSON', NDJSON],
  ['NDJSON after a byte order mark', `\uFEFF${NDJSON}`],
  ['compressed', gzipSync(CSV)],
])('- reads standard input: %s', async (_, stdin) => {
  using given = await aSite();
  expect(await given.import('-', { stdin })).toEqual({ code: 0, out: TWO, err: '' });
  expect(given.leftovers()).toEqual([]);
});

test('equal faults are one line with a count', async () => {
  using given = await aSite();
  const stdin = `created_at,path\n${',/a\n'.repeat(150)}2026-03-01T00:00:00Z,\n`;
  const { out, err } = await given.import('-', { stdin });
  expect(err.split('\n')).toEqual([
    'lines 2, 3, 4, 5, 6 and 145 more: created_at is missing',
    'line 152: path is missing',
  ]);
  expect(out).toContain('151 were bad');
});

test('faults name standard input, or the file as it was given', async () => {
  using given = await aSite();
  expect(await given.import('-', { stdin: 'path\n/a\n' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^footfall: standard input /),
  });
  expect((await given.import('-', { stdin: '' })).err).toStartWith('footfall: standard input is empty');
  const file = given.inside('cut.csv.gz');
  writeFileSync(file, gzipSync(CSV.repeat(100)).subarray(0, 60));
  expect((await given.import(file)).err).toBe(
    `footfall: ${file} is damaged or cut short: it cannot be unpacked`,
  );
  expect((await run('import 99 -', { ...server(), stdin: CSV })).err).toBe('footfall: there is no site 99');
  expect(given.leftovers()).toEqual([]);
});

test('imports are listed without the folders of their files, tried out and taken back', async () => {
  using given = await aSite();
  const file = given.inside('history.csv');
  writeFileSync(file, CSV);
  expect((await given.import(`${file} --dry-run`)).out).toBe(
    'footfall, 2026-03-01 to 2026-03-01: would import 2 hits, 0 events, 0 agent visits of 2 rows; 0 were already there, 0 were bad',
  );
  expect((await given.import(`${file} ${file}`)).out).toBe(
    `${file}:\n${TWO}\n${file}:\nread 2 rows: imported 0 hits, 0 events, 0 agent visits; 2 were already there, 0 were bad`,
  );
  const list = async () => (await run(`import list ${given.id}`, given)).out;
  expect(await list()).toMatch(/^\d+ .* completed +2 .* history\.csv$/m);
  const first = /^(\d+) .* completed +2 /m.exec(await list())?.[1];
  const undo = (id = '') => run(`import undo ${given.id} ${id}`, given);
  expect((await undo(first)).out).toBe(`import ${first} (history.csv) undone`);
  expect((await undo('99')).err).toContain(`site ${given.id} has no import 99`);
  expect(await list()).toMatch(new RegExp(`^${first} .* undone `, 'm'));
});

test('sums of visitors are not said to have no page views; what their rows lack is named', async () => {
  using given = await aSite();
  const file = given.inside('browsers.csv');
  writeFileSync(
    file,
    'date,browser,browser_version,visitors,visits,visit_duration,bounces\n2026-03-01,Chrome,121,6,7,300,2\n',
  );
  expect(await given.import(`${file} --dry-run`)).toEqual({
    code: 0,
    out: 'plausible, 2026-03-01 to 2026-03-01: would import 1 daily sum, of 1 row; 0 were already there, 0 were bad',
    err: 'left out: versions of browsers (sums by day have no place for them)',
  });
});

test('a terminal shows how much of a foreign file is done', async () => {
  using given = await aSite();
  const file = given.inside('access.log');
  const line = '192.0.2.1 - - [02/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "Mozilla/5.0"\n';
  writeFileSync(file, line.repeat(20_000));
  const { err } = await given.import(`${file} --dry-run`, { isTerminal: true });
  const shown = err.match(/\d+ %.*/g) ?? [];
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter(text => !/^\d+ %$/.test(text))).toEqual([]);
});

/** Copies the folder of a stopped server with a site that has something of every type. */
const copyFilled = prepareFolder(async data => {
  await using server = await startTestServer({ data });
  const { id } = await server.given.site();
  const rows: readonly [string, object][] = [
    ['hits', { path: '/a', visitor_id: 'u1' }],
    ['hits', { path: '/b' }],
    ['events', { event: 'cart.add' }],
    ['agent_visits', { path: '/a', user_agent: 'GPTBot/1.2' }],
    ['kudos', { path: '/a' }],
    ['signals', { signal: { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' } }],
  ];
  for (const [list, body] of rows) await server.post(`/sites/${id}/${list}`, body);
  await importDays(server.services.stores.hits, [aTotal('2026-01-31')], { siteId: id });
  return server.owner;
});

const running = shareServer({ copyStarted: copyFilled });

const sha256 = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex');

for (const isRunning of [true, false])
  test.each(['parquet', 'ndjson', 'csv'])(
    `%s, ${isRunning ? 'beside a running server' : 'without a server'}`,
    async format => {
      using folder = temporaryFolder();
      const { data } = isRunning ? running() : { data: (await copyFilled(join(folder.path, 'data'))).folder };
      const target = join(folder.path, 'out');
      const { code, out, err } = await run(`export 1 ${target} --format ${format}`, { data });
      expect([code, err]).toEqual([0, '']);
      expect(out).toBe(
        `exported to ${target}: 2 in hits.${format}, 1 in events.${format}, 1 in agent_visits.${format}, 0 in engagement.${format}, 1 in kudos.${format}, 1 in imported_days.${format}, 0 in log_sums.${format}`,
      );
      const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'));
      expect(manifest).toMatchObject({
        format_version: 1,
        site: { id: 1, url: 'https://shop.example', zone: 'UTC' },
      });
      const names = manifest.files.map((file: { name: string }) => file.name);
      expect(readdirSync(target).toSorted()).toEqual([...names, 'manifest.json'].toSorted());
      for (const { name, bytes, sha256: sum } of manifest.files)
        expect([readFileSync(join(target, name)).length, sha256(join(target, name))]).toEqual([bytes, sum]);
      const site = JSON.parse(readFileSync(join(target, 'site.json'), 'utf8'));
      expect(site).toMatchObject({ site: { url: 'https://shop.example' }, signals: [{ title: 'Launch' }] });
      expect(readdirSync(join(data, 'tmp')).filter(name => name.startsWith('export-'))).toEqual([]);
    },
  );

test('days bound the rows', async () => {
  using folder = temporaryFolder();
  const write = async (name: string, range: string) =>
    (await run(`export 1 ${join(folder.path, name)} ${range} --format csv`, running())).out;
  expect(await write('out', '--end-date 2026-03-09')).toContain(
    '0 in hits.csv, 0 in events.csv, 0 in agent_visits.csv, 0 in engagement.csv, 0 in kudos.csv, 1 in imported_days.csv',
  );
  expect(await write('later', '--start-date 2026-02-01')).toContain('1 in kudos.csv, 0 in imported_days.csv');
});

test('a command that ends before the first file leaves no folder', async () => {
  using folder = temporaryFolder();
  const directory = join(folder.path, 'a', 'b');
  const { discard } = startExportFolder(directory, { owner: undefined, onProgress: () => undefined });
  expect(readdirSync(folder.path)).toEqual([]);
  discard();
});

test('what cannot be written is one clear line, and nothing is left', async () => {
  using folder = temporaryFolder();
  const { data } = running();
  const inside = (name: string) => join(folder.path, name);
  mkdirSync(inside('full'));
  writeFileSync(inside('full/kept'), 'x');
  const cases: readonly [args: string, code: number, error: string][] = [
    [
      `export 1 ${inside('full')}`,
      1,
      `footfall: ${inside('full')} is not empty: name a new folder for the export`,
    ],
    [`export 1 ${inside('full/kept')}`, 1, `footfall: ${inside('full/kept')} is not a folder: name another`],
    [`export 9 ${inside('new')}`, 1, 'footfall: there is no site 9'],
    [
      `export 1 ${join(data, 'in')}`,
      1,
      `footfall: ${join(data, 'in')} is inside the data folder: name a folder outside of it`,
    ],
    [
      `export 1 ${inside('new')} --start-date 2026-03-10 --end-date 2026-03-09`,
      1,
      'footfall: end_date must not be before start_date: 2026-03-09 is before 2026-03-10',
    ],
    [
      `export 1 ${inside('new')} --format xlsx`,
      2,
      'footfall: --format must be one of parquet, ndjson, csv, got "xlsx"',
    ],
    [
      `export 1 ${inside('new')} --end-date 2026-02-30`,
      2,
      'footfall: --end-date must be a day such as 2026-01-31, got "2026-02-30"',
    ],
  ];
  for (const [args, code, error] of cases) {
    const result = await run(args, { data });
    expect([result.code, result.err.split('\n')[0]]).toEqual([code, error]);
  }
  expect(existsSync(inside('new'))).toBe(false);
  expect(readdirSync(inside('full'))).toEqual(['kept']);
});
