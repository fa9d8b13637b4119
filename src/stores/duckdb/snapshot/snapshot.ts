/** A snapshot in use: a finished file attached to DuckDB, its journal, and the rows that came since. */
import { closeSync, fstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DataFolder } from '../../data-folder-types.ts';
import type { AppPosition } from '../../positions.ts';
import { readSumsState } from '../aggregates/state.ts';
import type { CopySession, IdCounters, StoredState } from '../engine-types.ts';
import {
  formatLine,
  JOURNAL_FORMAT,
  type Journal,
  type JournalHeader,
  openJournal,
} from '../journal/journal.ts';
import { type Loader, openLoader } from '../journal/loader.ts';
import { columnNames } from '../rows/rows.ts';
import { readSiteZones, type SiteZones } from '../site-zones.ts';
import type { OpenInstance } from '../sql/instance.ts';
import { createSession } from '../sql/session.ts';
import { quoteLiteral } from '../sql/sql.ts';

/** A database file that is attached to DuckDB; never written to, except a scratch copy that is being built. */
export interface AttachedFile {
  readonly catalog: string;
  /** Kept open to read the file by: closing any descriptor of it would drop DuckDB's lock. */
  readonly descriptor: number;
  /** A connection of its own whose default is this file. */
  readonly connection: DuckDBConnection;
  readonly session: CopySession;
  detach(): Promise<void>;
}

/** The database: an immutable file, and the journal of everything that was written since. */
export interface Snapshot extends AttachedFile {
  readonly number: number;
  readonly baseBytes: number;
  readonly journal: Journal;
  readonly loader: Loader;
  /** Last migration of its schema. */
  readonly schema: string | undefined;
  readonly counters: IdCounters;
  /** The zones that its rows are stored by. */
  zones: SiteZones;
  /** The state of its sums. */
  sums: StoredState;
  /** Number of changes in its journal, which a rebuild has to replay on its copy. */
  changes: number;
  /** The last position of the application database in the journal. */
  configuration: AppPosition | undefined;
  release(): Promise<void>;
}

let attachments = 0;

/**
 * Size of the blocks of a new file. Much of a block stays empty where a column of 120,000 rows takes most of it, as in those of
 * 256 KiB, the default; in smaller ones, texts have a dictionary more often. See decision 039.
 */
export const BLOCK_BYTES = 128 * 1024;

/**
 * Attaches a file in the mode in which DuckDB writes neither to it nor to a log beside it: inserted rows stay in memory until
 * a CHECKPOINT, which only builders of a scratch copy run.
 */
export const attachFile = (open: OpenInstance, file: string): Promise<AttachedFile> => attach(open, file, '');

/** Creates a file, and attaches it as others are. */
export const createFile = (open: OpenInstance, file: string): Promise<AttachedFile> =>
  attach(open, file, `, BLOCK_SIZE ${BLOCK_BYTES}`);

async function attach(open: OpenInstance, file: string, options: string): Promise<AttachedFile> {
  const connection = await open.connect();
  const session = createSession(open.duckdb, connection);
  attachments += 1;
  const catalog = `g${attachments}`;
  try {
    await connection.run(
      `ATTACH ${quoteLiteral(file)} AS ${catalog} (TYPE duckdb, STORAGE_VERSION 'v1.5.0', RECOVERY_MODE 'no_wal_writes'${options})`,
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
 * Creates a journal with only its header, atomically. It is created before the file of its snapshot: the name of the file
 * makes a snapshot valid, and a journal without one is a leftover.
 */
export function createJournal(
  folder: DataFolder,
  number: number,
  { schema, configuration }: Pick<JournalHeader, 'schema' | 'configuration'>,
): void {
  const scratch = folder.temporary(`journal-${number}`);
  rmSync(scratch, { force: true });
  const header: JournalHeader = {
    format: JOURNAL_FORMAT,
    generation: number,
    columns: columnNames(),
    schema,
    configuration,
  };
  writeFileSync(scratch, formatLine({ header }), { mode: 0o600 });
  folder.publish(scratch, folder.logFile('hits', number));
}

/** Opens the snapshot of an attached file and its journal. */
export async function openSnapshot(
  file: AttachedFile,
  parts: {
    readonly number: number;
    readonly journal: string;
    readonly counters: IdCounters;
    readonly loader?: Loader;
    readonly schema: string | undefined;
    readonly configuration: AppPosition | undefined;
  },
): Promise<Snapshot> {
  const loader = parts.loader ?? (await openLoader(file.connection, file.catalog));
  const journal = openJournal(parts.journal);
  return {
    ...file,
    number: parts.number,
    baseBytes: fstatSync(file.descriptor).size,
    counters: parts.counters,
    zones: await readSiteZones(file.session),
    sums: await readSumsState(file.session),
    journal,
    loader,
    changes: 0,
    schema: parts.schema,
    configuration: parts.configuration,
    release: async () => {
      await loader.close();
      journal.close();
      await file.detach();
    },
  };
}
