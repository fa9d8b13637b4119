/** Dumps in blocks that end anywhere: within a row, a string or a character. */
import { fullGC, heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import type { InputEntry } from '../../../src/features/imports/input/input.ts';
import { forEachSqlRow } from '../../../src/features/imports/input/sql.ts';

/** Returns an entry in blocks of some size. */
const toEntry = (bytes: Buffer, blockBytes: number): InputEntry => ({
  name: 'dump.sql',
  sizeBytes: bytes.length,
  async *blocks() {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
  },
});

const { signal } = new AbortController();
const NOWHERE = { bad: () => {}, flush: async () => {}, signal };

async function read(dump: string | Buffer, blockBytes = 7) {
  const rows: string[] = [];
  const bad: [number, string][] = [];
  await forEachSqlRow(
    toEntry(Buffer.from(dump), blockBytes),
    { ...NOWHERE, bad: (...fault) => bad.push(fault) },
    {
      wants: table => table === 'a',
      read: (_, record, line) => rows.push([line, record('id'), record('text'), record('none')].join('|')),
    },
  );
  return { rows, bad };
}

test.each([
  [
    'COPY',
    `COPY public.a (id, text) FROM stdin;\n1\tä\\tb\\\\\\x41\\101\n\\N\t\n\\.\n`,
    ['2|1|ä\tb\\AA|', '3|||'],
  ],
  [
    'INSERT of PostgreSQL',
    `INSERT INTO "public"."a" (id, "text") VALUES (1, 'it''s\n\\ä'), (2, E'\\'\\n');\n`,
    ["1|1|it's\n\\ä|", "2|2|'\n|"],
  ],
  [
    'INSERT of MySQL',
    "INSERT INTO `a` (`id`,`text`) VALUES (1,'\\'),(\\\\'),(NULL,_binary 'ä;');\n",
    ["1|1|'),(\\|", '1||ä;|'],
  ],
  [
    'columns of CREATE TABLE',
    'CREATE TABLE a (\n  id int,\n  "text" text,\n  PRIMARY KEY (id)\n);\nINSERT INTO a VALUES (1, 2)\nON CONFLICT DO NOTHING;\nINSERT INTO b VALUES (3, 4);\nINSERT INTO a VALUES (5, 6);\n',
    ['6|1|2|', '9|5|6|'],
  ],
  ['columns on lines of their own', 'INSERT INTO a\n  (id,\n  text)\nVALUES\n(1, 2);\n', ['5|1|2|']],
  [
    'CREATE TABLE in one line',
    'CREATE TABLE a (id int, text text);\nINSERT INTO a VALUES (1, 2);\n',
    ['2|1|2|'],
  ],
])('%s', async (_, dump, rows) => {
  expect(await read(dump)).toEqual({ rows: [...rows], bad: [] });
});

test('rows that are wrong are named by their line, and what follows is read', async () => {
  const dump = `INSERT INTO a (id, text) VALUES (1);\nINSERT INTO a (id, text) VALUES (2 'x');\nINSERT INTO a (id, text) VALUES (3, 'x');\nINSERT INTO a (id, text) VALUES (4, 'x`;
  expect(await read(dump)).toEqual({
    rows: ['3|3|x|'],
    bad: [
      [1, 'has 1 fields where the table has 2'],
      [2, 'cannot be read: a quotation mark or a comma is wrong'],
      [4, 'is cut short'],
    ],
  });
});

test('a row with a replacement character of its own is none that is not UTF-8', async () => {
  const dump = Buffer.from('COPY a (id, text) FROM stdin;\n1\t\uFFFD\n2\t?\n\\.\n');
  dump[dump.lastIndexOf('?')] = 0xff;
  expect(await read(dump, 1000)).toEqual({ rows: ['2|1|\uFFFD|'], bad: [[3, 'is not valid UTF-8']] });
});

const insertOf = (rows: number): Buffer => {
  const values = Array.from({ length: rows }, (_, id) => `(${id},'${'x'.repeat(40)}',NULL)`);
  return Buffer.from(`INSERT INTO a (id, text, rest) VALUES ${values.join(',')};\n`);
};

test('a statement of one very long line is read row by row', async () => {
  expect((await read(insertOf(50_000), 100_000)).rows).toHaveLength(50_000);
});

test('rows of a long line are passed on before it has ended', async () => {
  const bytes = insertOf(10_000);
  const seen: number[] = [];
  let rows = 0;
  const flush = async () => void seen.push(rows);
  const count = () => void rows++;
  await forEachSqlRow(toEntry(bytes, 8192), { ...NOWHERE, flush }, { wants: () => true, read: count });
  expect(seen[0]).toBeWithin(100, 1000);
  expect(seen.at(-1)).toBe(10_000);
});

test('values that nobody asks for become no texts', async () => {
  const rows = 5000;
  const bytes = insertOf(rows);
  const countTexts = (): number => heapStats().objectTypeCounts.string ?? 0;
  let found = 0;
  fullGC();
  const before = countTexts();
  await forEachSqlRow(toEntry(bytes, bytes.length), NOWHERE, {
    wants: () => true,
    read(_, record) {
      if (record('id') !== '') found += 1;
    },
  });
  expect(countTexts() - before).toBeLessThan(1.5 * rows);
  expect(found).toBe(rows);
});

test('rows whose columns are not named are refused', async () => {
  expect(read('INSERT INTO a VALUES (1);\n')).rejects.toThrow('does not name the columns of a');
});
