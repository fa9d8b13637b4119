/** The tables: their migrations, and how they are spread over a cluster. */
import { CommandError } from '../../core/errors.ts';
import { columns } from '../../core/hits/columns.ts';
import {
  type AppliedMigration,
  type Migration,
  type PendingMigration,
  pendingMigrations,
} from '../migrate.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import rows from './migrations/0001-rows.sql' with { type: 'text' };
import followedImports from './migrations/0002-followed-imports.sql' with { type: 'text' };
import sums from './migrations/0003-sums.sql' with { type: 'text' };
import properties from './migrations/0004-properties.sql' with { type: 'text' };
import visitDetails from './migrations/0005-visit-details.sql' with { type: 'text' };
import engagement from './migrations/0006-engagement.sql' with { type: 'text' };
import storedVisits from './migrations/0007-stored-visits.sql' with { type: 'text' };
import sumsByMerges from './migrations/0008-sums-by-merges.sql' with { type: 'text' };
import days from './migrations/0009-days.sql' with { type: 'text' };
import formerValues from './migrations/0010-former-values.sql' with { type: 'text' };
import networks from './migrations/0011-networks.sql' with { type: 'text' };
import identifiedVisitors from './migrations/0012-identified-visitors.sql' with { type: 'text' };
import manyAgents from './migrations/0013-many-agents.sql' with { type: 'text' };

/** Columns of the table after `kind` and `id`: all but a mark that only sums of the other engine need. */
export const storedColumns = columns.filter(({ name }) => name !== 'is_first_of_day' && name !== 'day');

/**
 * The migrations, oldest first. In their texts `$rows` is the table that has the rows, `$visits` that of their visits, `$engine`
 * the engine of both, and `$deduplication` how many inserts the first remembers the tokens of; `$record_engine` is the engine of
 * tables that each machine has whole. Each statement can be repeated: ClickHouse has no transactions for them.
 */
export const clickHouseMigrations: readonly Migration[] = [
  { name: '0001-rows', sql: rows },
  { name: '0002-followed-imports', sql: followedImports },
  { name: '0003-sums', sql: sums },
  { name: '0004-properties', sql: properties },
  { name: '0005-visit-details', sql: visitDetails },
  { name: '0006-engagement', sql: engagement },
  { name: '0007-stored-visits', sql: storedVisits },
  { name: '0008-sums-by-merges', sql: sumsByMerges },
  { name: '0009-days', sql: days },
  { name: '0010-former-values', sql: formerValues },
  { name: '0011-networks', sql: networks },
  { name: '0012-identified-visitors', sql: identifiedVisitors },
  { name: '0013-many-agents', sql: manyAgents },
];

/** Inserts whose tokens each table remembers: those of each month count one. */
const REMEMBERED_INSERTS = 10_000;
const REMEMBERED_SECONDS = 7 * 86_400;

const quote = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
const onCluster = (cluster: string | null): string =>
  cluster === null ? '' : ` on cluster ${quote(cluster)}`;

type OnCluster = Pick<ClickHouse, 'cluster'>;

/** Tables whose rows are spread over the machines of a cluster: their names in migrations, and what spreads them. */
const SPREAD = {
  rows: { name: 'rows', key: 'cityHash64(site_id, ifNull(visitor_hash, id))' },
  visits: { name: 'stored_visits', key: 'cityHash64(site_id, visitor)' },
} as const;

/** Returns the table that deletions and updates name: on a cluster, the one behind the distributed table, on every machine. */
export const toChangedTable = ({ cluster }: OnCluster, table: keyof typeof SPREAD = 'rows'): Sql => {
  const { name } = SPREAD[table];
  return raw(cluster === null ? name : `${name}_local${onCluster(cluster)}`);
};

const VISIT_DAYS = 'stored_visit_days';
const SITE_ZONES = 'site_zones';
/** Returns the table of the builds of visits for changes: each machine has it whole. */
export const toVisitDays = ({ cluster }: OnCluster): Sql => raw(`${VISIT_DAYS}${onCluster(cluster)}`);

/**
 * Returns the statement that deletes rows, from the files too. A lightweight deletion only masks them, and the next update of
 * their part would count them in its sums again.
 */
export const toDeletion = (db: OnCluster, condition: Sql): Sql =>
  sql`alter table ${toChangedTable(db)} delete where ${condition}`;

/** The projections with sums by day. */
const SUMS = ['by_path', 'by_origin', 'by_client', 'by_name', 'by_detail', 'by_day'];

/** Returns the statement that makes the sums of parts that lack them, as merges do. */
export const toMaterialization = (db: OnCluster): Sql =>
  sql`alter table ${toChangedTable(db)} ${raw(SUMS.map(name => `materialize projection ${name}`).join(', '))}`;

/** Returns the table that subqueries of updates name: on a cluster, what one machine has. Visitors are whole there. */
export const toShardTable = ({ cluster }: OnCluster): Sql => raw(cluster === null ? 'rows' : 'rows_local');

/** Engines of tables that each machine has whole. */
const RECORD_ENGINE = 'MergeTree';
const CLUSTER_RECORD_ENGINE =
  "ReplicatedMergeTree('/clickhouse/tables/{database}/{table}', '{shard}-{replica}')";

/** Returns the statements of a migration. */
export function toStatements(text: string, cluster: string | null): string[] {
  const values: Readonly<Record<string, string>> =
    cluster === null
      ? {
          rows: 'rows',
          visits: 'stored_visits',
          visit_days: VISIT_DAYS,
          site_zones: SITE_ZONES,
          engine: 'MergeTree',
          record_engine: RECORD_ENGINE,
          deduplication: `non_replicated_deduplication_window = ${REMEMBERED_INSERTS}`,
        }
      : {
          rows: `rows_local${onCluster(cluster)}`,
          visits: `stored_visits_local${onCluster(cluster)}`,
          visit_days: `${VISIT_DAYS}${onCluster(cluster)}`,
          site_zones: `${SITE_ZONES}${onCluster(cluster)}`,
          record_engine: CLUSTER_RECORD_ENGINE,
          engine: "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')",
          deduplication: `replicated_deduplication_window = ${REMEMBERED_INSERTS}, replicated_deduplication_window_seconds = ${REMEMBERED_SECONDS}`,
        };
  return text
    .replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? '')
    .split(/;\s*\n/)
    .filter(statement => statement.trim() !== '');
}

/**
 * Returns the statements for the tables in front of those of each machine that a migration names. They have no rows of their
 * own, so that they are made again whenever columns change. Visitors stay whole: all rows of one are on one machine.
 */
export const toDistributedTables = (text: string, cluster: string): string[] =>
  Object.entries(SPREAD)
    .filter(([variable]) => new RegExp(`\\$${variable}\\b`).test(text))
    .map(
      ([, { name, key }]) =>
        `create or replace table ${name}${onCluster(cluster)} as ${name}_local engine = Distributed(${quote(cluster)}, currentDatabase(), ${name}_local, ${key})`,
    );

/** Returns the statements for the tables that say whose the database is, and what it has been through; each machine has them whole. */
export function toRecordTables(cluster: string | null): string[] {
  const engine = cluster === null ? RECORD_ENGINE : CLUSTER_RECORD_ENGINE;
  return [
    `create table if not exists installation${onCluster(cluster)} (lineage String, opened_at DateTime64(6, 'UTC') default now64(6)) engine = ${engine} order by opened_at`,
    `create table if not exists schema_migrations${onCluster(cluster)} (name String, checksum String) engine = ${engine} order by name`,
  ];
}

/** The first version of ClickHouse whose analyzer, settings and statements are all there. */
const MIN_VERSION = '24.8';

/** Options of `openSchema`. */
export interface SchemaOptions {
  /** What identifies the installation: no other one may use the database. */
  readonly lineage: string;
  /** Whether the installation has hits there: then an empty database is a loss. */
  readonly mustExist?: boolean;
  /** Where they were last, for messages. */
  readonly lastLocation?: string | undefined;
  /** Default: those of this version. */
  readonly migrations?: readonly Migration[];
  /** The first version of ClickHouse that is not refused, as `24.8`. */
  readonly minVersion?: string;
}

/**
 * Prepares a database: claims it for an installation, and runs the migrations that it has not been through. One that was
 * interrupted is continued. Rejects with a `CommandError` when the database is another installation's, or a newer version's, and
 * when ClickHouse is too old.
 */
export async function openSchema(
  db: ClickHouse,
  {
    lineage,
    mustExist = false,
    lastLocation,
    migrations = clickHouseMigrations,
    minVersion = MIN_VERSION,
  }: SchemaOptions,
): Promise<void> {
  await checkVersion(db, minVersion);
  const place = `The ClickHouse database ${db.database} at ${db.host}`;
  await claim(db, { lineage, mustExist, lastLocation, place });
  const applied = await db.readWith()<AppliedMigration>(
    raw('select distinct name, checksum from schema_migrations order by name'),
  );
  for (const migration of pendingMigrations(migrations, applied, place)) await migrate(db, migration);
}

async function checkVersion(db: ClickHouse, minVersion: string): Promise<void> {
  const [server] = await db.readWith()<{ version: string }>(raw('select version() as version'));
  if (server && Bun.semver.order(toSemver(server.version), toSemver(minVersion)) < 0)
    throw new CommandError(
      `ClickHouse at ${db.host} is version ${server.version}, and Footfall needs ${minVersion} or later: upgrade ClickHouse`,
    );
}

/** Returns a version of ClickHouse, as `24.8.4.13` or `24.8`, in the form of three numbers. */
const toSemver = (version: string): string => [...version.split('.'), '0', '0'].slice(0, 3).join('.');

/** In a comment before a statement: a setting of tables without which the server does not know what the statement is about. */
const NEEDED_SETTING = /^-- needs setting (\w+)$/m;

async function isSupported(db: ClickHouse, statement: string): Promise<boolean> {
  const name = NEEDED_SETTING.exec(statement)?.[1];
  if (name === undefined) return true;
  const found = await db.readWith()<{ name: string }>(
    sql`select name from system.merge_tree_settings where name = ${name}`,
  );
  return found.length > 0;
}

async function migrate(db: ClickHouse, { name, sql: text, checksum }: PendingMigration): Promise<void> {
  for (const statement of toStatements(text, db.cluster))
    if (await isSupported(db, statement)) await db.run(raw(statement));
  if (db.cluster !== null)
    for (const statement of toDistributedTables(text, db.cluster)) await db.run(raw(statement));
  await db.insert('schema_migrations', [{ name, checksum }], { token: name });
}

interface Claim extends Pick<SchemaOptions, 'lineage' | 'mustExist' | 'lastLocation'> {
  /** The database, for messages. */
  readonly place: string;
}

/** Makes the database that of an installation, unless it is another one's. */
async function claim(db: ClickHouse, { lineage, mustExist, lastLocation, place }: Claim): Promise<void> {
  const tables = await db.readWith()<{ name: string }>(
    raw(
      "select name from system.tables where database = currentDatabase() and name in ('rows', 'installation')",
    ),
  );
  if (tables.length === 1 && tables[0]?.name === 'rows')
    throw new CommandError(`${place} has a table "rows" that is not of Footfall: name a database of its own`);
  if (tables.length === 0 && mustExist)
    throw new CommandError(
      `${place} has no hits of this data folder${
        lastLocation === undefined ? ': ' : `, which were at ${lastLocation}: name that address, or `
      }restore a backup of the database`,
    );
  for (const statement of toRecordTables(db.cluster)) await db.run(raw(statement));
  if ((await findOwner(db)) === undefined) await db.insert('installation', [{ lineage }], { token: lineage });
  // Read again: of two that claim it at once, it is the first one's.
  if ((await findOwner(db)) !== lineage)
    throw new CommandError(
      `${place} belongs to another installation of Footfall: name a database of its own`,
    );
}

const findOwner = async (db: ClickHouse): Promise<string | undefined> => {
  const [owner] = await db.readWith()<{ lineage: string }>(
    raw('select lineage from installation order by opened_at, lineage limit 1'),
  );
  return owner?.lineage;
};
