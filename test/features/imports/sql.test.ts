/** Dumps in blocks that end anywhere: within a row, a string or a character. */
import { expect, test } from 'bun:test';
import { forEachSqlRow } from '../../../src/features/imports/input/sql.ts';

async function read(dump: string, blockBytes = 7) {
  const bytes = Buffer.from(dump);
  const rows: string[] = [];
  const bad: [number, string][] = [];
  await forEachSqlRow(
    {
      name: 'dump.sql',
      sizeBytes: bytes.length,
      async *blocks() {
        for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
      },
    },
    { bad: (...fault) => bad.push(fault), flush: async () => {}, signal: new AbortController().signal },
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

test('a statement of one very long line is read row by row', async () => {
  const values = Array.from({ length: 50_000 }, (_, id) => `(${id},'${'x'.repeat(40)}')`).join(',');
  expect((await read(`INSERT INTO a (id, text) VALUES ${values};\n`, 100_000)).rows).toHaveLength(50_000);
});

test('rows whose columns are not named are refused', async () => {
  expect(read('INSERT INTO a VALUES (1);\n')).rejects.toThrow('does not name the columns of a');
});
