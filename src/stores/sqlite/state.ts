/** What the application database notes of itself and of the hits, in tables of its own that no feature sees. */

import type { Database } from 'bun:sqlite';
import { HIT_KINDS } from '../../core/hits/columns.ts';
import type { AppPosition, LastIds } from '../positions.ts';

/** Tables of this file; made with the migrations' own. */
export const STATE_TABLES = `
  create table if not exists store_changes (id integer primary key check (id = 1), changes integer not null) strict;
  insert or ignore into store_changes values (1, 0);
  create table if not exists store_base (id integer primary key check (id = 1), generation integer not null, checksum text not null) strict;
  create table if not exists store_hit_ids (kind text primary key, last_id integer not null) strict, without rowid;
`;

/**
 * Tables in which the server notes things down by itself. In every other table each change is counted, so that a
 * configuration that lost one is recognized: a key that was revoked must not work again.
 */
const RECORD_TABLES: ReadonlySet<string> = new Set([
  'schema_migrations',
  'store_changes',
  'store_base',
  'store_hit_ids',
  'rate_windows',
  'kudos',
  'kudo_counts',
  'spam_list',
  'webhook_deliveries',
  'monitors',
  'page_monitors',
  'downtimes',
  'watch_gaps',
  'check_hours',
  'content_monitors',
  'content_links',
  'content_issues',
  'mail_outbox',
  'alert_firings',
  'alert_checks',
  'alert_gaps',
  'insights',
  'insight_turns',
  'last_backup',
  'exported_days',
  'exported_backup',
  'changed_days',
]);

/** Columns of the other tables that the server writes by itself. */
const RECORD_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at'],
  sessions: ['last_seen_at', 'expires_at'],
  alerts: ['state', 'since'],
  webhooks: ['hit_cursor', 'event_cursor', 'engagement_cursor', 'failing_since'],
  shared_links: ['opened_count', 'last_opened_at'],
  deploy_hooks: ['last_used_at'],
  watched_pages: ['renew_at', 'renewed_at', 'left_out'],
  mail_reports: ['last_sent_at', 'last_date'],
  team_invitations: ['mail_status', 'mail_error'],
  agent_signups: [
    'owed_mail',
    'owed_since',
    'mail_attempts',
    'mail_tried_at',
    'reminded_at',
    'trial_end_told_at',
  ],
};

/** Tables whose insertions are not counted: a session that was lost is harmless, its removal by signing out is not. */
const UNCOUNTED_INSERTS: ReadonlySet<string> = new Set(['sessions']);

/** Whether a database has the tables of this file, which one of an earlier version lacks. */
export const hasState = (client: Database): boolean =>
  client.query("select 1 from sqlite_master where type = 'table' and name = 'store_base'").get() !== null;

/** Counts changes of this connection by triggers of its own, which live as long as it does. */
export function countChanges(client: Database): void {
  if (!hasState(client)) return;
  const tables = client
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .all()
    .map(({ name }) => name)
    .filter(name => !RECORD_TABLES.has(name));
  for (const table of tables) {
    const recorded = RECORD_COLUMNS[table] ?? [];
    const counted = client
      .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name)
      .filter(name => !recorded.includes(name));
    const events = ['delete', `update of ${counted.map(quoted).join(', ')}`];
    if (!UNCOUNTED_INSERTS.has(table)) events.push('insert');
    for (const [index, event] of events.entries())
      client.run(
        `create temp trigger ${quoted(`count_${table}_${index}`)} after ${event} on main.${quoted(table)}
         begin update store_changes set changes = changes + 1; end`,
      );
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads how far the configuration has come; `lineage` and the snapshot's number are not in these tables. */
export function readPosition(
  client: Database,
  known: Pick<AppPosition, 'lineage' | 'generation' | 'at'>,
): AppPosition {
  return {
    ...known,
    changes: readChanges(client),
    frames: countFrames(client),
    lastIds: readLastIds(client),
  };
}

/** Changes that people made ever. */
export const readChanges = (client: Database): number =>
  client.query<{ changes: number }, []>('select changes from store_changes').get()?.changes ?? 0;

/** Frames in the log, without changing anything. */
export const countFrames = (client: Database): number =>
  Math.max(0, client.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0);

function readLastIds(client: Database): Record<string, number> {
  if (client.query("select 1 from sqlite_master where name = 'sqlite_sequence'").get() === null) return {};
  const rows = client.query<{ name: string; seq: number }, []>('select name, seq from sqlite_sequence').all();
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
}

/** Brings counters up to a position that was once reached, so that no id is given twice and the loss is reported once. */
export function raiseCounters(client: Database, { changes, lastIds }: AppPosition): void {
  const known = readLastIds(client);
  const isTable = (name: string) =>
    client.query('select 1 from sqlite_master where name = ?').get(name) !== null;
  const risen = Object.entries(lastIds).filter(([table, id]) => id > (known[table] ?? 0) && isTable(table));
  // Nothing is written where nothing rises: a start must be possible on a full disk.
  if (risen.length === 0 && changes <= readChanges(client)) return;
  const raise = client.transaction(() => {
    client.query('update store_changes set changes = max(changes, ?)').run(changes);
    for (const [table, id] of risen) {
      const raised = client.query('update sqlite_sequence set seq = ? where name = ?').run(id, table);
      if (raised.changes === 0)
        client.query('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, id);
    }
  });
  raise.immediate();
}

/** Reads the newest ids of hits that the configuration has recorded. */
export function readHitIds(client: Database): Partial<LastIds> {
  const rows = client.query<{ kind: string; last_id: number }, []>('select * from store_hit_ids').all();
  return Object.fromEntries(
    HIT_KINDS.flatMap(kind => rows.filter(row => row.kind === kind).map(row => [kind, row.last_id])),
  );
}

/** Notes the newest ids of hits. */
export function writeHitIds(client: Database, ids: LastIds): void {
  const write = client.transaction(() => {
    for (const kind of HIT_KINDS)
      client
        .query('insert into store_hit_ids values (?, ?) on conflict do update set last_id = excluded.last_id')
        .run(kind, ids[kind]);
  });
  write.immediate();
}

/** Reads the checksum of the file that a log was begun for; undefined when it was not noted for this snapshot. */
export function readBaseChecksum(client: Database, number: number): string | undefined {
  if (!hasState(client)) return undefined;
  return (
    client
      .query<{ checksum: string }, [number]>('select checksum from store_base where generation = ?')
      .get(number)?.checksum ?? undefined
  );
}

/** Notes the checksum of a snapshot's file in its log; null for a file that is handed on without one. */
export function writeBaseChecksum(client: Database, number: number, checksum: string | null): void {
  if (checksum === null) {
    client.run('delete from store_base');
    return;
  }
  client
    .query(
      'insert into store_base values (1, ?, ?) on conflict do update set generation = excluded.generation, checksum = excluded.checksum',
    )
    .run(number, checksum);
}
