/** Import of a history from a file. */
import type { Network } from '../networks.ts';
import type { Span } from '../span.ts';
import { columns, type ImportColumn, type ImportedKind } from './columns.ts';
import type { PageRule } from './page-rules.ts';

/** Fields of a row that only imports have. */
const IMPORT_ONLY = ['type', 'ip_address', 'user_agent', 'visitor_id'] as const;
/** A column of Footfall's import format. */
export type ImportField = ImportColumn | (typeof IMPORT_ONLY)[number];

/** The columns of the format; a file may have any of them, and others, which are ignored. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...IMPORT_ONLY,
  ...columns.filter(column => 'import' in column).map(({ name }) => name as ImportColumn),
];

/** How an import file is written, by the ending of its name. */
export const FILE_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * The format of a scratch file that a reader of foreign files made: CSV of a fixed dialect (tabs, double quotes, line
 * feeds, UTF-8), whose header is `line` and columns of Footfall's format, and whose rows begin with their line in the
 * foreign file. Every row has as many fields as the header; an empty field is no value. Where it has `visitor_hash`, the reader has
 * looked for sources, too.
 */
export const PREPARED = 'prepared';

/** What separates the fields of such a file: nearly every user agent has commas, and none has tabs. */
export const PREPARED_SEPARATOR = '\t';

/** Returns the import format that a file name ends in, without regard to `.gz`; undefined for any other ending. */
export function findFileFormat(file: string): FileFormat | undefined {
  const ending = file.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : FILE_FORMATS.find(format => format === ending);
}

/** Separates the message of a bad row from its value. */
export const GIVEN_VALUE = ', got "';

/** Returns the kind of a fault: its message without the value. */
export const toFaultKind = (message: string): string => message.split(GIVEN_VALUE)[0] ?? message;

/** A request to import a history from a file. The engine gets the file itself: only it can read millions of rows quickly. */
export interface ImportRequest {
  readonly siteId: number;
  readonly siteUrl: string;
  /** IANA name of the zone of the site's days, which anonymous visitors are distinguished within. Default: UTC. */
  readonly siteZone?: string;
  readonly file: string;
  /** Name of the file in messages. Default: its path. */
  readonly name?: string;
  readonly format: FileFormat | typeof PREPARED;
  /** Under which the rows are found again, to remove them; drawn at random. Without one they cannot be. */
  readonly importKey?: string;
  /** The import of a followed log that the rows are of. */
  readonly followedImport?: number;
  /** Scratch file of log sums (`LOG_SUM_HEADER`) that are stored with the rows, under their key. */
  readonly logSums?: string;
  /** Rules that SQL cannot express; called once per distinct value, never per row. */
  /** Reads and checks everything and stores nothing: the report says what an import would add. */
  readonly isDryRun?: boolean;
  /** Maximum number of rows, good or bad. Default: any. */
  readonly maxRows?: number | undefined;
  readonly derive: ImportDerivations;
  /** IANA name of the zone of times that name none. Default: UTC. */
  readonly timeZone?: string;
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** Called repeatedly with the number of rows done and, when known, of all rows. */
  readonly onProgress?: (done: number, total: number | null) => void;
  /** Called when the rows are read, and the database of hits does not take them yet. They are stored once it does. */
  readonly onWaiting?: () => void;
  /** Resolves as soon as the import is recorded; `deliverImport` then waits until its rows are in the database of hits. */
  readonly isDeliveredLater?: boolean;
  /** Adds to the recorded report what a reader of foreign files has found. */
  readonly complete?: (report: ImportReport) => ImportReport;
}

/** A request to wait for the rows of an import. */
export interface ImportDeliveryRequest extends Pick<ImportRequest, 'siteId' | 'signal' | 'onWaiting'> {
  readonly importKey: string;
}

/** The ingest rules for values that need code, called with one distinct value at a time. */
export interface ImportDerivations {
  readonly userAgent: (userAgent: string) => {
    readonly browserName: string | null;
    readonly platformName: string | null;
    readonly browserVersion: string | null;
    readonly platformVersion: string | null;
    readonly isMobile: boolean | null;
  };
  /** `XX` when unknown. */
  readonly country: (ipAddress: string) => string;
  /** Null when unknown. */
  readonly network: (ipAddress: string) => Network | null;
  /** Source of a hit that has none: from the parameters of the url, else from the referrer. */
  readonly source: (url: string | null, referrer: string | null) => string | null;
  /** Properties as they are stored, of a text that should be a JSON object; undefined if the API would refuse it. */
  readonly properties: (text: string) => string | null | undefined;
  /** Of the site, for the pages of paths; null where paths are stored pages already, as in an export. */
  readonly pageRules: readonly PageRule[] | null;
  /** Hash of a given visitor id on this site. */
  readonly visitor: (visitorId: string) => bigint;
  /**
   * Random, for this import only, and erased after it: with it the visitors are hashed who are known by address and user agent alone,
   * so that neither can two days be linked nor an address be found. It is as long as the hash's state.
   */
  readonly salt: string;
  /** The AI agent that a user agent identifies, for rows that are agent visits. */
  readonly agent: (
    userAgent: string,
  ) => { readonly name: string; readonly provider: string; readonly category: string } | null;
}

/** Rows that an import leaves out, by what they are. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

export interface ImportReport {
  readonly read: number;
  readonly imported: Readonly<Record<ImportedKind, number>>;
  /** Times of the first and the last good row, stored already or not; null without any. */
  readonly first: Date | null;
  readonly last: Date | null;
  /** Rows that are stored already, from the same or an overlapping file. */
  readonly duplicates: number;
  readonly bad: number;
  /** The first 100 bad rows, and the first one of each of 100 kinds of faults, by line (Parquet: by row). */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** Number of bad rows by kind of fault: `toFaultKind` of the message. */
  readonly faultCounts: Readonly<Record<string, number>>;
  /** Rows that a reader of foreign files left out, of `read`; in recorded reports only. */
  readonly leftOut?: readonly LeftOut[];
}

/** Hits that an import stored. */
export interface ImportedHits {
  readonly siteId: number;
  readonly ids: readonly [first: number, last: number];
  /** Newest id before the import. */
  readonly lastIdBefore: number;
  /** Their days. */
  readonly days: Span;
}
