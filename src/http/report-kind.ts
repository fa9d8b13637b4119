/** What reports are made of: a kind's rows, and how they look on the wire. */

import type {
  Dimension,
  GroupOptions,
  GroupRow,
  HitKind,
  HitStore,
  ReadOptions,
  SeriesBucket,
  SeriesOptions,
  Slice,
  StoredHit,
} from '../core/hit-store.ts';
import type { Site } from '../core/site.ts';
import type { Askable, ReportRequest, RowQuery } from './report-question.ts';

/** How many groups a dimension has among the rows; not asked twice where the list is of these groups. */
export type CountGroups<Name extends string> = (by: Name) => Promise<number>;

/** A summary as the wire has it, and how many rows there are to page through. */
export interface ReportSummary {
  readonly rowCount: number;
  readonly summary: object;
}

/** Groups, largest first, and how many there are in all. */
export interface Groups {
  readonly rows: readonly GroupRow[];
  readonly total: number;
}

/** Rows of one kind, wherever they are kept. Lists are newest first. */
export interface ReportRows<Row, Name extends string> {
  list(query: RowQuery<Name>, slice: Slice, options: ReadOptions): Promise<readonly Row[]>;
  group(query: RowQuery<Name>, by: Name, slice: Slice, options: GroupOptions): Promise<Groups>;
  series(
    query: RowQuery<Name>,
    edges: readonly Date[],
    options: SeriesOptions,
  ): Promise<readonly SeriesBucket[]>;
  summarize(
    query: RowQuery<Name>,
    countGroups: CountGroups<Name>,
    options: ReadOptions,
  ): Promise<ReportSummary>;
}

/** What a kind's reports have of their own. */
export interface ReportKind<Row, Name extends string> extends Askable<Name> {
  /** Name of the list in the answer. */
  readonly listName: string;
  /** Name of the list of groups in the answer. */
  readonly groupsName: string;
  /** Fields of a row, in their order. */
  readonly columns: readonly string[];
  /** False where only groups and comparisons tell a summary. */
  readonly listHasSummary: boolean;
  readonly presentRow: (row: Row, site: Site) => object;
  readonly presentGroup: (row: GroupRow, by: Name, asked: ReportRequest) => object;
  /** Fields of a bucket beside its date. */
  readonly presentBucket: (bucket: SeriesBucket, asked: ReportRequest) => object;
}

/** Groups and buckets that are nothing but a count. */
export const counted = (countName: string) => ({
  presentGroup: (row: GroupRow, by: string) => ({ [by]: row.key, [countName]: row.hits }),
  presentBucket: (bucket: SeriesBucket) => ({ [countName]: bucket.hits }),
});

/** Rows that the hit store keeps, without their summary. */
export const storedRows = (
  hits: HitStore,
  kind: HitKind,
): Omit<ReportRows<StoredHit, Dimension>, 'summarize'> => ({
  list: (query, slice, options) => hits.list({ kind, ...query }, slice, options),
  group: (query, by, slice, options) => hits.group({ kind, ...query }, by, slice, options),
  series: (query, edges, options) => hits.series({ kind, ...query }, edges, options),
});
