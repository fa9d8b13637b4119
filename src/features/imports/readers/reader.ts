/** What a reader of a foreign format is. A format is one file in this folder, and a row in `../formats.ts`. */
import type { ImportField } from '../../../core/hits/import.ts';
import type { ImportedDay } from '../../../core/hits/imported-days.ts';
import type { SiteHosts } from '../../../core/site-hosts.ts';
import type { UserAgentFacts } from '../../../ingest/user-agent.ts';
import type { FindExclusion } from '../exclusions.ts';
import type { InputEntry } from '../input/input.ts';
import type { Sample } from '../input/sample.ts';
import type { Target } from '../input/text.ts';
import type { LogTally } from './access-log/tally.ts';

/** What helps to read a file. */
export interface ReadOptions {
  /** IANA name of the zone of times that name none. The store reads those of rows that keep them as they are. */
  readonly timeZone: string;
  /** The `log_format` of nginx by which an access log is written; undefined to detect it. */
  readonly logFormat: string | undefined;
  readonly siteHosts: SiteHosts;
  readonly parseUserAgent: (userAgent: string) => UserAgentFacts;
  /** Returns why the site does not count a visit of an access log. */
  readonly findExclusion?: FindExclusion | undefined;
  /** Whether page views of an access log are left out. */
  readonly isWithoutHits?: boolean | undefined;
  /** Receives the log sums of an access log; undefined if they are not needed. */
  readonly tally?: Pick<LogTally, 'add'> | undefined;
  /** The beginning of the entry. */
  readonly sample: Sample;
  /** What a reader keeps from one entry of a file to the next, by a name of its own. */
  readonly memory: Map<string, unknown>;
}

/** Where a reader's rows go, whatever they are. */
export interface ReaderTarget extends Target {
  /**
   * Counts rows that are not imported; 0 for what rows lack that are. Both texts are shown, so there should be few different
   * ones.
   */
  leaveOut(what: string, why: string, count?: number): void;
}

/** Target of rows that become hits, events and agent visits. */
export interface RowTarget extends ReaderTarget {
  /** Adds a row: its values in the order of the reader's `columns`, null or empty for none. Times are ISO 8601, with a zone or in that of the import. */
  row(line: number, values: readonly (string | null)[]): void;
}

/** Target of sums by day. */
export interface DayTarget extends ReaderTarget {
  /**
   * Adds what a row of the file has of one day, for each dimension it knows. Those of the same day, dimension and value are
   * added up. A row with a wrong day, value or count is a bad one.
   */
  days(line: number, rows: readonly ImportedDay[]): void;
}

/** A reader of files whose rows are single visits. */
export interface RowReader {
  readonly kind: 'rows';
  /** Columns of the rows: `created_at` and others. */
  readonly columns: readonly ImportField[];
  /** Returns whether a file is of the format, from its beginning. Only access logs take a `logFormat`. */
  recognises(sample: Sample, logFormat?: string): boolean;
  /** Reads one entry. Throws a `CommandError` when nothing of it can be read. */
  read(entry: InputEntry, target: RowTarget, options: ReadOptions): Promise<void>;
}

/** A reader of files whose rows are sums by day. */
export interface DayReader {
  readonly kind: 'days';
  /** Returns whether other entries of the same archive refer to an entry, so that it is read before them. */
  isReference?(sample: Sample): boolean;
  /** Returns whether a file is of the format, from its beginning. */
  recognises(sample: Sample): boolean;
  /** Reads one entry. Throws a `CommandError` when nothing of it can be read. */
  read(entry: InputEntry, target: DayTarget, options: ReadOptions): Promise<void>;
}

export type Reader = RowReader | DayReader;
