/** The process in which reports over the configuration database are made. */

import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/core/log.ts';
import { createReportProcess } from '../../src/stores/sqlite/report-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-reports-'));
const file = join(folder, 'app.db');
const writer = new Database(file, { create: true });
writer.run('pragma journal_mode = wal');
writer.run('create table words (word text)');

const logged: { readonly err: Error }[] = [];
const log = createLog('silent');
log.error = (facts: { readonly err: Error }) => void logged.push(facts);

/** Ten sites each belong to one account. */
const findOwner = (siteId: number) => Math.floor(siteId / 10);

let reports = createReportProcess({ log, findOwner });
afterEach(async () => {
  await reports.stop();
  reports = createReportProcess({ log, findOwner });
  logged.length = 0;
});
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const ask = (sql: string, params: unknown[] = [], siteId = 1, signal?: AbortSignal) =>
  reports.read({ file: () => file, siteId, sql, params }, signal ? { signal } : {});

/** Never ends by itself. */
const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

test('answers with rows as they are, and sees what has just been written', async () => {
  expect(await ask('select ?, ?, null', ['a\n"💩', 7])).toEqual([['a\n"💩', 7, null]]);
  writer.run('insert into words values (?)', ['new']);
  expect(await ask('select word from words')).toEqual([['new']]);
  expect(await ask('select word from words where word = ?', ['old'])).toEqual([]);
});

test('answers of many rows come whole and in order', async () => {
  const rows = await ask(
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 10001) select i from n',
  );
  expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 10_001 }, (_, n) => n + 1));
});

test('a statement that fails, or that writes, is 503 and logged, and the next one is answered', async () => {
  const failed = { kind: 'unavailable', message: 'The report could not be made: try again later' };
  await expect(ask('select word from nowhere')).rejects.toMatchObject(failed);
  await expect(ask("insert into words values ('x')")).rejects.toMatchObject(failed);
  expect(logged.map(({ err }) => err.message)).toEqual([
    expect.stringContaining('no such table'),
    expect.stringContaining('readonly'),
  ]);
  expect(await ask('select 1')).toEqual([[1]]);
});

test('a query whose process has ended is 503, and another process answers the next', async () => {
  await ask('select 1');
  const { pid } = reports;
  if (pid === undefined) throw new Error('the process runs');
  const answers = Promise.allSettled([ask(ENDLESS), ask('select 2', [], 20)]);
  process.kill(pid, 'SIGKILL');
  expect(await answers).toMatchObject([
    { status: 'rejected', reason: { kind: 'unavailable' } },
    { status: 'fulfilled', value: [[2]] },
  ]);
  expect(reports.pid).not.toBe(pid);
});

test('a query that the process ends before reading is 503 too, and nothing else fails', async () => {
  await ask('select 1');
  const { pid } = reports;
  if (pid === undefined) throw new Error('the process runs');
  process.kill(pid, 'SIGKILL');
  // More than a pipe holds: it is still being written when the process ends.
  await expect(ask('select ?', ['x'.repeat(2 ** 20)])).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await ask('select 1')).toEqual([[1]]);
});

test('accounts take turns, and each has a limited number of places in the queue', async () => {
  const order: string[] = [];
  const note = (name: string, siteId: number) =>
    ask('select 1', [], siteId).then(() => void order.push(name));
  await Promise.all([note('a1', 1), note('a2', 2), note('a3', 1), note('b1', 10), note('c1', 20)]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  const crowd = await Promise.allSettled(Array.from({ length: 68 }, () => ask('select 1')));
  expect(crowd.filter(({ status }) => status === 'rejected').length).toBe(3);
});

test('a client that has disconnected is skipped, and stopping rejects all that wait', async () => {
  const left = new AbortController();
  const asked = [ask(ENDLESS), ask('select 1', [], 1, left.signal), ask('select 1')];
  const answers = Promise.allSettled(asked);
  left.abort(new Error('gone'));
  await reports.stop();
  const stopping = { kind: 'unavailable', message: 'The server is stopping' };
  expect((await answers).map(answer => answer.status === 'rejected' && answer.reason)).toMatchObject([
    stopping,
    new Error('gone'),
    stopping,
  ]);
  await expect(ask('select 1')).rejects.toMatchObject(stopping);
});

test('a query that takes too long ends its process and is 503', async () => {
  const hurried = createReportProcess({ log: createLog('silent'), findOwner, deadlineMs: 50 });
  const answer = hurried.read({ file: () => file, siteId: 1, sql: ENDLESS, params: [] });
  await expect(answer).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The answer took longer than 0.05 seconds: request a shorter period',
  });
  expect(hurried.pid).toBeUndefined();
  await hurried.stop();
});

test('a query that had no turn in time is answered that the server is busy', async () => {
  const hurried = createReportProcess({ log, findOwner, deadlineMs: 50 });
  const put = (sql: string) => hurried.read({ file: () => file, siteId: 1, sql, params: [] });
  const answers = await Promise.allSettled([put(ENDLESS), put('select 1')]);
  const late = 'took longer than 0.05 seconds';
  expect(answers).toMatchObject([
    { reason: { message: `The answer ${late}: request a shorter period` } },
    {
      reason: {
        message: `The server is busy with other reports, and this one ${late}: try again in a moment`,
      },
    },
  ]);
  await hurried.stop();
});
