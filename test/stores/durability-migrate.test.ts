import { expect, test } from 'bun:test';
import { pendingMigrations } from '../../src/stores/migrate.ts';

const one = { name: '0001-one', sql: 'CREATE TABLE one (id INTEGER)' };
const two = { name: '0002-two', sql: 'CREATE TABLE two (id INTEGER)' };
const applied = (...steps: (typeof one)[]) =>
  pendingMigrations(steps, [], 'file').map(({ name, checksum }) => ({ name, checksum }));

test('a new database needs every step, an old one those it has not been through', () => {
  expect(pendingMigrations([one, two], [], 'file').map(step => step.name)).toEqual(['0001-one', '0002-two']);
  expect(pendingMigrations([one, two], applied(one), 'file').map(step => step.name)).toEqual(['0002-two']);
  expect(pendingMigrations([one, two], applied(one, two), 'file')).toEqual([]);
});

test('an unknown step means a newer version, and an edited one another build: both are refused by the name of the file', () => {
  expect(() => pendingMigrations([one], applied(one, two), 'data/hits.duckdb')).toThrow(
    'data/hits.duckdb was written by a newer version of Footfall (schema 0002-two)',
  );
  expect(() => pendingMigrations([{ ...one, sql: 'SELECT 1' }], applied(one), 'data/app.db')).toThrow(
    'data/app.db was made by another build',
  );
});
