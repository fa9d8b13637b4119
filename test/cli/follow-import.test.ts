/** A followed log in the list of imports, and how it is taken back. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFollowStates, writeFollowStates } from '../../src/features/imports/follow-backup.ts';
import { filesHolding, run } from '../support/cli.ts';
import { aLog, line, lines, missing } from '../support/followed-log.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(300_000);

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

test('a log that was followed before imports of followed logs were recorded goes on as one', async () => {
  await using given = await aLog();
  writeFileSync(given.log, lines(0, 2) + missing('02', 70));
  const first = given.follow();
  await given.expectHits(2);
  await first.stop();
  const [name = ''] = filesHolding(given.data, '"fingerprint"');
  const { import: _, ...kept } = JSON.parse(readFileSync(join(given.data, name), 'utf8'));
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
