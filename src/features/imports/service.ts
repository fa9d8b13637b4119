/**
 * Imports files of Footfall and of other tools into a site: a file as a whole or not at all, and each import can be undone. They
 * take turns (`turns.ts`). The store itself knows which imports it holds (`HitStore.findImport`), so an import that a crash interrupted
 * is either complete or read again from its kept file.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError, CommandError } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Log } from '../../core/log.ts';
import type { Page } from '../../core/page.ts';
import { createKey } from '../../lib/token.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import { createImportDeliveries } from './delivery.ts';
import { createRunExtras, type ExtrasReport, type ExtrasStore } from './extras.ts';
import type { FollowedImports } from './followed.ts';
import { createLoad, type ImportInput, type ImportOutcome, type LoadDeps, type RunOptions } from './load.ts';
import { isSmallFile, openSource } from './prepare.ts';
import type { OpenedSource } from './prepare-types.ts';
import type { ImportChange, ImportRow, ImportsStore, NewImport } from './store.ts';
import { createStoredImports, type StoredHits, toCounts } from './stored.ts';
import { type ImportOptions, NOTHING_READ } from './tables.ts';
import { createImportTurns } from './turns.ts';
import { readChecksum } from './upload.ts';
import { createUploads } from './uploads.ts';

export interface ImportsDeps extends LoadDeps {
  readonly store: ImportsStore;
  readonly hits: LoadDeps['hits'] & StoredHits & Pick<HitStore, 'deliverImport'>;
  readonly extras: ExtrasStore;
  readonly followed: Pick<FollowedImports, 'present' | 'close'>;
  readonly folder: { temporary(name: string): string; pathOf(...names: string[]): string };
  readonly log: Log;
  /** Returns whose site it is. */
  readonly findOwner: (siteId: number) => number | undefined;
  /** Receives the days whose rows an import has changed (at least those), before the change is recorded. */
  readonly onChange: (days: {
    readonly siteId: number;
    readonly firstDay: string;
    readonly lastDay: string;
  }) => void;
}

/** Creates the row of an import that begins. */
const toNewImport = (
  { siteId, source, timeZone, logFormat, overlap, withoutHits = false, checksum }: ImportInput,
  { format, kind }: Pick<OpenedSource, 'format' | 'kind'>,
  { importKey, createdAt }: Pick<ImportRow, 'importKey' | 'createdAt'>,
): NewImport => ({
  siteId,
  importKey,
  format,
  kind,
  // Without the folders: answers of the API do not tell how the server's disk is laid out.
  fileName: basename(source.name),
  options: { timeZone, logFormat, overlap, withoutHits, ...(checksum && { checksum }) },
  ...NOTHING_READ,
  status: 'running',
  error: null,
  createdAt,
  completedAt: null,
});

/** Options for files that Footfall itself wrote. */
const AS_WRITTEN = { format: 'footfall', timeZone: null, logFormat: null, overlap: false } as const;
const OWN_ROWS = { format: 'footfall', kind: 'rows' } as const;

/** The error for those who wait for an import that is undone before it has ended. */
const UNDONE = 'the import was undone before its rows were in the database of hits';

const INTERRUPTED =
  'the server ended before the import was complete, and nothing was imported: import the file again';

const DAMAGED =
  'the file was damaged before its import was complete, and nothing was imported: import it again';

/** Returns whether an upload is still what arrived. */
const isAsReceived = async (path: string, { checksum }: ImportOptions): Promise<boolean> =>
  checksum === undefined || (await readChecksum(path)) === checksum;

type EndingDeps = Pick<ImportsDeps, 'store' | 'clock' | 'log' | 'onChange'>;

/** Creates the functions that record how an import has ended. */
function createEndings({ store, clock, log, onChange }: EndingDeps) {
  /** Records the status of an import whose rows are added or removed. */
  const end = (row: ImportRow, change: ImportChange & Pick<ImportRow, 'status'>): void => {
    const { siteId, kind, startDate, endDate, rowsImported } = { ...row, ...change };
    if (kind === 'rows' && startDate !== null && endDate !== null && rowsImported > 0)
      onChange({ siteId, firstDay: startDate, lastDay: endDate });
    store.update(row.id, { error: null, ...change, completedAt: clock.now() });
  };

  /** Describes an error for the record of an import. */
  const explain = (row: ImportRow, error: unknown): string => {
    if (error instanceof CommandError || error instanceof AppError) return error.message;
    log.error({ err: error, import: row.id }, 'an import failed');
    return 'the server could not do it: see its log';
  };

  const fail = (row: ImportRow, error: unknown): void => {
    const message = explain(row, error);
    const nothing = { rowsImported: 0, hits: 0 };
    store.update(row.id, { status: 'failed', error: message, ...nothing, completedAt: clock.now() });
  };
  /** Records that an undo failed: some of the rows may be gone. Returns what the record says then. */
  const failUndo = (row: ImportRow, status: 'completed' | 'running', failure: unknown) => {
    const error = `it could not be taken back completely, undo it again: ${explain(row, failure)}`;
    store.update(row.id, { status, error });
    return { error };
  };
  return { end, fail, failUndo };
}

/** Returns a signal that aborts with any of these. */
const anySignal = (first: AbortSignal, second: AbortSignal | undefined): AbortSignal =>
  second ? AbortSignal.any([first, second]) : first;

/** The share that is done of an import that is not being read. */
const PROGRESS = { running: 0, undoing: 0, failed: 0, completed: 1, undone: 1 } as const;

type RunImport = (row: ImportRow, input: ImportInput, options: Partial<RunOptions>) => Promise<ImportOutcome>;

interface ResumeDeps {
  readonly stored: Pick<ReturnType<typeof createStoredImports>, 'find' | 'remove'>;
  readonly uploads: Pick<ReturnType<typeof createUploads>, 'pathOf' | 'remove'>;
  readonly deliveries: Pick<ReturnType<typeof createImportDeliveries>, 'deliver'>;
  readonly run: RunImport;
  readonly undo: (row: ImportRow, isDelivered: boolean) => Promise<void>;
  readonly fail: (row: ImportRow, error: unknown) => void;
}

/** Creates the function that completes an import which an earlier process had begun. */
const createResume =
  ({ stored, uploads, deliveries, run, undo, fail }: ResumeDeps) =>
  async (row: ImportRow): Promise<void> => {
    if (row.status === 'undoing') return undo(row, false);
    const { siteId, importKey, fileName, format, options } = row;
    const path = uploads.pathOf(importKey);
    const counts = await stored.find(row);
    if (counts) {
      await uploads.remove(importKey);
      // The next imports do not wait for it.
      void deliveries.deliver(row, counts);
    } else if (existsSync(path) && !(await isAsReceived(path, options))) {
      await stored.remove(row);
      await uploads.remove(importKey);
      fail(row, new CommandError(DAMAGED));
    } else if (existsSync(path)) {
      const source = { path, name: fileName };
      await run(row, { siteId, source, format, ...options, isUpload: true }, {}).catch(() => undefined);
    } else {
      await stored.remove(row);
      fail(row, new CommandError(INTERRUPTED));
    }
  };

export function createImportsService(deps: ImportsDeps) {
  const { store, hits, followed, clock, log } = deps;
  const turns = createImportTurns(deps.findOwner);
  const closing = new AbortController();
  const progress = new Map<number, number>();
  const uploads = createUploads(deps);

  const load = createLoad(deps);
  const stored = createStoredImports(hits, deps.extras);

  const { end, fail, failUndo } = createEndings(deps);
  const runExtras = createRunExtras({ end, remove: stored.remove, fail });

  const deliveries = createImportDeliveries({
    ...deps,
    end,
    fail,
    remove: stored.remove,
    closing: closing.signal,
  });

  /** Reads the file of an import and records its rows. Rejects when it failed. */
  const read = async (row: ImportRow, input: ImportInput, options: RunOptions): Promise<ImportOutcome> => {
    const { siteId } = row;
    const isSmall = await isSmallFile(input, deps);
    return turns.run({ siteId, isSmall }, async () => {
      try {
        options.signal.throwIfAborted();
        const onPrepared = (prepared: ImportOutcome) => store.update(row.id, toCounts(prepared));
        return await load(input, { importKey: row.importKey, isDryRun: false, onPrepared }, options);
      } catch (error) {
        // A stopping server resumes it at its next start.
        if (!closing.signal.aborted) fail(row, error);
        throw error;
      } finally {
        if (!closing.signal.aborted) await uploads.remove(row.importKey);
        progress.delete(row.id);
      }
    });
  };

  /** Runs an import that is recorded as running. Rejects when it failed. */
  const run: RunImport = async (row, input, options) => {
    const onProgress = (done: number, total: number | null): void => {
      progress.set(row.id, total ? done / total : 0);
      options.onProgress?.(done, total);
    };
    const outcome = await read(row, input, { signal: anySignal(closing.signal, options.signal), onProgress });
    await untilAborted(deliveries.deliver(row, toCounts(outcome)), options.signal);
    return outcome;
  };

  const undo = async (row: ImportRow, isDelivered: boolean): Promise<void> => {
    if (!isDelivered) await deliveries.stop(row, new CommandError(UNDONE));
    return turns.run({ siteId: row.siteId, isSmall: true }, async () => {
      closing.signal.throwIfAborted();
      try {
        const closed = await followed.close(row);
        await stored.remove(closed);
        end(closed, { status: 'undone' });
      } catch (error) {
        if (closing.signal.aborted) throw error;
        const counts = isDelivered ? undefined : await stored.find(row);
        const failed = failUndo(row, counts ? 'running' : 'completed', error);
        if (counts) void deliveries.deliver(row, { ...counts, ...failed });
        throw error;
      }
    });
  };

  const resume = createResume({ stored, uploads, deliveries, run, undo, fail });

  return {
    /** Previews the import of a file. Throws a `CommandError` when it cannot be read or has no known format. */
    async preview(input: ImportInput, options: Partial<RunOptions> = {}): Promise<ImportOutcome> {
      const signal = anySignal(closing.signal, options.signal);
      const work = { siteId: input.siteId, isSmall: await isSmallFile(input, deps), isDryRun: true };
      return turns.run(work, () => load(input, { isDryRun: true }, { ...options, signal }), { signal });
    },
    /**
     * Records an import and starts it. Throws a `CommandError` when the file has no known format. An upload is already
     * in the file of `importKey`.
     */
    async start(
      input: ImportInput,
      importKey: string,
      options: Partial<RunOptions> = {},
    ): Promise<{ readonly row: ImportRow; readonly done: Promise<ImportOutcome> }> {
      const opened = await openSource(input.source, input, deps);
      await opened.input.close();
      const row = store.insert(toNewImport(input, opened, { importKey, createdAt: clock.now() }));
      const done = run(row, { ...input, format: opened.format }, options);
      done.catch(() => undefined);
      return { row, done };
    },
    /** Imports extras of an exported folder: `add` stores them under the key of the import. */
    addExtras: (
      input: Pick<ImportInput, 'siteId' | 'source'>,
      add: (importKey: string) => Promise<ExtrasReport>,
    ) =>
      turns.run({ siteId: input.siteId, isSmall: true }, async () => {
        closing.signal.throwIfAborted();
        const begin = { importKey: createKey(), createdAt: clock.now() };
        const row = store.insert(toNewImport({ ...input, ...AS_WRITTEN }, OWN_ROWS, begin));
        return runExtras(row, add);
      }),
    uploads,
    find: store.find,
    list: (siteId: number, page: Page) => ({ rows: store.list(siteId, page), total: store.count(siteId) }),
    /** Returns an import with its counts so far. */
    present: followed.present,
    /** The share that is done, from 0 to 1. */
    progressOf: (row: ImportRow): number =>
      deliveries.has(row) ? 1 : (progress.get(row.id) ?? PROGRESS[row.status]),
    /** Starts to undo an import. Throws 422 for one that is still being read. */
    undo(row: ImportRow): { readonly row: ImportRow; readonly done: Promise<void> } {
      if (row.status === 'undone') return { row, done: Promise.resolve() };
      const isWaiting = deliveries.has(row);
      if (row.status === 'running' && !isWaiting)
        throw new AppError('invalid_body', 'the import is still running: undo it when it has ended');
      const undoing = store.update(row.id, { status: 'undoing', error: null }) ?? row;
      const done = undo(undoing, !isWaiting);
      done.catch(() => undefined);
      return { row: undoing, done };
    },
    /** Resumes imports and undos that an earlier process did not complete, each in its turn. */
    async resumeAll(): Promise<void> {
      const resumeOne = (row: ImportRow) =>
        resume(row).catch(error => {
          if (!closing.signal.aborted) log.error({ err: error, import: row.id }, 'an import could not go on');
        });
      await Promise.all(store.listUnfinished().map(resumeOne));
    },
    removeOfSite: store.removeOfSite,
    /** Stops running work; an import of an upload resumes at the next start. */
    async stop(): Promise<void> {
      closing.abort(new AppError('unavailable', 'The server is stopping'));
      await turns.idle();
      await deliveries.idle();
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;
