/** Journals and snapshots that an older version wrote have columns under their former names. */
import { expect, test } from 'bun:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { createTranslator, formatRuns, insertSql, mapKinds } from '../../src/stores/duckdb/rows/rows.ts';

/** A table whose `system` was called `platform`, and `os` before. */
const COLUMNS = [
  { name: 'site_id', type: 'integer' },
  { name: 'system', type: 'varchar', formerNames: ['platform', 'os'] },
  { name: 'path', type: 'varchar' },
] as const;
const TABLES = mapKinds(() => COLUMNS);

test.each(['system', 'platform', 'os'])('a journal with %p is read into the column of today', name => {
  const translate = createTranslator({ hit: ['path', name, 'site_id'] }, TABLES);
  expect(translate('hit', '/a\tLinux\t7')).toBe('7\tLinux\t/a');
  expect(translate('hit', ['/a', 'Linux', 7])).toBe('7\tLinux\t/a');
});

test('a column that a journal has under no name is null', () => {
  expect(createTranslator({ hit: ['path', 'site_id'] }, TABLES)('hit', '/a\t7')).toBe('7\t\t/a');
});

test.each(['system', 'platform', 'os'])('rows are loaded into a table that has it as %p', async name => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE hits (id BIGINT, site_id INTEGER, ${name} VARCHAR)`);
  const hasColumn = (column: string) => column === 'site_id' || column === name;
  const statement = await connection.prepare(insertSql('hit', 'memory', { hasColumn, columns: COLUMNS }));
  statement.bindVarchar(1, formatRuns([{ kind: 'hit', firstId: 5, rows: ['7\tLinux\t/a'] }]));
  await statement.run();
  const stored = await connection.runAndReadAll(`SELECT id, site_id, ${name} FROM hits`);
  expect(stored.getRows()).toEqual([[5n, 7, 'Linux']]);
  connection.closeSync();
  instance.closeSync();
});
