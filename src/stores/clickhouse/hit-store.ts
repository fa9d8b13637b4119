/** The hits store on ClickHouse. */
import { AppError } from '../../core/errors.ts';
import type { HitFeed } from '../../core/hits/feed.ts';
import type { History } from '../../core/hits/outbox.ts';
import type { ParquetFiles } from '../../core/hits/parquet-files.ts';
import { type HitQuery, hasVisits, type ReadOptions } from '../../core/hits/query.ts';
import type { RowStore } from '../../core/hits/store.ts';
import { wrapReads } from '../../core/hits/wrap-reads.ts';
import { createTurns } from '../../lib/fair-pool.ts';
import { withMinVisitors } from '../min-visitors.ts';
import { reconcileMarks, removeRows, restoreNoted, restoreSpam } from './changes.ts';
import type { ClickHouse, Read } from './client.ts';
import { type CopyOptions, copyHistory, writeHistory } from './copy.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { createImportDelivery, type ImportDeliveryOptions } from './import-delivery.ts';
import { createDeliveredRows, type DeliveredRows } from './kept/delivered-rows.ts';
import { createKeptFigures } from './kept/kept-figures.ts';
import { type CountingReads, createKeptReads } from './kept/kept-reads.ts';
import { createParquetFiles } from './parquet-files.ts';
import {
  queryGroupsBySite,
  querySeriesBySite,
  queryTotalsBySite,
  queryVisitorsBySite,
} from './queries/by-site.ts';
import { queryCampaigns } from './queries/campaigns.ts';
import {
  queryConversionSeries,
  queryConversions,
  queryGoalSeries,
  queryGoals,
} from './queries/conversions.ts';
import {
  bucketsSums,
  countRows,
  countsSums,
  groupsSums,
  queryEngagement,
  queryGroups,
  querySeries,
  queryTotals,
} from './queries/counts.ts';
import { queryFacts } from './queries/facts.ts';
import { queryFunnel } from './queries/funnels.ts';
import { queryJourneyPages, queryJourneys } from './queries/journeys.ts';
import { hasReports, queryPageEngagement } from './queries/page-engagement.ts';
import { queryPaths } from './queries/paths.ts';
import { listAppended, listHits, listVisitor, queryEarliest } from './queries/read-rows.ts';
import type { VisitHints } from './queries/stored-visits.ts';
import { queryPropertyUses, queryRevenue } from './queries/sums.ts';
import { openSchema, type SchemaOptions } from './schema.ts';
import { createSiteDays } from './site-days.ts';
import { createVisitKeeper, type VisitKeeper } from './visit-keeper.ts';

/** What the store does by itself: all but imports, exports and imported days. */
export type ClickHouseStore = RowStore &
  HitFeed & {
    readonly files: ParquetFiles;
    /** Resolves once everything is stored that was accepted before the call. */
    settle(): Promise<void>;
    /** Returns how many rows wait to be delivered. */
    waitingRows(): number;
    /**
     * Moves the rows that the data folder has from before its hits were on ClickHouse. Call it before anything else. Rejects
     * with a `CommandError` when they are not the same there afterwards.
     */
    moveHistory(options?: CopyOptions): Promise<void>;
    /**
     * Moves all rows back to the data folder, where `load` puts them. From then on nothing is delivered or read any more: the
     * server has to be started anew. Nothing has changed when `load` rejects.
     */
    moveBack(folder: string, load: (history: History) => Promise<void>, options?: CopyOptions): Promise<void>;
    /**
     * Begins to deliver what an earlier process has left. Rejects with a `CommandError` when ClickHouse answers, and its
     * database is not to be used.
     */
    start(): Promise<void>;
    /** Delivers the rows of imports that are in the outbox. */
    deliverImports(options?: ImportDeliveryOptions): Promise<void>;
  };

export interface ClickHouseStoreOptions
  extends Pick<DeliveryOptions, 'outbox' | 'notes' | 'log' | 'pauseMs'>,
    SchemaOptions {
  /** Maximum number of rows that wait in the data folder. */
  readonly maxWaitingRows?: number;
  /** Called once the database has tables of this installation. */
  readonly onOpened?: () => void;
}

const MAX_WAITING_ROWS = 20_000_000;

/** Returns a connection whose changes of rows are noted. */
const notingChanges = (db: ClickHouse, delivered: DeliveredRows): ClickHouse => ({
  ...db,
  run: statement => delivered.change(() => db.run(statement)),
  insert: (table, rows, options) =>
    table === 'rows'
      ? delivered.change(() => db.insert(table, rows, options))
      : db.insert(table, rows, options),
});

/** Prepares the database, unless ClickHouse is away. Returns whether it is there. */
async function openIfThere(db: ClickHouse, options: SchemaOptions): Promise<boolean> {
  try {
    // First, since it does not wait long.
    await db.ping();
    await openSchema(db, options);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/** Returns what reads rows and visits: to look for sums of rows would only take time. */
const createReadRows =
  (db: ClickHouse) =>
  (options?: ReadOptions): Read =>
    db.readWith({ ...options, usesSums: false });

/** Creates the reads that count all rows: sums are not looked for where they do not help, or a site has few rows. */
function createCountingReads(db: ClickHouse, { mayHaveStored }: VisitKeeper): CountingReads {
  const readRows = createReadRows(db);
  const countWith = ({ siteId, kind }: HitQuery, isOfSums: boolean, options?: ReadOptions): Read =>
    isOfSums && (!hasVisits(kind) || mayHaveStored(siteId)) ? db.readWith(options) : readRows(options);
  return {
    count: (query, options) => countRows(countWith(query, countsSums(query), options), query),
    group: (query, dimension, options) => {
      const request = { ...options, query, dimension };
      return queryGroups(countWith(query, groupsSums(request), options), request);
    },
    series: (query, edges, options) => {
      const request = { ...options, query, edges };
      return querySeries(countWith(query, bucketsSums(request), options), request);
    },
    totals: (query, options) => queryTotals(readRows(options), query, options),
    hasReports: (query, options) => hasReports(readRows(options), query),
  };
}

/**
 * Creates the store in a database. Writes are accepted by the outbox; reads wait until what was accepted before them is
 * delivered, and are refused while ClickHouse cannot be reached.
 */
export function createClickHouseStore(
  connection: ClickHouse,
  { maxWaitingRows = MAX_WAITING_ROWS, ...options }: ClickHouseStoreOptions,
): ClickHouseStore {
  const { outbox } = options;
  const delivered = createDeliveredRows();
  const db = notingChanges(connection, delivered);
  const days = createSiteDays({
    db,
    runSettled: work => delivery.runSettled(work),
    onChanged: () => void visits.storeInBackground(),
    onFailed: error => options.log.warn({ err: error }, 'hits do not have the days of their site yet'),
  });
  const imports = createImportDelivery({
    ...options,
    db,
    settle: () => delivery.settle(),
    reconcileMarks: hits => delivery.runSettled(() => reconcileMarks({ db, days }, hits)),
    days,
  });
  const removals = createTurns();
  // Stored visits are no rows.
  const visits = createVisitKeeper({ db: connection, log: options.log });
  const delivery = createDelivery({
    ...options,
    db: connection,
    delivered,
    zoneOf: days.zoneOf,
    maxWaitingRows,
    prepare: async () => {
      await openSchema(db, options);
      await days.load();
      options.onOpened?.();
      // What an import was interrupted in; new hits do not wait for it.
      imports.deliver().catch(error => options.log.warn({ err: error }, 'an import is not delivered yet'));
      visits.start();
    },
    restore: note => restoreNoted({ db, days }, note),
  });
  const changing = { db, outbox, delivery, visits, days };
  const withHints = <Query extends { readonly siteId: number }>(query: Query): Query & VisitHints => ({
    ...query,
    ...days.of(query.siteId),
    hasStoredVisits: visits.mayHaveStored(query.siteId),
  });
  const readRows = createReadRows(db);
  const counting = createCountingReads(db, visits);
  const kept = createKeptReads(createKeptFigures(connection, delivered), counting);
  const rows: ClickHouseStore = {
    append: rows => delivery.append(rows),
    list: (query, slice, options) => listHits(readRows(options), withHints(query), slice),
    listAppended: async (query, options) => {
      await delivery.settle();
      return listAppended(db.readWith(options), query);
    },
    count: (query, options) => counting.count(withHints(query), options),
    group: (query, dimension, options) =>
      withMinVisitors(options, counted => kept.group(withHints(query), dimension, counted)),
    series: (query, edges, options) => kept.series(withHints(query), edges, options),
    totals: (query, options) => kept.totals(withHints(query), options),
    listVisitor: (query, slice, options) => listVisitor(readRows(options), query, slice),
    earliest: (siteId, options) => queryEarliest(db.readWith(options), siteId, options?.kinds),
    engagement: (query, options) => queryEngagement(readRows(options), withHints(query)),
    revenue: (query, options) => queryRevenue(readRows(options), withHints(query), options?.dimension),
    propertyUses: (query, options) =>
      queryPropertyUses(readRows(options), withHints(query), options.maxNames),
    campaigns: (query, options) => queryCampaigns(readRows(options), withHints(query)),
    pageEngagement: (query, pages, options) =>
      queryPageEngagement(readRows(options), withHints(query), pages),
    goals: (query, options) => queryGoals(readRows(options), withHints(query)),
    goalSeries: (query, edges, options) => queryGoalSeries(readRows(options), withHints(query), edges),
    conversions: (query, options) => queryConversions(readRows(options), withHints(query), options),
    conversionSeries: (query, edges, options) =>
      queryConversionSeries(readRows(options), { query: withHints(query), edges }, options),
    totalsBySite: (siteIds, span, options) =>
      days.readEach(siteIds, sites => queryTotalsBySite(db.readWith(options), { ...sites, span })),
    seriesBySite: (siteIds, edges, options) => querySeriesBySite(db.readWith(options), siteIds, edges),
    groupBySite: (query, options) =>
      days.readEach(query.siteIds, sites => queryGroupsBySite(db.readWith(options), { ...query, ...sites })),
    visitorsBySite: (siteIds, span, options) => queryVisitorsBySite(db.readWith(options), siteIds, span),
    journeys: (query, slice, options) => queryJourneys(readRows(options), withHints(query), slice),
    journeyPages: (query, options) => queryJourneyPages(readRows(options), withHints(query)),
    funnel: (query, options) => queryFunnel(readRows(options), withHints(query)),
    paths: (query, options) => queryPaths(readRows(options), withHints(query)),
    // Each rewrites parts: those of one site do not make the others wait for all of them.
    remove: removal =>
      removals.run(`site ${removal.siteId}`, () =>
        imports.runBetween(() => visits.runBetween(() => removeRows(changing, removal))),
      ),
    restoreSpam: restoration => restoreSpam(changing, restoration),
    // ClickHouse merges its parts by itself.
    maintain: async ({ force = false } = {}) => {
      await delivery.settle();
      await visits.storeVisits(force ? { minRows: 1 } : {});
    },
    ping: () => db.ping(),
    facts: async () => {
      await delivery.settle();
      return queryFacts(db.readWith());
    },
    setZones: days.setZones,
    zoneOf: days.zoneOf,
    settle: () => delivery.settle(),
    files: createParquetFiles(db, options.log, days),
    waitingRows: () => delivery.waitingRows(),
    moveHistory: async copying => {
      await openSchema(db, options);
      const through = outbox.lastIds();
      await copyHistory({ db, outbox }, through, copying);
      await outbox.takeOutAll(through);
    },
    moveBack: async (folder, load, copying) => {
      await delivery.settle();
      await imports.deliver(copying);
      await delivery.runLast(async () => {
        await load(await writeHistory(db, folder, copying));
      });
    },
    start: async () => {
      await delivery.start({ isThere: await openIfThere(db, options) });
    },
    deliverImports: imports.deliver,
    close: async () => {
      await removals.idle();
      await imports.close();
      await visits.close();
      await delivery.close();
      await db.close();
    },
  };
  return wrapReads(rows, async ({ run, options, siteIds }) => {
    await delivery.settle();
    options.signal?.throwIfAborted();
    return days.read(siteIds, () => run(options));
  });
}
