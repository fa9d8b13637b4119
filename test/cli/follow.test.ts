/** `footfall import --follow`: each line counts once, whatever happens, and is taken back with its import. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SendCommand } from '../../src/cli/remote/with-server.ts';
import type { FollowState } from '../../src/core/log-position.ts';
import { readFollowStates, writeFollowStates } from '../../src/features/imports/follow-backup.ts';
import type { KeptState } from '../../src/features/imports/follow-states.ts';
import { parseCheckedJson } from '../../src/lib/checked-json.ts';
import { filesHolding, run, temporaryFolder } from '../support/cli.ts';
import { aLog, CHROME, line, lines, missing } from '../support/followed-log.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(TIME_LIMIT_MS);

test('lines are stored as they are written, also by a command that was started again', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 3) + line(3).slice(0, 40));
  const first = given.follow();
  await given.expectHits(3);
  appendFileSync(given.log, line(3).slice(40));
  await given.expectHits(4);
  await first.stop();
  appendFileSync(given.log, lines(4, 6));
  const second = given.follow();
  await given.expectHits(6);
  await second.stop();
  expect(filesHolding(given.data, '203.0.113.77')).toEqual([]);
});

test('pages of a followed log, and what is excluded of them, follow the rules of the site', async () => {
  await using given = await aLog();
  await given.setPageRules([{ kind: 'replace', pattern: '/1*', with: '/one' }]);
  await given.exclude(['/15', '/2']);
  writeFileSync(given.log, lines(0, 3));
  const log = given.follow();
  await given.expectHits(2);
  appendFileSync(given.log, lines(10, 17));
  await until(async () => (await given.count()) === 8);
  await log.stop();
  expect(await given.listPages()).toEqual([
    ['/one', 7],
    ['/0', 1],
  ]);
});

test.each([
  ['renamed', ({ log }: { log: string }) => renameSync(log, `${log}.1`)],
  [
    'copied and truncated',
    ({ log }: { log: string }) => {
      copyFileSync(log, `${log}.1`);
      truncateSync(log);
    },
  ],
])('a log that is %s while it is followed', async (_, rotate) => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 20));
  const following = given.follow();
  await given.expectHits(20);
  appendFileSync(given.log, lines(20, 22));
  rotate(given);
  appendFileSync(given.log, lines(22, 24));
  await given.expectHits(24);
  await following.stop();
  expect(given.errors).toEqual([]);
});

test('logs that were rotated twice and packed while the command was stopped', async () => {
  await using given = await aLog();
  const { log } = given;
  writeFileSync(log, lines(0, 20));
  const first = given.follow();
  await given.expectHits(20);
  await first.stop();
  writeFileSync(`${log}.2.gz`, gzipSync(readFileSync(log, 'utf8') + lines(20, 30)));
  utimesSync(`${log}.2.gz`, 1e9, 1e9);
  writeFileSync(`${log}.1`, lines(30, 40));
  writeFileSync(log, lines(40, 50));
  const second = given.follow();
  await given.expectHits(50);
  await second.stop();
  expect(given.errors).toEqual([]);
});

test('a log whose last lines are gone is named, and the new one is read', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 20));
  const following = given.follow();
  await given.expectHits(20);
  rmSync(given.log);
  writeFileSync(given.log, lines(20, 30));
  await given.expectHits(30);
  await following.stop();
  expect(given.errors).toEqual([expect.stringContaining('was rotated')]);
});

test('several logs, and a server that is restarted', async () => {
  await using given = await aLog();
  const other = given.inside('other.log');
  writeFileSync(given.log, lines(0, 10));
  writeFileSync(other, lines(10, 20));
  const following = given.follow([given.log, other]);
  await given.expectHits(20);
  await given.restart();
  appendFileSync(given.log, lines(20, 30));
  appendFileSync(other, lines(30, 40));
  await given.expectHits(40);
  await following.stop();
});

test('lines that a crash left stored, but not noted as stored, count once', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 20) + line(20, 'GPTBot/1.2').repeat(2));
  let note: FollowState | undefined;
  const sending = (async (command: string, input: { to?: FollowState['pending'] }) => {
    if (input.to) note = { position: null, pending: input.to };
    return given.send(command as 'ping', input as never);
  }) as unknown as SendCommand;
  const first = given.follow([given.log], sending);
  await given.expectHits(20);
  await first.stop();
  // What a server leaves that was killed between the two notes.
  const [name = ''] = filesHolding(given.data, note?.pending?.fingerprint ?? 'none');
  writeFileSync(join(given.data, name), JSON.stringify(note));
  appendFileSync(given.log, lines(21, 25));
  const second = given.follow();
  await given.expectHits(24);
  appendFileSync(given.log, lines(25, 26));
  await given.expectHits(25);
  await second.stop();
});

test.each([
  ['--format goatcounter', 'neither --dry-run nor another --format'],
  ['--dry-run', 'neither --dry-run nor another --format'],
])('--follow takes no %s', async (flag, message) => {
  using folder = temporaryFolder();
  const result = await run(`import 1 x.log --follow ${flag}`, { data: folder.path });
  expect([result.code, result.err]).toEqual([2, expect.stringContaining(message)]);
});

const days = Array.from({ length: 9 }, (_, index) => String(index + 1).padStart(2, '0'));

test('lines of a day are of the visitors of the script; those of earlier days are linked to no other, also after a restart', async () => {
  await using given = await aLog();
  const onDay = (day: string, page: number) => line(page).replace('10/Mar', `${day}/Mar`);
  writeFileSync(given.log, line(0) + onDay('09', 1) + onDay('08', 2));
  const first = given.follow();
  await given.expectHits(3);
  await first.stop();
  await given.restart();
  appendFileSync(given.log, line(3) + onDay('09', 4));
  const second = given.follow();
  await given.expectHits(5);
  await second.stop();
  await given.hit({ path: '/script', ip_address: '203.0.113.77', user_agent: CHROME });
  expect(await given.countVisitors()).toBe(3);
});

test('what a followed log shows beside hits is summed up once, also through restarts and over many days', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 2) + days.map(day => missing(day, 70)).join(''));
  const first = given.follow();
  await given.expectHits(2);
  await first.stop();
  expect(await given.showLog()).toMatchObject({
    requests: { total: 11, page_views: 2, not_found: 9 },
    not_found: [{ path: '/70', requests: 9 }],
    covered: { first_day: '2026-03-01', last_day: '2026-03-10' },
  });
  await given.restart();
  appendFileSync(given.log, missing('02', 70) + lines(2, 3));
  const second = given.follow();
  await given.expectHits(3);
  await second.stop();
  const after = await given.showLog();
  expect(after).toMatchObject({ requests: { total: 13 }, not_found: [{ path: '/70', requests: 10 }] });
  // Importing the same file then adds nothing.
  const imported = await run(`import ${given.siteId} ${given.log} --data ${given.data}`);
  expect([imported.code, await given.showLog()]).toEqual([0, after]);
});

test('log sums are in an export of every format, and come back from it once', async () => {
  await using given = await aLog();
  const path = given.inside('other.log');
  // Sums of an import, those of a followed log that are stored, and those that are not yet.
  writeFileSync(path, missing('04', 71) + missing('05', 72).replace('/72', '/"a, b"'));
  expect((await run(`import ${given.siteId} ${path}`, given)).code).toBe(0);
  writeFileSync(given.log, lines(0, 2) + days.map(day => missing(day, 70)).join(''));
  const following = given.follow();
  await given.expectHits(2);
  await following.stop();
  for (const format of ['parquet', 'ndjson', 'csv']) {
    const out = given.inside(`export-${format}`);
    const exported = await run(`export ${given.siteId} ${out} --format ${format}`, given);
    expect([exported.code, exported.err]).toEqual([0, '']);
    const id = await given.addSite();
    const undone = await given.showLog(id);
    const imported = await run(`import ${id} ${out}`, given);
    expect(imported.out).toMatch(/^log sums: imported [1-9]\d+; 0 were already there, 0 were bad$/m);
    expect([format, await given.showLog(id)]).toEqual([format, await given.showLog()]);
    // Neither the folder nor a log of its sums adds anything.
    expect((await run(`import ${id} ${out}`, given)).out).toMatch(/^log sums: imported 0; [1-9]/m);
    await run(`import ${id} ${given.log} ${path}`, given);
    expect(await given.showLog(id)).toEqual(await given.showLog());
    const undo = imported.out.split('\n').at(-1)?.replace('to take all of it back: footfall ', '');
    expect((await run(undo ?? '', given)).code).toBe(0);
    expect(await given.showLog(id)).toEqual(undone);
  }
});

test('sums of a followed log that were being stored when the server ended are counted once', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 1) + days.map(day => missing(day, 70)).join(''));
  const first = given.follow();
  await given.expectHits(1);
  await first.stop();
  const [state = ''] = filesHolding(given.data, '"fingerprint"');
  const path = join(given.data, state);
  const kept = parseCheckedJson<KeptState>(readFileSync(path, 'utf8'));
  expect(kept.log).toMatchObject({ part: 2 });
  const before = await given.showLog();
  // As it was when the days went to the store, and the state was not saved yet.
  const sums = days.map(day => ({
    day: `2026-03-${day}`,
    kind: 'not_found',
    name: '/70',
    detail: '',
    requests: 1,
    subscribers: 0,
  }));
  writeFileSync(path, JSON.stringify({ ...kept, log: { part: 1, sums, marks: [] } }));
  expect((await given.showLog()).not_found).toEqual(before.not_found);
});

test('exclusions of the site apply to the next lines of a followed log; page views are left out on request', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 1));
  const first = given.follow();
  await given.expectHits(1);
  await given.exclude(['/1']);
  appendFileSync(given.log, lines(1, 3));
  await given.expectHits(2);
  await given.switchSite(false);
  appendFileSync(given.log, lines(5, 7));
  while ((await given.showLog()).requests.total < 5) await new Promise(setImmediate);
  await given.switchSite(true);
  await first.stop();
  appendFileSync(given.log, lines(3, 5));
  const second = given.follow([given.log], given.send, true);
  await until(async () => (await given.showLog()).requests.total >= 7);
  await second.stop();
  expect(await given.showLog()).toMatchObject({ requests: { ignored: 3, page_views: 4 } });
  await given.expectHits(2);
});

const GPTBOT = line(50, 'GPTBot/1.2');

test('a followed log is one import, which takes in what comes until it is undone', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 3) + GPTBOT + missing('02', 70));
  const first = given.follow();
  await given.expectHits(3);
  await first.stop();
  await given.restart();
  appendFileSync(given.log, `${lines(3, 5)}no line of a log\n`);
  const second = given.follow();
  await given.expectHits(5);
  // Rows are there a moment before their import counts them.
  await until(async () => (await given.listImports())[0]?.hits === 5);
  const [one, ...others] = await given.listImports();
  expect([one, others]).toMatchObject([
    {
      format: 'access-log',
      kind: 'rows',
      file_name: 'access.log',
      status: 'completed',
      is_followed: true,
      rows_read: 8,
      rows_imported: 6,
      rows_skipped: 1,
      rows_bad: 1,
      hits: 5,
      left_out: [{ what: 'errors of the client (4xx)', count: 1 }],
      start_date: '2026-03-10',
      end_date: '2026-03-10',
    },
    [],
  ]);
  expect((await run(`import list ${given.siteId}`, given)).out).toMatch(/ 6 .* access.log \(followed\)$/m);
  await given.undo(one.id);
  expect([await given.count(), await given.countAgentVisits()]).toEqual([0, 0]);
  expect((await given.showLog()).requests.total).toBe(0);
  // The log is followed further, from where it was.
  appendFileSync(given.log, lines(5, 6));
  await given.expectHits(1);
  await until(async () => (await given.listImports())[0]?.hits === 1);
  await second.stop();
  expect(await given.listImports()).toMatchObject([
    { status: 'completed', hits: 1 },
    { id: one.id, status: 'undone', hits: 5 },
  ]);
});

test('addresses of any length count in a followed log as in an imported one; user agents that are too long do not', async () => {
  await using given = await aLog();
  const paths = ['x'.repeat(2_000), '😀'.repeat(1_000), `y?ttclid=${'E'.repeat(3_000)}`];
  const long = line(9, `Mozilla/5.0 Firefox/140.0 ${'x'.repeat(1_100)}`);
  writeFileSync(given.log, paths.map(path => line(1).replace('/1 ', `/${path} `)).join('') + long);
  const following = given.follow();
  await given.expectHits(3);
  await until(async () => (await given.listImports())[0]?.rows_bad === 1);
  await following.stop();
  expect(await given.listImports()).toMatchObject([{ rows_read: 4, rows_imported: 3, rows_bad: 1 }]);
});

test('lines that were stored when the server ended are taken back, too, and hits of the script stay', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 4));
  const first = given.follow();
  await given.expectHits(4);
  await first.stop();
  const [name = ''] = filesHolding(given.data, '"fingerprint"');
  const path = join(given.data, name);
  const kept = JSON.parse(readFileSync(path, 'utf8'));
  const { counts, ...own } = kept.import;
  const nothing = { ...counts, rowsImported: 0, hits: 0 };
  writeFileSync(
    path,
    JSON.stringify({ position: null, pending: kept.position, import: { ...own, counts: nothing } }),
  );
  appendFileSync(given.log, lines(4, 6));
  const second = given.follow();
  await given.expectHits(6);
  await second.stop();
  const [one] = await given.listImports();
  expect(one).toMatchObject({ hits: 6, rows_imported: 6 });
  await given.undo(one.id);
  expect(await given.count()).toBe(0);
});

test('a position that is damaged is named, and no line is read twice', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 2));
  const first = given.follow();
  await given.expectHits(2);
  await first.stop();
  const [name = ''] = filesHolding(given.data, '"fingerprint"');
  truncateSync(join(given.data, name), 20);
  const message = `${join(given.data, name)}, the position in a followed log, is damaged: restore it from a copy of the data folder. Without one, remove it, undo the import of the log, and follow the log from its beginning`;
  expect(given.follow().done).rejects.toThrow(message);
  expect((await run('check', { data: given.data })).err).toBe(`footfall: ${message}`);
  expect(await run(`backup ${given.data}-copy`, { data: given.data })).toMatchObject({
    code: 1,
    err: `footfall: ${message}`,
  });
  expect(await given.count()).toBe(2);
  const [one] = await given.listImports();
  rmSync(join(given.data, name));
  await given.undo(one.id);
  const second = given.follow();
  await given.expectHits(2);
  await second.stop();
  expect((await given.listImports())[0]).toMatchObject({ rows_imported: 2 });
});

test('a log that was followed before imports of followed logs were recorded goes on as one', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 2) + missing('02', 70));
  const first = given.follow();
  await given.expectHits(2);
  await first.stop();
  const [name = ''] = filesHolding(given.data, '"fingerprint"');
  const { import: _, ...kept } = parseCheckedJson<KeptState>(readFileSync(join(given.data, name), 'utf8'));
  writeFileSync(join(given.data, name), JSON.stringify(kept));
  appendFileSync(given.log, lines(2, 3) + missing('02', 70));
  const second = given.follow();
  await given.expectHits(3);
  await second.stop();
  const [one] = await given.listImports();
  expect((await given.showLog()).not_found).toMatchObject([{ path: '/70', requests: 2 }]);
  await given.undo(one.id);
  expect([await given.count(), (await given.showLog()).requests.total]).toEqual([2, 3]);
});

test('a restored backup goes on with a log: no line counts twice, and none is lost', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 5) + GPTBOT);
  const first = given.follow();
  await given.expectHits(5);
  const before = readFollowStates({ pathOf: (...names) => join(given.data, ...names) });
  appendFileSync(given.log, lines(5, 8));
  await given.expectHits(8);
  await first.stop();
  const backup = given.inside('backup');
  expect((await run(`backup ${backup}`, given)).code).toBe(0);
  // As if those lines had been stored while the backup was made.
  writeFollowStates(backup, before, readFollowStates({ pathOf: (...names) => join(given.data, ...names) }));
  await given.restart(backup);
  appendFileSync(given.log, lines(8, 9));
  const second = given.follow();
  await given.expectHits(9);
  await second.stop();
  expect([await given.countAgentVisits(), given.errors]).toEqual([1, []]);
  const [one, ...others] = await given.listImports();
  expect([one, others]).toMatchObject([{ hits: 9, rows_imported: 10 }, []]);
  await given.undo(one.id);
  expect([await given.count(), await given.countAgentVisits()]).toEqual([0, 0]);
});
