import type { DuckDBConnection } from '@duckdb/node-api';
import {
  APPLIED_MIGRATIONS,
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type Migration,
  type PendingMigration,
  pendingMigrations,
  RECORD_MIGRATION,
} from '../migrate.ts';
import type { CopySession } from './engine-types.ts';
import hits from './migrations/0001-hits.sql' with { type: 'text' };
import rollups from './migrations/0002-rollups.sql' with { type: 'text' };
import visitors from './migrations/0003-visitors.sql' with { type: 'text' };
import silent from './migrations/0004-silent.sql' with { type: 'text' };
import visits from './migrations/0005-visits.sql' with { type: 'text' };
import devices from './migrations/0006-devices.sql' with { type: 'text' };
import visitorLookup from './migrations/0007-visitor-lookup.sql' with { type: 'text' };
import pages from './migrations/0008-pages.sql' with { type: 'text' };
import imports from './migrations/0009-imports.sql' with { type: 'text' };
import importedDays from './migrations/0010-imported-days.sql' with { type: 'text' };
import statusCodes from './migrations/0011-status-codes.sql' with { type: 'text' };
import logSums from './migrations/0012-log-sums.sql' with { type: 'text' };
import followedImports from './migrations/0013-followed-imports.sql' with { type: 'text' };
import returningVisits from './migrations/0014-returning-visits.sql' with { type: 'text' };
import clipZones from './migrations/0015-clip-zones.sql' with { type: 'text' };
import properties from './migrations/0016-properties.sql' with { type: 'text' };
import visitDetails from './migrations/0017-visit-details.sql' with { type: 'text' };
import engagement from './migrations/0018-engagement.sql' with { type: 'text' };
import channels from './migrations/0019-channels.sql' with { type: 'text' };
import pageEngagements from './migrations/0020-page-engagements.sql' with { type: 'text' };
import ownValues from './migrations/0021-own-values.sql' with { type: 'text' };
import valueSums from './migrations/0022-value-sums.sql' with { type: 'text' };
import visitValues from './migrations/0023-visit-values.sql' with { type: 'text' };
import propertySums from './migrations/0024-property-sums.sql' with { type: 'text' };
import visitHosts from './migrations/0025-visit-hosts.sql' with { type: 'text' };
import visitPages from './migrations/0026-visit-pages.sql' with { type: 'text' };
import tags from './migrations/0027-tags.sql' with { type: 'text' };
import days from './migrations/0028-days.sql' with { type: 'text' };
import sums from './migrations/0029-sums.sql' with { type: 'text' };
import pathRules from './migrations/0030-path-rules.sql' with { type: 'text' };
import formerValues from './migrations/0031-former-values.sql' with { type: 'text' };
import valueRules from './migrations/0032-value-rules.sql' with { type: 'text' };
import networks from './migrations/0033-networks.sql' with { type: 'text' };
import identifiedVisitors from './migrations/0034-identified-visitors.sql' with { type: 'text' };
import manyAgents from './migrations/0035-many-agents.sql' with { type: 'text' };
import { readTables } from './sql/tables.ts';

/** A file that migrations are run on. */
interface MigratedFile {
  readonly session: CopySession;
  readonly connection: DuckDBConnection;
}

/** The migrations of the analytics schema, oldest first. */
export const hitMigrations: readonly Migration[] = [
  { name: '0001-hits', sql: hits },
  { name: '0002-rollups', sql: rollups },
  { name: '0003-visitors', sql: visitors },
  { name: '0004-silent', sql: silent },
  { name: '0005-visits', sql: visits },
  { name: '0006-devices', sql: devices },
  { name: '0007-visitor-lookup', sql: visitorLookup },
  { name: '0008-pages', sql: pages },
  { name: '0009-imports', sql: imports },
  { name: '0010-imported-days', sql: importedDays },
  { name: '0011-status-codes', sql: statusCodes },
  { name: '0012-log-sums', sql: logSums },
  { name: '0013-followed-imports', sql: followedImports },
  { name: '0014-returning-visits', sql: returningVisits },
  { name: '0015-clip-zones', sql: clipZones },
  { name: '0016-properties', sql: properties },
  { name: '0017-visit-details', sql: visitDetails },
  { name: '0018-engagement', sql: engagement },
  { name: '0019-channels', sql: channels },
  { name: '0020-page-engagements', sql: pageEngagements },
  { name: '0021-own-values', sql: ownValues },
  { name: '0022-value-sums', sql: valueSums },
  { name: '0023-visit-values', sql: visitValues },
  { name: '0024-property-sums', sql: propertySums },
  { name: '0025-visit-hosts', sql: visitHosts },
  { name: '0026-visit-pages', sql: visitPages },
  { name: '0027-tags', sql: tags },
  { name: '0028-days', sql: days },
  { name: '0029-sums', sql: sums },
  { name: '0030-path-rules', sql: pathRules },
  { name: '0031-former-values', sql: formerValues },
  { name: '0032-value-rules', sql: valueRules },
  { name: '0033-networks', sql: networks },
  { name: '0034-identified-visitors', sql: identifiedVisitors },
  { name: '0035-many-agents', sql: manyAgents },
];

/** Finds the migrations that an attached file still needs; see `pendingMigrations` for what is refused. */
export async function findPendingMigrations(
  file: MigratedFile,
  known: readonly Migration[],
  name: string,
): Promise<PendingMigration[]> {
  const applied = await readTables(
    () => file.session.read<AppliedMigration>(APPLIED_MIGRATIONS),
    () => [],
  );
  return pendingMigrations(known, applied, name);
}

/** Runs migrations on a scratch copy, each in a transaction. */
export async function runMigrations(file: MigratedFile, pending: readonly PendingMigration[]): Promise<void> {
  await file.session.run(MIGRATIONS_TABLE);
  for (const { name, sql, checksum } of pending) {
    await file.connection.run('BEGIN');
    await file.connection.run(sql);
    await file.session.run(RECORD_MIGRATION, [name, checksum]);
    await file.connection.run('COMMIT');
  }
}
