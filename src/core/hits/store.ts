/**
 * The interface of an analytics engine. Queries are data over closed enums: no SQL fragment, time zone or page arithmetic
 * crosses it, so that a second engine only has to translate. Every engine passes `test/stores/hit-store-contract.ts`.
 */

import type {
  ConversionOptions,
  Conversions,
  GoalCounts,
  GoalSeriesQuery,
  GoalsQuery,
  GroupConversions,
} from '../goals/query.ts';
import type { Span } from '../span.ts';
import type {
  Engagement,
  GroupRevenue,
  GroupRow,
  JourneyPages,
  Journeys,
  PageEngagement,
  PropertyUse,
  SeriesBucket,
  SiteTotals,
  StoreFacts,
  Totals,
} from './answers.ts';
import type { CampaignCounts, CampaignsQuery } from './campaigns.ts';
import type { HitKind } from './columns.ts';
import type { ExportRequest, ExportStream } from './export.ts';
import type { Funnel, FunnelQuery } from './funnels.ts';
import type { ImportDeliveryRequest, ImportReport, ImportRequest } from './import.ts';
import type {
  ExportDaysRequest,
  ImportDaysRequest,
  ImportedDaysReport,
  ImportedSpan,
} from './imported-days.ts';
import type { Paths, PathsQuery } from './paths.ts';
import type {
  BySiteOptions,
  Dimension,
  EngagedPages,
  GroupOptions,
  GroupsBySiteQuery,
  HitQuery,
  JourneyPagesQuery,
  JourneyQuery,
  PropertyUseOptions,
  ReadOptions,
  RevenueOptions,
  SeriesBySiteOptions,
  SeriesOptions,
  Slice,
  TotalsOptions,
  VisitorRowsQuery,
} from './query.ts';
import type { NewHit, StoredHit } from './row.ts';

/**
 * A removal: rows by id, everything before an instant, the rows of an import, the rows of one visitor, or all rows
 * of the site, of the given kinds. Rows of a visitor are also purged from the files of the store, in the background.
 */
export interface Removal {
  readonly siteId: number;
  readonly kinds: readonly HitKind[];
  readonly which:
    | { readonly ids: readonly number[] }
    | { readonly before: Date }
    | {
        readonly importKey: string;
        /** The id of the same import in rows of a followed log. */
        readonly followedImport?: number;
      }
    | { readonly visitorHash: bigint }
    | 'all';
}

/** A restoration of suppressed hits: some by id, or all of the site. */
export interface Restoration {
  readonly siteId: number;
  readonly which: { readonly ids: readonly number[] } | 'all';
}

/** The store of hits, events, agent visits and suppressed hits. */
export interface HitStore {
  /**
   * Stores rows and resolves with their ids, in order, once they are durable and visible to every later read.
   * All of them or none: rejects with `AppError('unavailable')` when they cannot be written (a full disk);
   * reading goes on, and writing too as soon as there is room.
   */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Returns rows, newest first. */
  list(query: HitQuery, slice: Slice, options?: ReadOptions): Promise<StoredHit[]>;
  /** Counts the rows that match a query. */
  count(query: HitQuery, options?: ReadOptions): Promise<number>;
  /**
   * Groups by one dimension. Returns a slice, largest first by the count of `orderBy` (ties by key, null last), and the number
   * of all groups.
   */
  group(
    query: HitQuery,
    dimension: Dimension,
    options: GroupOptions,
  ): Promise<{ readonly rows: GroupRow[]; readonly total: number }>;
  /**
   * Counts between consecutive edges: n + 1 ascending edges make n half-open buckets. The query's span is ignored: filters
   * on a visitor's other rows look at those between the first and the last edge.
   */
  series(query: HitQuery, edges: readonly Date[], options?: SeriesOptions): Promise<SeriesBucket[]>;
  totals(query: HitQuery, options?: TotalsOptions): Promise<Totals>;
  /** Returns the engagement in the visits of a query of hits; all 0 for other kinds. */
  engagement(query: HitQuery, options?: ReadOptions): Promise<Engagement>;
  /** Sums up the revenue of a query of events, by currency; none for other kinds. By key, null last, then by currency. */
  revenue(query: HitQuery, options?: RevenueOptions): Promise<GroupRevenue[]>;
  /** Returns the names of properties that rows of a query have, the commonest first, then by name. */
  propertyUses(query: HitQuery, options: PropertyUseOptions): Promise<PropertyUse[]>;
  /** Counts the visits that began with the values of each campaign, and their visitors, in the order of the campaigns. */
  campaigns(query: CampaignsQuery, options?: ReadOptions): Promise<CampaignCounts[]>;
  /**
   * Returns how long and how far the pages of a query's hits were read, of those that have reports. Reports belong to the hits
   * of their visitor, path and UTC day that came before them.
   */
  pageEngagement(query: HitQuery, pages: EngagedPages, options?: ReadOptions): Promise<PageEngagement[]>;
  /** Counts how often goals were reached. */
  goals(query: GoalsQuery, options?: ReadOptions): Promise<GoalCounts>;
  /** Counts the conversions of goals between consecutive edges, as in `series`: a list of counts for each goal, in their order. */
  goalSeries(
    query: GoalSeriesQuery,
    edges: readonly Date[],
    options?: ReadOptions,
  ): Promise<readonly (readonly number[])[]>;
  /** Counts how often a goal was reached in the visits of a query's rows, by group where there is a dimension; groups without any are missing. */
  conversions(query: HitQuery, options: ConversionOptions): Promise<GroupConversions[]>;
  /** The same between consecutive edges, as in `series`: in the visits with a row of each bucket, empty buckets included. */
  conversionSeries(
    query: HitQuery,
    edges: readonly Date[],
    options: Omit<ConversionOptions, 'dimension'>,
  ): Promise<Conversions[]>;
  /** Totals of the hits of many sites, by site; sites without any are missing. */
  totalsBySite(
    siteIds: readonly number[],
    span: Span | null,
    options?: BySiteOptions,
  ): Promise<Map<number, SiteTotals>>;
  /** `series` of the hits of many sites, by site; sites without any between the edges are missing. */
  seriesBySite(
    siteIds: readonly number[],
    edges: readonly Date[],
    options?: SeriesBySiteOptions,
  ): Promise<Map<number, SeriesBucket[]>>;
  /** The largest groups of many sites, by site, in the order of `group`; sites without any are missing. */
  groupBySite(query: GroupsBySiteQuery, options?: ReadOptions): Promise<Map<number, GroupRow[]>>;
  /** Distinct visitors of the hits of many sites, exact, by site; sites without any are missing. */
  visitorsBySite(
    siteIds: readonly number[],
    span: Span,
    options?: BySiteOptions,
  ): Promise<Map<number, number>>;
  /** Returns the journeys of a site's visitors: one per visitor hash in the span, none for anonymous hits. */
  journeys(query: JourneyQuery, slice: Slice, options?: ReadOptions): Promise<Journeys>;
  /** Returns what visits opened before and after a page. Anonymous hits belong to no visit. */
  journeyPages(query: JourneyPagesQuery, options?: ReadOptions): Promise<JourneyPages>;
  /** Returns how far visitors came through the steps of a funnel. Anonymous rows belong to no visitor. */
  funnel(query: FunnelQuery, options?: ReadOptions): Promise<Funnel>;
  /** Returns which pages visits went through, step by step. Anonymous hits belong to no visit. */
  paths(query: PathsQuery, options?: ReadOptions): Promise<Paths>;
  /** Returns the rows of one visitor, oldest first. */
  listVisitor(query: VisitorRowsQuery, slice: Slice, options?: ReadOptions): Promise<StoredHit[]>;
  /** Returns the time of a site's first hit, event or agent visit, or of the first of some kinds; null while it has none. */
  earliest(
    siteId: number,
    options?: ReadOptions & { readonly kinds?: readonly HitKind[] },
  ): Promise<Date | null>;
  /**
   * Sets the zones whose midnights begin the days of sites, all of one account: visits and unique hits are of one day. Rows that are stored get
   * their dates and visits in the background, all at once; marks of unique hits stay, and a visitor of scope `day` who is on two
   * days then becomes a stable one. Resolves once that is done.
   */
  setZones(zones: ReadonlyMap<number, string>, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Returns the zone that the rows of a site are stored by: UTC until another is set. */
  zoneOf(siteId: number): string;
  /**
   * Removes rows permanently. Returns how many. With all hits, or those before an instant, the imported days go, or those of
   * the UTC days before; they are not counted.
   */
  remove(removal: Removal): Promise<number>;
  /**
   * Moves spam hits to the hits of their site, with their time and visitor, and resolves with their new ids once that is
   * durable. Uniqueness is then as if they had been stored as hits: one that is older than the marked hit of its visitor,
   * path and day takes the mark. Atomic: a row is never in both tables or in none. Ids that are no spam hits of the site
   * are ignored.
   */
  restoreSpam(restoration: Restoration): Promise<number[]>;
  /** Imports a history, all or nothing. Importing the same file again adds nothing. */
  importFile(request: ImportRequest): Promise<ImportReport>;
  /**
   * Resolves once the rows of a recorded import are where reports read them: at once, unless hits have a database of their own.
   * Rejects when its signal aborts.
   */
  deliverImport(request: ImportDeliveryRequest): Promise<void>;
  /** Returns the report of an import that is stored and was not removed as a whole; null for any other key. */
  findImport(siteId: number, importKey: string): Promise<ImportReport | null>;
  /**
   * Streams the rows of a kind that were stored before, in the order of their ids, as a file in the columns of an import. A
   * file that cannot be finished ends with an error, never early.
   */
  exportRows(request: ExportRequest): ExportStream;
  /**
   * Imports days, all or nothing; those of an import with the same key are replaced. Rejects when the file has none or is
   * malformed.
   */
  importDays(request: ImportDaysRequest): Promise<ImportedDaysReport>;
  /** Streams imported days as `importDays` reads them, those of each import as a part of their own. */
  exportDays(request: ExportDaysRequest): ExportStream;
  /** Removes the days of an import. Returns how many rows. */
  removeDays(siteId: number, importKey: string): Promise<number>;
  /** Returns the imported days of a site that reports add, by import and first day; from memory, so that asking costs nothing. */
  importedSpans(siteId: number): Promise<readonly ImportedSpan[]>;
  /** Returns all imported days of a site: also those that its own hits took the place of. */
  storedSpans(siteId: number): Promise<readonly ImportedSpan[]>;
  /** Compacts the journal into the main file, as nightly maintenance. With `force` also when it is small. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>;
  facts(): Promise<StoreFacts>;
  /** Closes the store; everything acknowledged is on disk, and no file was changed in place. */
  close(): Promise<void>;
}

/** A store of rows: without imports, exports and imported days. */
export type RowStore = Omit<
  HitStore,
  | 'importFile'
  | 'deliverImport'
  | 'findImport'
  | 'exportRows'
  | 'importDays'
  | 'exportDays'
  | 'removeDays'
  | 'importedSpans'
  | 'storedSpans'
>;
