/**
 * Imported days: daily sums of another tool, kept apart from rows and only added to reports that they can answer. This is the
 * shape of the sums, and the rules of what they answer. Source: decisions, section 8.
 */
import type { Day, DayRange } from '../span.ts';
import type { HitKind } from './columns.ts';
import { isFilter } from './conditions.ts';
import type { ExportFormat } from './export.ts';
import type { Dimension, HitQuery, ImportedDays } from './query.ts';
import { DIMENSIONS_OF, NORMAL_COLUMNS, NORMALIZE } from './value-rules.ts';

/** What a day counts. A tool may lack some of them. */
export const IMPORTED_MEASURES = [
  'visitors',
  'visits',
  'views',
  'bounces',
  'duration_seconds',
  'events',
] as const;
export type ImportedMeasure = (typeof IMPORTED_MEASURES)[number];

/** The dimension of a day's sums over everything; others have one row for each of their values. */
export const TOTAL = 'total';
export type ImportedDimension = Dimension | typeof TOTAL;

/**
 * A request to import days from a scratch file: CSV with commas, double quotes, line feeds and UTF-8, whose header is
 * `IMPORTED_COLUMNS`. An empty field is no value: a day without a source, a measure that the tool does not count.
 */
export interface ImportDaysRequest {
  readonly siteId: number;
  /** Under which the days are found again, to remove them. */
  readonly importKey: string;
  readonly file: string;
  /** The zone in whose calendar the days end before the site's first hit, whenever that arrives; absent: all of them count. */
  readonly clipZone?: string;
  readonly signal?: AbortSignal;
}

/**
 * Columns of the scratch file and of exports: `part` numbers the imports of a site whose days are in one file, so that they stay
 * apart; `day` is `YYYY-MM-DD`, `dimension` an `ImportedDimension`, `value` what groups of that dimension have as their key,
 * such as `DE` or `mobile`. `unique_views` are derived if absent. Rows may come in any order.
 */
export const IMPORTED_COLUMNS = [
  'part',
  'day',
  'dimension',
  'value',
  ...IMPORTED_MEASURES,
  'unique_views',
] as const;

/** A row of the scratch file. */
export interface ImportedDay extends Readonly<Partial<Record<ImportedMeasure, number | null>>> {
  readonly day: Day;
  readonly dimension: ImportedDimension;
  readonly value?: string | null;
  readonly part?: number | null;
  readonly unique_views?: number | null;
}

/** A request to export the days of a site, as a file with `IMPORTED_COLUMNS`. */
export interface ExportDaysRequest {
  readonly siteId: number;
  readonly days: ImportedDays;
  readonly format: ExportFormat;
  readonly signal?: AbortSignal;
}

/** Formats a row of the scratch file; its first line is `IMPORTED_HEADER`. */
export const formatImportedDay = (row: ImportedDay): string => {
  const column = NORMAL_COLUMNS.find(name => DIMENSIONS_OF[name].has(row.dimension));
  const stored = row.value && column ? { ...row, value: NORMALIZE[column](row.value) } : row;
  return `${IMPORTED_COLUMNS.map(column => formatField(stored[column] ?? '')).join(',')}\n`;
};

export const IMPORTED_HEADER = `${IMPORTED_COLUMNS.join(',')}\n`;

const formatField = (field: string | number): string =>
  /[",\r\n]/.test(`${field}`) ? `"${`${field}`.replaceAll('"', '""')}"` : `${field}`;

/** What was imported: rows of a part, day, dimension and value, those of the same added up. */
export interface ImportedDaysReport extends DayRange {
  readonly rows: number;
  /** Page views of the totals. */
  readonly views: number;
}

/** What one import of days has of a site, or one part of it: an import of several parts has as many spans. */
export interface ImportedSpan extends DayRange {
  readonly importKey: string;
  /** As in `ImportDaysRequest`. */
  readonly clipZone: string | undefined;
  /** The measures that the rows of each dimension have. */
  readonly dimensions: ReadonlyMap<ImportedDimension, ReadonlySet<ImportedMeasure>>;
  /** The days of each dimension. */
  readonly ranges: ReadonlyMap<ImportedDimension, DayRange>;
}

/** Returns whether groups of hits count visitors instead of hits. */
export const countsVisitorsOnly = (
  { kind, attribution = 'hit' }: Pick<HitQuery, 'kind' | 'attribution'>,
  dimension: Dimension | undefined,
): boolean =>
  kind === 'hit' && attribution === 'hit' && (dimension === 'entry_page' || dimension === 'exit_page');

/** Returns the measure that a query counts. */
export const findCounted = (
  query: Pick<HitQuery, 'kind' | 'attribution'>,
  dimension?: Dimension,
): ImportedMeasure => {
  if (query.kind === 'event') return 'events';
  return countsVisitorsOnly(query, dimension) ? 'visitors' : 'views';
};

/**
 * Returns the dimension whose sums have what a query counts: that of its filters and of its grouping; undefined where those are
 * of several. Events have no total of their own: theirs is the sum over their names.
 */
export const findImportedDimension = (
  { kind, filters }: Pick<HitQuery, 'kind' | 'filters'>,
  dimension?: Dimension,
): ImportedDimension | undefined => {
  if (!hasImportedDays(kind) || !filters.every(isFilter)) return undefined;
  const named = new Set(filters.map(filter => filter.dimension));
  if (dimension !== undefined) named.add(dimension);
  if (kind === 'event') named.add('event');
  const [only = TOTAL, ...others] = new Set(
    [...named].map(name => (name === 'written_source' ? 'source' : name)),
  );
  return others.length === 0 ? only : undefined;
};

/** Returns whether imported days count rows of a kind. */
const hasImportedDays = (kind: HitKind): boolean => kind === 'hit' || kind === 'event';

/** Returns whether an import has days of a query. */
export const isInRange = ({ first, last }: DayRange, days: ImportedDays): boolean =>
  days === 'all' || (first <= days.last && last >= days.first);
