import type { Database } from 'bun:sqlite';
import {
  APPLIED_MIGRATIONS,
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type Migration,
  type PendingMigration,
  RECORD_MIGRATION,
} from '../migrate.ts';
import accountsAndSites from './migrations/0001-accounts-and-sites.sql' with { type: 'text' };

/** Every step of the configuration's schema, oldest first. */
export const configMigrations: readonly Migration[] = [
  { name: '0001-accounts-and-sites', sql: accountsAndSites },
];

/** Steps a database has been through; undefined when it is none of ours. */
export function findAppliedMigrations(client: Database): AppliedMigration[] | undefined {
  const table = client
    .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'")
    .get();
  return table === null ? undefined : client.query<AppliedMigration, []>(APPLIED_MIGRATIONS).all();
}

/** Runs steps on a file that nobody uses yet, each in a transaction. */
export function runMigrations(client: Database, pending: readonly PendingMigration[]): void {
  client.run(MIGRATIONS_TABLE);
  for (const { name, sql, checksum } of pending) {
    const step = client.transaction(() => {
      client.run(sql);
      client.query(RECORD_MIGRATION).run(name, checksum);
    });
    step.immediate();
  }
}
