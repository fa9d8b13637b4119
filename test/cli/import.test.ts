/** `footfall import` of compressed files and of standard input. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run, temporaryFolder } from '../support/cli.ts';
import { startTestServer } from '../support/server.ts';

setDefaultTimeout(300_000);

const CSV = 'created_at,path\n2026-03-01T00:00:00Z,/a\n2026-03-01T00:01:00Z,/b\n';
const NDJSON =
  '{"created_at":"2026-03-01T00:00:00Z","path":"/a"}\n{"created_at":"2026-03-01T00:01:00Z","path":"/b"}\n';
const TWO = 'read 2 rows: imported 2 hits, 0 events, 0 agent visits; 0 were already there, 0 were bad';

/** A folder with a site, its server running or stopped. */
async function aSite(isRunning: boolean) {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const server = await startTestServer({ data });
  await server.given.site();
  if (!isRunning) await server.stop();
  return {
    data,
    inside: (name: string) => join(folder.path, name),
    async [Symbol.asyncDispose]() {
      if (isRunning) await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

const leftovers = (folder: string): string[] =>
  readdirSync(folder).filter(name => name.startsWith('import-'));

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
      await using given = await aSite(isRunning);
      const file = given.inside(name);
      writeFileSync(file, content);
      const { data } = given;
      expect(await run(`import 1 ${file}`, { data })).toEqual({ code: 0, out: TWO, err: '' });
      expect((await run(`import 1 ${file}`, { data })).out).toContain('2 were already there');
      expect(leftovers(join(data, 'tmp'))).toEqual([]);
    },
  );

test.each([
  ['CSV', CSV],
  ['NDJSON', NDJSON],
  ['NDJSON after a byte order mark', `\uFEFF${NDJSON}`],
  ['compressed', gzipSync(CSV)],
])('- reads standard input: %s', async (_, stdin) => {
  await using given = await aSite(true);
  const { data } = given;
  expect(await run('import 1 -', { data, stdin })).toEqual({ code: 0, out: TWO, err: '' });
  expect(leftovers(join(data, 'tmp'))).toEqual([]);
});

test('equal faults are one line with a count', async () => {
  await using given = await aSite(true);
  const { data } = given;
  const stdin = `created_at,path\n${',/a\n'.repeat(150)}2026-03-01T00:00:00Z,\n`;
  const { out, err } = await run('import 1 -', { data, stdin });
  expect(err.split('\n')).toEqual([
    'lines 2, 3, 4, 5, 6 and 145 more: created_at is missing',
    'line 152: path is missing',
  ]);
  expect(out).toContain('151 were bad');
});

test('faults name standard input, or the file as it was given', async () => {
  await using given = await aSite(true);
  const { data } = given;
  expect(await run('import 1 -', { data, stdin: 'path\n/a\n' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^footfall: standard input /),
  });
  expect((await run('import 1 -', { data, stdin: '' })).err).toStartWith('footfall: standard input is empty');
  const file = given.inside('cut.csv.gz');
  writeFileSync(file, gzipSync(CSV.repeat(100)).subarray(0, 60));
  expect((await run(`import 1 ${file}`, { data })).err).toBe(
    `footfall: ${file} is damaged or cut short: it cannot be unpacked`,
  );
  expect((await run('import 9 -', { data, stdin: CSV })).err).toBe('footfall: there is no site 9');
  expect(leftovers(join(data, 'tmp'))).toEqual([]);
});

test('imports are listed without the folders of their files, tried out and taken back', async () => {
  await using given = await aSite(true);
  const { data } = given;
  const file = given.inside('history.csv');
  writeFileSync(file, CSV);
  expect((await run(`import 1 ${file} --dry-run`, { data })).out).toBe(
    'footfall, 2026-03-01 to 2026-03-01: would import 2 hits, 0 events, 0 agent visits of 2 rows; 0 were already there, 0 were bad',
  );
  expect((await run(`import 1 ${file} ${file}`, { data })).out).toBe(
    `${file}:\n${TWO}\n${file}:\nread 2 rows: imported 0 hits, 0 events, 0 agent visits; 2 were already there, 0 were bad`,
  );
  expect((await run('import list 1', { data })).out).toMatch(/^1 .* completed +2 .* history\.csv$/m);
  expect((await run('import undo 1 1', { data })).out).toBe('import 1 (history.csv) undone');
  expect((await run('import undo 1 7', { data })).err).toContain('site 1 has no import 7');
  expect((await run('import list 1', { data })).out).toMatch(/^1 .* undone /m);
});

test('a terminal shows how much of a foreign file is done', async () => {
  await using given = await aSite(true);
  const file = given.inside('access.log');
  const line = '192.0.2.1 - - [02/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "Mozilla/5.0"\n';
  writeFileSync(file, line.repeat(20_000));
  const { err } = await run(`import 1 ${file} --dry-run`, { data: given.data, isTerminal: true });
  const shown = err.match(/\d+ %.*/g) ?? [];
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter(text => !/^\d+ %$/.test(text))).toEqual([]);
});
