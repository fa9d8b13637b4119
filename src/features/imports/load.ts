/** Loads a file into a site: recognises it, has a reader or the store read it, and reports the result. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { IMPORTED } from '../../core/hits/columns.ts';
import type { ImportDerivations, ImportReport, LeftOut } from '../../core/hits/import.ts';
import type { LogSumsStore } from '../../core/hits/log-sums.ts';
import { splitPath } from '../../core/hits/page-path.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { ImportFormat } from '../../core/import-formats.ts';
import { pageOf, type SiteFacts } from '../../ingest/site-facts.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { collectGarbage } from '../../lib/garbage.ts';
import { toDay } from '../../lib/time.ts';
import type { FindExclusion } from './exclusions.ts';
import type { FollowStates } from './follow-states.ts';
import type { ImportSource } from './input/input.ts';
import { MAX_REPORTED_ROWS } from './limits.ts';
import {
  openSource,
  type Prepared,
  type PreparedDays,
  prepareDays,
  prepareSource,
  type TableFiles,
} from './prepare.ts';
import type { OpenedSource, PrepareOptions } from './prepare-types.ts';
import type { BadRow, ImportKind, ImportOptions } from './tables.ts';

/** Kinds of rows that imports add. */
export const KINDS = IMPORTED;
/** Share of the progress that reading a foreign file has; storing its rows has the rest. */
const READING = 0.5;
/** Size of files, packed or not, whose garbage is collected: smaller ones leave less than that is worth. */
const MIN_COLLECTED_BYTES = 64 * 1024;
/** Where a day begins first: no calendar is ahead of it. */
const LAST_ZONE = 'Pacific/Kiritimati';

export interface LoadDeps extends TableFiles {
  readonly hits: Pick<HitStore, 'ask' | 'importFile' | 'importDays' | 'importedSpans'>;
  readonly logSums: Pick<LogSumsStore, 'listMarks'>;
  readonly states: Pick<FollowStates, 'listSums'>;
  readonly folder: { temporary(name: string): string };
  /** Returns the facts of a site; undefined once it was deleted. */
  readonly findFacts: (siteId: number) => SiteFacts | undefined;
  readonly derive: (site: SiteFacts) => ImportDerivations;
  readonly parseUserAgent: ParseUserAgent;
  readonly exclude: (site: SiteFacts) => FindExclusion;
  readonly clock: Clock;
  /** The number of rows that an upload to a site may have; undefined for any number. */
  readonly findMaxRows: (siteId: number) => number | undefined;
}

/** A request to import a file, or to say what would come of it. */
export interface ImportInput extends ImportOptions {
  readonly siteId: number;
  readonly source: ImportSource;
  readonly format: ImportFormat | 'auto';
  /** Whether it came over HTTP. Default: false. */
  readonly isUpload?: boolean;
  /** Whether paths are stored pages already: those of an export. Default: false. */
  readonly hasPages?: boolean;
}

/** What an import came to. */
export interface ImportOutcome {
  readonly format: ImportFormat;
  readonly kind: ImportKind;
  /** Of reader and store together. */
  readonly report: ImportReport;
  readonly leftOut: readonly LeftOut[];
  /** What was added of a file of sums by day. */
  readonly days: { readonly rows: number; readonly views: number } | null;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

export interface LoadOptions {
  readonly importKey?: string;
  /** The import of a followed log that the rows are of. */
  readonly followedImport?: number;
  /** True: nothing is stored. */
  readonly isDryRun: boolean;
  /** Called before sums by day are stored, with what they come to: the store does not know it afterwards. */
  readonly onPrepared?: (outcome: ImportOutcome) => void;
}

const sizeOf = ({ found }: OpenedSource): number =>
  found.reduce((bytes, { entry }) => bytes + entry.sizeBytes, 0);

/** Joins the reports of a reader and of the store. */
function toOutcome(
  { format, kind }: OpenedSource,
  prepared: Omit<Prepared, 'file' | 'format'>,
  report: ImportReport,
): ImportOutcome {
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
    days: null,
  };
}

/** Says what prepared days come to. */
function toDaysOutcome(opened: OpenedSource, prepared: PreparedDays): ImportOutcome {
  const { rows, duplicates, views, range } = prepared.added;
  const report: ImportReport = {
    read: rows + duplicates,
    imported: { hit: 0, event: 0, agent_visit: 0, engagement: 0 },
    first: range ? new Date(range.first) : null,
    last: range ? new Date(range.last) : null,
    duplicates,
    bad: 0,
    faults: [],
    faultCounts: {},
  };
  return { ...toOutcome(opened, prepared, report), days: { rows, views } };
}

/** Counts the rows of an outcome: read = imported + skipped + bad. */
export function countRows({ report, days }: Pick<ImportOutcome, 'report' | 'days'>) {
  const imported = days?.rows ?? KINDS.reduce((sum, kind) => sum + (report.imported[kind] ?? 0), 0);
  const { read, bad } = report;
  return { read, imported, skipped: read - imported - bad, bad };
}

/** Lists the bad rows that are shown. */
export const toBadRows = ({ faults }: ImportReport): BadRow[] =>
  faults.slice(0, MAX_REPORTED_ROWS).map(({ line, message }) => ({ line, error: message }));

/** Counts the hits that an import adds: those of sums by day are their page views. */
export const countHits = ({ report, days }: Pick<ImportOutcome, 'report' | 'days'>): number =>
  days?.views ?? report.imported.hit;

/** Creates the function that reads a file and loads its rows. */
export function createLoad(deps: LoadDeps) {
  const { hits, folder, clock } = deps;

  const listMarks = async (siteId: number) =>
    deps.logSums.listMarks(siteId, await deps.states.listSums(siteId));

  const loadRows = async (
    opened: OpenedSource,
    { input, site, derive, prepare, importKey, followedImport, isDryRun, onProgress }: Loading,
  ): Promise<ImportOutcome> => {
    const isForeign = opened.format !== 'footfall';
    const isStored = importKey !== undefined && !isDryRun;
    const prepared = await prepareSource(opened, {
      ...prepare,
      ...(isStored && { logMarks: await listMarks(input.siteId) }),
      onProgress: done => (isForeign ? prepare.onProgress(done) : undefined),
    });
    // A reader's garbage would otherwise add to the memory that storing the rows takes.
    if (isForeign && sizeOf(opened) > MIN_COLLECTED_BYTES) collectGarbage();
    const report = await hits.importFile({
      siteId: input.siteId,
      siteUrl: site.url,
      siteZone: site.timeZone,
      file: prepared.file,
      name: input.source.name,
      format: prepared.format,
      derive,
      timeZone: prepare.options.timeZone,
      now: clock.now(),
      signal: prepare.signal,
      isDryRun,
      ...(input.isUpload && { maxRows: deps.findMaxRows(input.siteId) }),
      ...(importKey !== undefined && { importKey }),
      isDeliveredLater: isStored,
      complete: stored => ({ ...toOutcome(opened, prepared, stored).report, leftOut: prepared.leftOut }),
      ...(followedImport !== undefined && { followedImport }),
      ...(prepared.logSums === undefined ? {} : { logSums: prepared.logSums }),
      onProgress: (done, total) =>
        isForeign
          ? onProgress?.(READING + (1 - READING) * (total ? done / total : 1), 1)
          : onProgress?.(done, total),
    });
    return toOutcome(opened, prepared, report);
  };

  /** Finds which days an import adds: those before the site's own, that no other import has. */
  const findAdded = async ({ siteId, timeZone, overlap }: ImportInput, importKey: string | undefined) => {
    const first = { shape: 'facts', of: 'earliest', siteId, kinds: ['hit'] } as const;
    const earliest = overlap ? null : await hits.ask(first);
    const spans = await hits.importedSpans(siteId, 'stored');
    return {
      ownFrom: earliest ? toDay(earliest, timeZone ?? 'UTC') : undefined,
      known: spans.filter(span => span.importKey !== importKey),
      today: toDay(clock.now(), LAST_ZONE),
    };
  };

  const loadDays = async (
    opened: OpenedSource,
    { input, site, prepare, importKey, isDryRun, onPrepared }: Loading,
  ): Promise<ImportOutcome> => {
    const added = {
      ...(await findAdded(input, importKey)),
      toPage: input.hasPages ? (path: string) => path : (path: string) => pageOf(site, splitPath(path)),
    };
    const prepared = await prepareDays(opened, added, {
      ...prepare,
      convertTable: deps.convertTable,
    });
    const outcome = toDaysOutcome(opened, prepared);
    if (isDryRun || importKey === undefined || prepared.added.rows === 0) return outcome;
    onPrepared?.(outcome);
    await hits.importDays({
      siteId: input.siteId,
      importKey,
      file: prepared.file,
      // What was exported is what counted.
      ...(!input.overlap && opened.format !== 'footfall' && { clipZone: input.timeZone ?? 'UTC' }),
      signal: prepare.signal,
    });
    return outcome;
  };

  return async (
    input: ImportInput,
    options: LoadOptions,
    { signal, onProgress }: RunOptions,
  ): Promise<ImportOutcome> => {
    const site = deps.findFacts(input.siteId);
    if (!site) throw notFound('site');
    const opened = await openSource(input.source, input, deps);
    const rules = deps.derive(site);
    const derive = input.hasPages ? { ...rules, pageRules: null } : rules;
    const scratch = mkdtempSync(folder.temporary('import-'));
    try {
      const prepare: PrepareOptions = {
        source: input.source,
        folder: scratch,
        options: {
          timeZone: input.timeZone ?? 'UTC',
          logFormat: input.logFormat ?? undefined,
          siteHosts: site.hosts,
          parseUserAgent: deps.parseUserAgent,
          findExclusion: deps.exclude(site),
          isWithoutHits: input.withoutHits === true,
        },
        derivations: { siteUrl: site.url, derive },
        signal,
        clock,
        onProgress: done => onProgress?.(done * READING, 1),
      };
      const loading = { ...options, input, site, derive, prepare, onProgress };
      return await (opened.kind === 'days' ? loadDays(opened, loading) : loadRows(opened, loading));
    } finally {
      await opened.input.close();
      // Requests would wait a quarter of a second until a gigabyte is removed.
      await rm(scratch, { recursive: true, force: true });
    }
  };
}

interface Loading extends LoadOptions {
  readonly input: ImportInput;
  readonly site: SiteFacts;
  readonly derive: ImportDerivations;
  readonly prepare: PrepareOptions;
  readonly onProgress: RunOptions['onProgress'];
}
