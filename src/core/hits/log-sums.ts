/**
 * Log sums: requests in an access log that do not become rows, as sums by UTC day. They are stored separately from rows and
 * imported days, and no report counts them.
 */
import { quoteField } from '../../lib/csv-records.ts';
import type { Day } from '../span.ts';
import type { ExportFormat, ExportStream } from './export.ts';
import type { ImportedDays } from './query.ts';

/**
 * What is counted: requests by what they are (`LOG_CLASSES`), AI agents and other bots with the status they got, feed readers with
 * the feed, missing pages, missing pages with the page that links to them, errors of the server with their status.
 */
export const LOG_SUM_KINDS = [
  'request',
  'agent',
  'bot',
  'feed',
  'not_found',
  'broken_link',
  'error',
] as const;
export type LogSumKind = (typeof LOG_SUM_KINDS)[number];

/** Classes of requests in a log; each request has one. */
export const LOG_CLASSES = [
  'page_views',
  'agents',
  'bots',
  'feeds',
  'not_found',
  'errors',
  'redirects',
  'assets',
  'ignored',
  'others',
] as const;
export type LogClass = (typeof LOG_CLASSES)[number];

/** Maximum number of names for each day and kind; the rest is added up without a name. */
export const MAX_LOG_NAMES = 100;

/** A sum. */
export interface LogSum {
  readonly day: Day;
  readonly kind: LogSumKind;
  /** A class, an agent, a path; empty for all beyond `MAX_LOG_NAMES`. */
  readonly name: string;
  /** The status, feed or referrer; empty where the kind has none. */
  readonly detail: string;
  readonly requests: number;
  /** Subscribers that a feed reader says it reads for, the largest number of the day; 0 where it does not. */
  readonly subscribers: number;
}

/**
 * What was read of a day: the number of lines and the sum of their hashes. A later reading whose first lines of the day amount to
 * the same has read the same lines.
 */
export interface LogMark {
  readonly day: Day;
  readonly lines: number;
  readonly hash: number;
  /** The same for every ten minutes, as `formatSlots` writes it; absent in marks from before they existed. */
  readonly slots?: string;
}

/** What was read of ten minutes. */
export interface LogSlot {
  readonly lines: number;
  readonly hash: number;
}

/** Sums of hashes are kept below this. */
const HASH_RANGE = 2 ** 48;

/** Adds two sums of hashes. */
export const addHashes = (a: number, b: number): number => (a + b) % HASH_RANGE;

/** Subtracts a sum of hashes from one that has it. */
export const subtractHashes = (a: number, b: number): number => (a - b + HASH_RANGE) % HASH_RANGE;

/** Returns the slot of an ISO 8601 time: `235` is from 23:50 on. */
export const slotOf = (time: string): string => time.slice(11, 13) + time.slice(14, 15);

const DIGITS = 36;

/** Formats what was read by slot. */
export const formatSlots = (slots: ReadonlyMap<string, LogSlot>): string =>
  [...slots]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([slot, { lines, hash }]) => `${slot}:${lines.toString(DIGITS)}:${hash.toString(DIGITS)}`)
    .join(' ');

export const parseSlots = (text: string): Map<string, LogSlot> =>
  new Map(
    text
      .split(' ')
      .filter(each => each !== '')
      .map(each => {
        const [slot = '', lines = '', hash = ''] = each.split(':');
        return [slot, { lines: Number.parseInt(lines, DIGITS), hash: Number.parseInt(hash, DIGITS) }];
      }),
  );

/** Adds what was read of a slot. */
const addSlot = (slots: Map<string, LogSlot>, slot: string, { lines, hash }: LogSlot): void => {
  const known = slots.get(slot);
  slots.set(slot, { lines: lines + (known?.lines ?? 0), hash: addHashes(hash, known?.hash ?? 0) });
};

function joinSlots(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  const slots = parseSlots(first);
  for (const [slot, read] of parseSlots(second)) addSlot(slots, slot, read);
  return formatSlots(slots);
}

/**
 * A row of a scratch file that an import stores. A `mark` has the hash as its name, the slots as its detail and the lines as its requests. A `void` takes
 * back the rows of its day whose part is not above its own: they were those of lines that are stored already.
 */
export interface LogSumRow extends Omit<LogSum, 'kind'> {
  readonly kind: LogSumKind | 'mark' | 'void';
  readonly part: number;
}

/** Returns a mark as a row of the sums. */
export const toMarkRow = ({ day, lines, hash, slots = '' }: LogMark): Omit<LogSumRow, 'part'> => ({
  day,
  kind: 'mark',
  name: String(hash),
  detail: slots,
  requests: lines,
  subscribers: 0,
});

/** Returns the mark of a row. */
export const toMark = ({ day, name, detail, requests }: Omit<LogSumRow, 'kind'>): LogMark => ({
  day,
  lines: requests,
  hash: Number(name),
  slots: detail,
});

/** Adds what was read of the same day. */
export const addMarks = (known: LogMark | undefined, { day, lines, hash, slots = '' }: LogMark): LogMark => ({
  day,
  lines: (known?.lines ?? 0) + lines,
  hash: addHashes(known?.hash ?? 0, hash),
  slots: joinSlots(known?.slots ?? '', slots),
});

/** Columns of a file of sums. */
export const LOG_SUM_COLUMNS = ['day', 'part', 'kind', 'name', 'detail', 'requests', 'subscribers'] as const;
export const LOG_SUM_HEADER = `${LOG_SUM_COLUMNS.join(',')}\n`;

/** Formats a row of a scratch file, which begins with `LOG_SUM_HEADER`. */
export const formatLogSum = ({ day, part, kind, name, detail, requests, subscribers }: LogSumRow): string =>
  `${day},${part},${kind},${quoteField(name)},${quoteField(detail)},${requests},${subscribers}\n`;

/** Sums of a log that grows: those of one part are stored once, however often they are sent. */
export interface LogPart {
  readonly siteId: number;
  /** The log; different from the keys of imports. */
  readonly importKey: string;
  readonly part: number;
  readonly sums: readonly LogSum[];
  readonly marks: readonly LogMark[];
}

export interface LogSumsQuery {
  readonly siteId: number;
  readonly first: Day;
  readonly last: Day;
  /** Names of each kind, at most. */
  readonly limit: number;
  /** Sums that are added: those of a log that are not in the store yet, or not known to be. */
  readonly pending: readonly LogPart[];
}

/** Sums of several days. */
export interface LogTotal extends Omit<LogSum, 'day'> {
  /** The last day that has subscribers; null for none. */
  readonly lastDay: Day | null;
}

/** Sums by the largest, without names last. */
export interface LogTotals {
  readonly sums: readonly LogTotal[];
  /** First and last day that any log of the site was read of; null without a log. */
  readonly covered: { readonly first: Day; readonly last: Day } | null;
}

/** A request to export sums. */
export interface ExportSumsRequest extends Pick<LogSumsQuery, 'siteId' | 'pending'> {
  readonly days: ImportedDays;
  readonly format: ExportFormat;
  readonly signal?: AbortSignal;
}

/** A request to import sums of an export from a scratch file, under the key of the import. */
export interface ImportSumsRequest {
  readonly siteId: number;
  readonly importKey: string;
  readonly file: string;
  readonly signal?: AbortSignal;
}

/** The store of log sums. Imports write them with their rows (`ImportRequest.logSums`), removals take them back with those. */
export interface LogSumsStore {
  /** Returns what was read of a site's logs, by log and day; `pending` as in a query. */
  listMarks(siteId: number, pending: readonly LogPart[]): Promise<readonly LogMark[]>;
  /** Stores a part in place of what is stored of it. */
  putPart(part: LogPart): Promise<void>;
  read(query: LogSumsQuery): Promise<LogTotals>;
  exportSums(request: ExportSumsRequest): ExportStream;
  /** Imports sums, all or nothing. They are removed as those of a log that was imported. */
  importSums(request: ImportSumsRequest): Promise<void>;
}
