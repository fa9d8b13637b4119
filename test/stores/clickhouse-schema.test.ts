/** A ClickHouse database: its migrations, whose it is, and what of a cluster can be tried without one. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { FAULTS } from '../../src/stores/clickhouse/faults.ts';
import {
  clickHouseMigrations,
  openSchema,
  storedColumns,
  toChangedTable,
  toDistributedTables,
  toRecordTables,
  toShardTable,
  toStatements,
  toVisitDays,
} from '../../src/stores/clickhouse/schema.ts';
import { toStatement } from '../../src/stores/clickhouse/sql.ts';
import { raw, type Sql, sql } from '../../src/stores/sql/fragment.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';

const textOf = (fragment: Sql): string => toStatement(fragment).query;
const clickHouse = shareClickHouse();
let db: ClickHouse;
beforeEach(async () => {
  db = await clickHouse().server.openDatabase();
});
afterEach(() => db.close());

const names = async (statement: string) =>
  (await db.readWith()<{ name: string }>(raw(statement))).map(({ name }) => name);

test('the table has every stored column', async () => {
  await openSchema(db, { lineage: 'a' });
  expect(
    new Set(
      await names("select name from system.columns where database = currentDatabase() and table = 'rows'"),
    ),
  ).toEqual(new Set(['kind', 'id', 'day', ...storedColumns.map(({ name }) => name), 'is_silent']));
});

const later = {
  name: '0099-note',
  sql: 'alter table $rows add column if not exists note String;\nalter table $rows add column if not exists noted Bool;\n',
};
const migrations = [...clickHouseMigrations, later];

test('a database is migrated once, and a later version goes on from there', async () => {
  await openSchema(db, { lineage: 'a' });
  await openSchema(db, { lineage: 'a' });
  await openSchema(db, { lineage: 'a', migrations });
  expect(await names('select name from schema_migrations order by name')).toEqual([
    ...clickHouseMigrations.map(({ name }) => name),
    later.name,
  ]);
});

test('a migration that was interrupted is continued', async () => {
  await openSchema(db, { lineage: 'a' });
  const broken = { ...later, sql: later.sql.replace('noted Bool', 'noted Boo') };
  await expect(
    openSchema(db, { lineage: 'a', migrations: [...clickHouseMigrations, broken] }),
  ).rejects.toThrow('Boo');
  await openSchema(db, { lineage: 'a', migrations });
  expect(
    await names(
      "select name from system.columns where table = 'rows' and name like 'note%' and database = currentDatabase()",
    ),
  ).toEqual(['note', 'noted']);
});

test('a database of a newer version is refused', async () => {
  await openSchema(db, { lineage: 'a', migrations });
  await expect(openSchema(db, { lineage: 'a' })).rejects.toThrow(
    `The ClickHouse database ${db.database} at ${db.host} was written by a newer version of Footfall (schema 0099-note)`,
  );
});

test.each([
  ['99.1', false],
  ['26.10', false],
  ['24.8', true],
  ['9.12', true],
])('where ClickHouse %s is needed, this one is taken: %p', async (minVersion, isTaken) => {
  const opening = openSchema(db, { lineage: 'a', minVersion });
  if (isTaken) return expect(await opening).toBeUndefined();
  await expect(opening).rejects.toThrow(
    new RegExp(
      `^ClickHouse at ${db.host} is version 26\\.[\\d.]+, and Footfall needs ${minVersion} or later`,
    ),
  );
  expect(await names('show tables')).toEqual([]);
});

test('a database belongs to the installation that came first', async () => {
  await openSchema(db, { lineage: 'a' });
  await expect(openSchema(db, { lineage: 'b' })).rejects.toThrow(
    'belongs to another installation of Footfall',
  );
});

test('of installations that claim a database at once, one gets it', async () => {
  const claims = await Promise.allSettled(['a', 'b', 'c'].map(lineage => openSchema(db, { lineage })));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test("a table of somebody else's is left alone", async () => {
  await db.run(raw('create table rows (a Int8) engine = Memory'));
  await expect(openSchema(db, { lineage: 'a' })).rejects.toThrow(
    'has a table "rows" that is not of Footfall',
  );
});

test('ClickHouse takes the statements for a cluster, as far as one server can say', async () => {
  const cluster = 'a`b';
  const statements = [
    ...toRecordTables(cluster),
    ...clickHouseMigrations.flatMap(({ sql: text }) => toStatements(text, cluster)),
    ...clickHouseMigrations.flatMap(({ sql: text }) => toDistributedTables(text, cluster)),
    `alter table ${textOf(toVisitDays({ cluster }))} delete where has([1], build)`,
    `alter table ${textOf(toChangedTable({ cluster }, 'visits'))} delete where has([1], build)`,
    `delete from ${textOf(toChangedTable({ cluster }))} where id = 1`,
    `alter table ${textOf(toChangedTable({ cluster }))} update is_unique = true where id in (select id from ${textOf(toShardTable({ cluster }))})`,
  ];
  for (const statement of statements) {
    expect(statement).toContain('on cluster `a\\`b`');
    await db.readWith()(raw(`explain ast ${statement}`));
  }
});

test('all rows of a visitor are on one machine, and those without a visitor on any', async () => {
  const [front = ''] = toDistributedTables('$rows', 'a');
  const [, key = ''] = /rows_local, (.*)\)$/.exec(front) ?? [];
  const [row] = await db.readWith()<{ type: string; known: number; unknown: number }>(
    raw(`
    select any(toTypeName(${key})) as type, uniqExactIf(${key}, visitor_hash is not null) as known,
      uniqExactIf(${key}, visitor_hash is null) as unknown
    from (select toUInt32(1) as site_id, toUInt64(number) as id, if(number < 50, null, toUInt64(7)) as visitor_hash from numbers(100))`),
  );
  expect(row).toEqual({ type: 'UInt64', known: 1, unknown: 50 });
});

test('codes of errors are those that ClickHouse gives them', async () => {
  const codes = [...FAULTS.keys()].map(Number);
  const rows = await db.readWith()<{ code: number; name: string }>(
    sql`select arrayJoin(${codes}) as code, errorCodeToName(code) as name`,
  );
  expect(new Map(rows.map(({ code, name }) => [String(code), name]))).toEqual(
    new Map([...FAULTS].map(([code, [name]]) => [code, name])),
  );
});
