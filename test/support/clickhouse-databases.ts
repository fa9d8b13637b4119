/** Databases of ClickHouse with today's tables, copied from one that was migrated: migrations take ten times as long. */
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { openSchema } from '../../src/stores/clickhouse/schema.ts';
import { raw } from '../../src/stores/sql/fragment.ts';

/** Makes a database that has been through the migrations and belongs to no installation, as the others are to be. */
async function makeTemplate(connectTo: (database: string) => ClickHouse): Promise<string> {
  const name = `migrated_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = connectTo('default');
  await admin.run(raw(`create database ${name}`));
  await admin.close();
  const db = connectTo(name);
  await openSchema(db, { lineage: name });
  await db.run(raw('truncate table installation'));
  await db.close();
  return name;
}

/** Takes a function that connects to a database of a server. The answer creates one with today's tables, and nothing in them. */
export function copyMigratedDatabase(connectTo: (database: string) => ClickHouse) {
  let template: Promise<string> | undefined;
  return async (database: string): Promise<void> => {
    template ??= makeTemplate(connectTo);
    const from = await template;
    const admin = connectTo('default');
    await admin.run(raw(`create database ${database}`));
    const tables = await admin.readWith()<{ name: string }>(
      raw(`select name from system.tables where database = '${from}' order by name`),
    );
    for (const { name } of tables)
      await admin.run(raw(`create table ${database}.${name} as ${from}.${name}`));
    await admin.run(raw(`insert into ${database}.schema_migrations select * from ${from}.schema_migrations`));
    await admin.close();
  };
}
