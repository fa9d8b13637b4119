/** Logs that overlap: every line of them is summed up once, in whatever pieces and order they come. */
import { expect, test } from 'bun:test';
import { type LogMark, type LogSumRow, toMark } from '../../../src/core/hits/log-sums.ts';
import { createLogTally } from '../../../src/features/imports/readers/access-log/tally.ts';
import { createRandom } from '../../support/random.ts';

interface Line {
  readonly text: string;
  readonly time: string;
}

/** Reads lines. Returns how many were counted, and what is to be known of them. */
function readLines(lines: readonly Line[], known: readonly LogMark[]) {
  const rows: LogSumRow[] = [];
  const tally = createLogTally({ known, last: '2026-04-01', write: row => rows.push(row) });
  for (const { text, time } of lines) tally.add(text, time, { is: 'assets', notes: [] });
  tally.close();
  const voided = rows.findLast(({ kind }) => kind === 'void')?.part ?? 0;
  const kept = rows.filter(({ kind, part }) => kind === 'request' && part > voided);
  return {
    counted: kept.reduce((sum, { requests }) => sum + requests, 0),
    marks: rows.filter(({ kind }) => kind === 'mark').map(toMark),
  };
}

/** Writes a log of a day from midnight on; some lines are equal, and some are late, as those of long answers. */
function writeLog(seed: number, name: string, count = 600): Line[] {
  const { next } = createRandom(seed);
  let at = Date.parse('2026-03-10T00:00:00Z');
  return Array.from({ length: count }, () => {
    at += next(120_000);
    const time = new Date(
      Math.max(Date.parse('2026-03-10T00:00:00Z'), at - (next(9) === 0 ? next(900_000) : 0)),
    );
    const text = next(6) === 0 ? `${name} health` : `${name} ${next(1e9)}`;
    return { text: `${time.toISOString().slice(0, 19)} ${text}`, time: time.toISOString() };
  });
}

const countOf = (lines: readonly Line[], known: readonly LogMark[]) => readLines(lines, known).counted;

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);

test.each(SEEDS)('a log that begins in the middle of what was read, %d', seed => {
  const { next } = createRandom(seed);
  const log = writeLog(seed, 'a');
  const first = readLines(log.slice(0, 400), []);
  const piece = log.slice(40 + next(300));
  const second = readLines(piece, first.marks);
  expect([first.counted, second.counted]).toEqual([400, 200]);
  const known = [...first.marks, ...second.marks];
  for (const again of [log, piece, log.slice(0, 400), log.slice(40 + next(200), 300 + next(90))])
    expect(countOf(again, known)).toBe(0);
  // What was taken back counts again.
  expect(readLines(log.slice(0, 400), second.marks).counted).toBe(400);
});

test('lines that wait are of a few days, and of many lines not all', () => {
  const day = (name: string, server: string) =>
    writeLog(1, server).map(({ text, time }) => ({
      text: `${name} ${text}`,
      time: time.replace('2026-03-10', `2026-03-${name}`),
    }));
  const days = ['01', '02', '03', '04', '05', '06', '07'];
  const a = days.flatMap(name => day(name, 'a'));
  const { marks } = readLines(a, []);
  const b = days.flatMap(name => day(name, 'b'));
  expect([countOf(b, marks), countOf(a.slice(300), marks)]).toEqual([a.length, 0]);
  const at = '2026-03-10T10:00:00';
  const busy = Array.from({ length: 130_000 }, (_, index) => ({ text: `${index}`, time: at }));
  const before = { text: 'before', time: '2026-03-10T09:00:00' };
  const known = readLines([before, ...busy], []).marks;
  const others = busy.map(({ text }) => ({ text: `b ${text}`, time: at }));
  expect([countOf([before, ...busy], known), countOf(others, known)]).toEqual([0, busy.length]);
});

test.each(SEEDS)('logs of two servers at the same time, %d', seed => {
  const [a, b] = [writeLog(seed, 'a'), writeLog(seed + 100, 'b')];
  const first = readLines(a, []);
  const second = readLines(b, first.marks);
  expect([first.counted, second.counted]).toEqual([a.length, b.length]);
  const known = [...first.marks, ...second.marks];
  for (const again of [[...b, ...a], b.slice(100, 400)]) expect(countOf(again, known)).toBe(0);
});

test('every request counts, however many names a day has', () => {
  const rows: LogSumRow[] = [];
  const tally = createLogTally({ known: [], last: '2026-04-01', write: row => rows.push(row) });
  for (let at = 0; at < 15_000; at += 1)
    tally.add(`${at}`, '2026-03-10T10:00:00.000Z', {
      is: 'not_found',
      notes: [{ kind: 'not_found', name: `/${at % 5000}` }],
    });
  tally.close();
  const sums = new Map<string, number>();
  for (const { kind, name, requests } of rows)
    if (kind === 'not_found') sums.set(name, (sums.get(name) ?? 0) + requests);
  expect([sums.size, new Set(sums.values())]).toEqual([5000, new Set([3])]);
});
