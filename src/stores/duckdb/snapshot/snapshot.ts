/** A generation in use: a finished file attached to DuckDB, its journal, and the rows that came since. */
import { closeSync, fstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DataFolder } from '../../data-folder.ts';
import type { AppPosition } from '../../positions.ts';
import type { CopySession } from '../engine-types.ts';
import type { IdCounters } from '../journal/id-counters.ts';
import {
  formatLine,
  JOURNAL_FORMAT,
  type Journal,
  type JournalHeader,
  openJournal,
} from '../journal/journal.ts';
import { type Loader, openLoader } from '../journal/loader.ts';
import { columnNames } from '../rows/rows.ts';
import { type OpenInstance, quoted } from '../sql/instance.ts';
import { createSession } from '../sql/session.ts';

/** A database file that DuckDB holds; never written to, except while it is a scratch copy being built. */
export interface AttachedFile {
  readonly catalog: string;
  /** Kept open to read the file by: closing any descriptor of it would drop DuckDB's lock. */
  readonly descriptor: number;
  /** A connection of its own whose default is this file. */
  readonly connection: DuckDBConnection;
  readonly session: CopySession;
  detach(): Promise<void>;
}

export interface Snapshot extends AttachedFile {
  readonly number: number;
  readonly baseBytes: number;
  readonly journal: Journal;
  readonly loader: Loader;
  /** Last migration of its schema. */
  readonly schema: string | undefined;
  readonly counters: IdCounters;
  /** Changes in its journal; a rebuild has to run them again on its copy. */
  changes: number;
  /** How far the configuration had come when that was last noted in the journal. */
  configuration: AppPosition | undefined;
  release(): Promise<void>;
}

let attachments = 0;

/**
 * Attaches a file in the mode in which DuckDB writes neither to it nor to a log beside it: what is inserted lives in
 * memory until someone says CHECKPOINT, which only builders of a scratch copy do.
 */
export async function attachFile(open: OpenInstance, file: string): Promise<AttachedFile> {
  const connection = await open.connect();
  const session = createSession(open.duckdb, connection);
  attachments += 1;
  const catalog = `g${attachments}`;
  try {
    await connection.run(
      `ATTACH ${quoted(file)} AS ${catalog} (TYPE duckdb, STORAGE_VERSION 'v1.5.0', RECOVERY_MODE 'no_wal_writes')`,
    );
    await connection.run(`USE ${catalog}`);
  } catch (error) {
    connection.closeSync();
    throw error;
  }
  const descriptor = openSync(file, 'r');
  return {
    catalog,
    descriptor,
    connection,
    session,
    detach: async () => {
      await connection.run('USE memory');
      await connection.run(`DETACH ${catalog}`);
      connection.closeSync();
      closeSync(descriptor);
    },
  };
}

/**
 * Makes a journal with nothing but its first line, all or nothing. It comes before the file it belongs to: the name of
 * the file is what makes a generation valid, and a journal without one is a leftover.
 */
export function createJournal(
  folder: DataFolder,
  generation: number,
  { schema, configuration }: Pick<JournalHeader, 'schema' | 'configuration'>,
): void {
  const scratch = folder.temporary(`journal-${generation}`);
  rmSync(scratch, { force: true });
  const header: JournalHeader = {
    format: JOURNAL_FORMAT,
    generation,
    columns: columnNames(),
    schema,
    configuration,
  };
  writeFileSync(scratch, formatLine({ header }), { mode: 0o600 });
  folder.publish(scratch, folder.logOf('hits', generation));
}

/** Puts an attached file and its journal to use. */
export async function openSnapshot(
  file: AttachedFile,
  facts: {
    readonly number: number;
    readonly journal: string;
    readonly counters: IdCounters;
    readonly loader?: Loader;
    readonly schema: string | undefined;
    readonly configuration: AppPosition | undefined;
  },
): Promise<Snapshot> {
  const loader = facts.loader ?? (await openLoader(file.connection, file.catalog));
  const journal = openJournal(facts.journal);
  return {
    ...file,
    number: facts.number,
    baseBytes: fstatSync(file.descriptor).size,
    counters: facts.counters,
    journal,
    loader,
    changes: 0,
    schema: facts.schema,
    configuration: facts.configuration,
    release: async () => {
      await loader.close();
      journal.close();
      await file.detach();
    },
  };
}
