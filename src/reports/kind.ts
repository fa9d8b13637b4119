/** A kind of rows that reports exist for: how it is queried, and how it is presented. */

import type { ConversionOptions, Conversions, GroupConversions } from '../core/goals/query.ts';
import type { GroupRevenue, GroupRow, Groups, PageEngagement, SeriesBucket } from '../core/hits/answers.ts';
import type { HitKind } from '../core/hits/columns.ts';
import type {
  Dimension,
  EngagedPages,
  GroupOptions,
  ReadOptions,
  SeriesOptions,
  Slice,
  TotalsOptions,
} from '../core/hits/query.ts';
import { hasVisits } from '../core/hits/query.ts';
import type { StoredHit } from '../core/hits/row.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Site } from '../core/site.ts';
import { findImported, type Imported, type ImportedQuestion } from './imported.ts';
import type { Reportable, ReportRequest, RowQuery } from './query.ts';

/** Counts the groups of a dimension among the rows. */
export type CountGroups<Name extends string> = (by: Name) => Promise<number>;

/** The `summary` of an answer, and the number of rows for its pagination. */
export interface ReportSummary {
  readonly rowCount: number;
  readonly summary: object;
  /** Distinct visitors; absent for rows without visits. */
  readonly visitors?: number;
}

/** What a summary has beside the totals. */
export interface SummaryOptions extends Omit<TotalsOptions, 'omitsPaths'> {
  readonly countsPageEngagement?: boolean;
  /** The dimension whose groups are counted in any case. */
  readonly counted?: string | undefined;
}

/** Returns what a summary counts of rows. */
export const measuresOf = ({ countsVisits }: SummaryOptions, countsPaths = false) =>
  [
    ...(['hits', 'uniqueHits', 'visitors'] as const),
    ...(countsVisits ? (['visits'] as const) : []),
    ...(countsPaths ? (['paths'] as const) : []),
  ] as const;

/** Queries for rows of one kind. Lists are newest first. */
export interface ReportRows<Row, Name extends string> {
  list(query: RowQuery<Name>, slice: Slice, options: ReadOptions): Promise<readonly Row[]>;
  group(query: RowQuery<Name>, by: Name, options: GroupOptions): Promise<Groups>;
  series(
    query: RowQuery<Name>,
    edges: readonly Date[],
    options: SeriesOptions,
  ): Promise<readonly SeriesBucket[]>;
  /** Finds which imported days a report adds; absent for rows that none count. */
  findImported?(
    question: Omit<ImportedQuestion, 'query' | 'grouping'> & {
      readonly query: RowQuery<Name>;
      readonly grouping?: Name;
    },
  ): Promise<Imported | undefined>;
  /** Sums up revenue, by group where there is a dimension; absent for rows that have none. */
  revenue?(
    query: RowQuery<Name>,
    options: ReadOptions & { readonly dimension?: Name },
  ): Promise<readonly GroupRevenue[]>;
  /** Counts how often a goal was reached in the visits of rows, by group where there is a dimension; absent for rows without visits. */
  conversions?(
    query: RowQuery<Name>,
    options: Omit<ConversionOptions, 'dimension'> & { readonly dimension?: Name },
  ): Promise<readonly GroupConversions[]>;
  /** The same between edges. */
  conversionSeries?(
    query: RowQuery<Name>,
    edges: readonly Date[],
    options: Omit<ConversionOptions, 'dimension'>,
  ): Promise<readonly Conversions[]>;
  /** Returns the engagement of pages; absent for rows that are no hits. */
  pageEngagement?(
    query: RowQuery<Name>,
    pages: EngagedPages,
    options: ReadOptions,
  ): Promise<readonly PageEngagement[]>;
  summarize(
    query: RowQuery<Name>,
    countGroups: CountGroups<Name>,
    options: SummaryOptions,
  ): Promise<ReportSummary>;
}

/** How a kind's reports are named and presented. */
export interface ReportKind<Row, Name extends string> extends Reportable<Name> {
  /** Name of the list in the answer. */
  readonly listName: string;
  /** Name of the list of groups in the answer. */
  readonly groupsName: string;
  /** Fields of a row, in order. */
  readonly columns: readonly string[];
  /** False where only groups and comparisons have a summary. */
  readonly listHasSummary: boolean;
  readonly presentRow: (row: Row, site: Site) => object;
  readonly presentGroup: (row: GroupRow, by: Name, request: ReportRequest) => object;
  /** Fields of a bucket beside its date. */
  readonly presentBucket: (bucket: SeriesBucket, request: ReportRequest) => object;
}

/** Returns presenters for groups and buckets that only have a count. */
export const presentCounts = (countName: string) => ({
  presentGroup: (row: GroupRow, by: string) => ({ [by]: row.key, [countName]: row.hits }),
  presentBucket: (bucket: SeriesBucket) => ({ [countName]: bucket.hits }),
});

/** Returns the queries for rows of the hit store, without their summary. */
export const storedRows = (
  hits: HitStore,
  kind: HitKind,
): Omit<ReportRows<StoredHit, Dimension>, 'summarize'> => ({
  list: (query, slice, options) => hits.ask({ shape: 'rows', kind, ...query, ...slice }, options),
  group: (query, dimension, { countsVisitors, signal, queue, ...page }) => {
    const measures = countsVisitors ? (['visitors', 'visits'] as const) : undefined;
    const groups = { shape: 'groups', kind, ...query, dimension, measures, ...page } as const;
    return hits.ask(groups, { signal, queue });
  },
  series: (query, edges, { countsVisitors, countsEngagement, importedEdges, ...options }) => {
    const measures = [
      ...(countsVisitors ? (['visitors', 'visits'] as const) : []),
      ...(countsEngagement ? (['engagement'] as const) : []),
    ];
    return hits.ask({ shape: 'series', kind, ...query, edges, importedEdges, measures }, options);
  },
  ...(kind === 'event' && {
    revenue: (query, { dimension, ...options }) =>
      hits.ask({ shape: 'groups', of: 'revenue', kind, ...query, dimension }, options),
  }),
  ...(hasVisits(kind) && {
    findImported: question => findImported(hits, { ...question, query: { kind, ...question.query } }),
    conversions: (query, { dimension, goal, ...options }) =>
      hits.ask({ shape: 'groups', of: 'conversions', kind, ...query, goal, dimension }, options),
    conversionSeries: (query, edges, { goal, ...options }) =>
      hits.ask({ shape: 'series', of: 'conversions', kind, ...query, edges, goal }, options),
  }),
});
