/** Loads a file into a site: recognises it, has a reader or the store read it, and reports what came of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { ImportDerivations, ImportReport } from '../../core/hits/import.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import type { ImportFormat } from './formats.ts';
import { MAX_REPORTED_ROWS } from './limits.ts';
import { type ImportSource, type OpenedSource, openSource, type Prepared, prepareSource } from './prepare.ts';
import type { ImportRow } from './store.ts';
import type { BadRow, ImportOptions, LeftOut } from './tables.ts';

/** Kinds of rows that imports add. */
export const KINDS = ['hit', 'event', 'agent_visit'] as const;
/** Share of the progress that reading a foreign file has; storing its rows has the rest. */
const READING = 0.5;

export interface LoadDeps {
  readonly hits: Pick<HitStore, 'importFile'>;
  readonly folder: { temporary(name: string): string };
  /** Returns the facts of a site; undefined once it was deleted. */
  readonly findFacts: (siteId: number) => SiteFacts | undefined;
  readonly derive: (site: SiteFacts) => ImportDerivations;
  readonly parseUserAgent: ParseUserAgent;
  readonly clock: Clock;
}

/** A request to import a file, or to say what would come of it. */
export interface ImportInput extends ImportOptions {
  readonly siteId: number;
  readonly source: ImportSource;
  readonly format: ImportFormat | 'auto';
}

/** What an import came to. */
export interface ImportOutcome {
  readonly format: ImportFormat;
  readonly kind: ImportRow['kind'];
  /** Of reader and store together. */
  readonly report: ImportReport;
  readonly leftOut: readonly LeftOut[];
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** Joins what a reader and the store had to say. */
function toOutcome({ format, kind }: OpenedSource, prepared: Prepared, report: ImportReport): ImportOutcome {
  const { leftOut } = prepared;
  const isLeftOut = leftOut.reduce((sum, { count }) => sum + count, 0);
  const faultCounts: Record<string, number> = { ...report.faultCounts };
  for (const [fault, count] of prepared.faultCounts) faultCounts[fault] = (faultCounts[fault] ?? 0) + count;
  return {
    format,
    kind,
    report: {
      ...report,
      read: report.read + prepared.bad + isLeftOut,
      bad: report.bad + prepared.bad,
      faults: [...prepared.faults, ...report.faults].sort((a, b) => a.line - b.line),
      faultCounts,
    },
    leftOut,
  };
}

/** Counts the rows of an outcome: read = imported + skipped + bad. */
export function countRows({ report }: Pick<ImportOutcome, 'report'>) {
  const imported = KINDS.reduce((sum, kind) => sum + report.imported[kind], 0);
  const { read, bad } = report;
  return { read, imported, skipped: read - imported - bad, bad };
}

/** Lists the bad rows that are shown. */
export const toBadRows = ({ faults }: ImportReport): BadRow[] =>
  faults.slice(0, MAX_REPORTED_ROWS).map(({ line, message }) => ({ line, error: message }));

/** Creates the function that reads a file and loads its rows; with `isDryRun`, it stores nothing. */
export function createLoad(deps: LoadDeps) {
  const { hits, folder, clock } = deps;
  return async (
    input: ImportInput,
    { importKey, isDryRun }: { readonly importKey?: string; readonly isDryRun: boolean },
    { signal, onProgress }: RunOptions,
  ): Promise<ImportOutcome> => {
    const site = deps.findFacts(input.siteId);
    if (!site) throw notFound('site');
    const opened = await openSource(input.source, input);
    const scratch = mkdtempSync(folder.temporary('import-'));
    const isForeign = opened.format !== 'footfall';
    try {
      const prepared = await prepareSource(opened, {
        source: input.source,
        folder: scratch,
        options: {
          timeZone: input.timeZone ?? 'UTC',
          logFormat: input.logFormat ?? undefined,
          siteHost: site.hostName,
          parseUserAgent: deps.parseUserAgent,
        },
        signal,
        onProgress: done => (isForeign ? onProgress?.(done * READING, 1) : undefined),
      });
      const report = await hits.importFile({
        siteId: input.siteId,
        siteUrl: site.url,
        file: prepared.file,
        name: input.source.name,
        format: prepared.format,
        derive: deps.derive(site),
        now: clock.now(),
        signal,
        isDryRun,
        ...(importKey === undefined ? {} : { importKey }),
        onProgress: (done, total) =>
          isForeign
            ? onProgress?.(READING + (1 - READING) * (total ? done / total : 1), 1)
            : onProgress?.(done, total),
      });
      return toOutcome(opened, prepared, report);
    } finally {
      await opened.input.close();
      rmSync(scratch, { recursive: true, force: true });
    }
  };
}
