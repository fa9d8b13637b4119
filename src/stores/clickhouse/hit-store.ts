/** The hits store on ClickHouse. */
import { AppError } from '../../core/errors.ts';
import { type Ask, answerBy, decorateAsk } from '../../core/hits/ask.ts';
import type { HitFeed } from '../../core/hits/feed.ts';
import type { History } from '../../core/hits/outbox.ts';
import type { ParquetFiles } from '../../core/hits/parquet-files.ts';
import { type HitQuery, hasVisits, type ReadOptions } from '../../core/hits/query.ts';
import { siteIdsOf } from '../../core/hits/question.ts';
import type { RowStore } from '../../core/hits/store.ts';
import { createTurns } from '../../lib/fair-pool.ts';
import { toCounts, toVisitors } from '../measures.ts';
import { withMinVisitors } from '../min-visitors.ts';
import { reconcileMarks, removeRows, restoreNoted, restoreSpam } from './changes.ts';
import type { ClickHouse, Read } from './client.ts';
import { type CopyOptions, copyHistory, writeHistory } from './copy.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { restoreHeld } from './hold.ts';
import { createImportDelivery, type ImportDeliveryOptions } from './import-delivery.ts';
import { createDeliveredRows, type DeliveredRows } from './kept/delivered-rows.ts';
import { createKeptFigures, type KeptFigures } from './kept/kept-figures.ts';
import { type CountingReads, createKeptReads } from './kept/kept-reads.ts';
import { normalizeValues } from './normalize-values.ts';
import { createParquetFiles } from './parquet-files.ts';
import {
  queryGroupsBySite,
  querySeriesBySite,
  queryTotalsBySite,
  queryVisitorsBySite,
} from './queries/by-site.ts';
import { queryCampaigns } from './queries/campaigns.ts';
import { queryCombinations } from './queries/combinations.ts';
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
import { queryReturning } from './queries/returning-visitors.ts';
import type { VisitHints } from './queries/stored-visits.ts';
import { queryPropertyUses, queryRevenue } from './queries/sums.ts';
import { restorePaths, rewritePaths } from './rewrite-paths.ts';
import { openSchema, type SchemaOptions } from './schema.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';
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

/** What answers read besides rows. */
interface AskDeps {
  readonly visits: VisitKeeper;
  readonly days: SiteDays;
  readonly figures: KeptFigures;
}

/** Creates the answers of a database. */
const createAsk = (db: ClickHouse, { visits, days, figures }: AskDeps): Ask => {
  const withHints = <Query extends { readonly siteId: number }>(query: Query): Query & VisitHints => ({
    ...query,
    ...days.of(query.siteId),
    hasStoredVisits: visits.mayHaveStored(query.siteId),
  });
  const readRows = createReadRows(db);
  const counting = createCountingReads(db, visits);
  const kept = createKeptReads(figures, counting);
  /** Answers by rows and visits. */
  const from =
    <Query extends { readonly siteId: number }, T>(
      query: (read: Read, asked: Query & VisitHints) => Promise<T>,
    ) =>
    (asked: Query, options?: ReadOptions): Promise<T> =>
      query(readRows(options), withHints(asked));
  return answerBy({
    rows: {
      site: from((read, query) => listHits(read, query, query)),
      visitor: from((read, query) => listVisitor(read, query, query)),
    },
    totals: {
      site: async (query, options) => {
        const counts = toCounts(query.measures);
        return counts.onlyHits
          ? { hits: await counting.count(withHints(query), options) }
          : kept.totals(withHints(query), { ...options, ...counts });
      },
      sites: async ({ siteIds, ...query }, options) =>
        query.measures
          ? toVisitors(await queryVisitorsBySite(db.readWith(options), siteIds, query.span))
          : days.readEach(siteIds, sites =>
              queryTotalsBySite(db.readWith(options), { ...sites, span: query.span }),
            ),
      engagement: from(queryEngagement),
      goals: from(queryGoals),
    },
    groups: {
      site: (query, options) =>
        withMinVisitors({ ...options, ...query, ...toCounts(query.measures) }, counted =>
          kept.group(withHints(query), query.dimension, counted),
        ),
      sites: (query, options) =>
        days.readEach(query.siteIds, sites =>
          queryGroupsBySite(db.readWith(options), { ...query, ...sites }),
        ),
      combinations: from(queryCombinations),
      pageEngagement: from((read, query) => queryPageEngagement(read, query, query.pages)),
      revenue: from((read, query) => queryRevenue(read, query, query.dimension)),
      conversions: from((read, query) => queryConversions(read, query, query)),
      campaigns: from(queryCampaigns),
    },
    series: {
      site: (query, options) =>
        kept.series(withHints(query), query.edges, { ...options, ...toCounts(query.measures) }),
      sites: ({ siteIds, edges }, options) => querySeriesBySite(db.readWith(options), siteIds, edges),
      conversions: from((read, query) => queryConversionSeries(read, { query, edges: query.edges }, query)),
      goals: from((read, query) => queryGoalSeries(read, query, query.edges)),
    },
    flows: {
      journeys: from((read, query) => queryJourneys(read, query, query)),
      pages: from(queryJourneyPages),
      funnel: from(queryFunnel),
      paths: from(queryPaths),
      returning: from(queryReturning),
    },
    facts: {
      earliest: ({ siteId, kinds }, options) => queryEarliest(db.readWith(options), siteId, kinds),
      properties: from((read, query) => queryPropertyUses(read, query, query.maxNames)),
    },
  });
};

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
  /** Changes rows of a site that have all been delivered. */
  const changeStored = async (
    { siteId }: { readonly siteId: number },
    work: () => Promise<void>,
  ): Promise<void> => {
    await imports.deliver();
    await removals.run(`site ${siteId}`, () =>
      imports.runBetween(() => visits.runBetween(() => delivery.runSettled(work))),
    );
  };
  const ask = createAsk(db, { visits, days, figures: createKeptFigures(connection, delivered) });
  const rows: ClickHouseStore = {
    ask,
    append: rows => delivery.append(rows),
    listAppended: async (query, options) => {
      await delivery.settle();
      return listAppended(db.readWith(options), query);
    },
    // Each rewrites parts: those of one site do not make the others wait for all of them.
    remove: async removal => {
      // What matches is found where it is read.
      if (removal.which !== 'all' && 'filters' in removal.which) await imports.deliver();
      return removals.run(`site ${removal.siteId}`, () =>
        imports.runBetween(() => visits.runBetween(() => removeRows(changing, removal))),
      );
    },
    restoreSpam: restoration => restoreSpam(changing, restoration),
    rewritePaths: rewriting => changeStored(rewriting, () => rewritePaths(changing, rewriting)),
    restoreHeld: restoration =>
      changeStored(restoration, async () => {
        await restoreHeld(changing, restoration);
        await restorePaths(changing, restoration);
      }),
    normalizeValues: signal => normalizeValues(changing, signal),
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
  return decorateAsk(rows, ask => async (question, options) => {
    await delivery.settle();
    options?.signal?.throwIfAborted();
    return days.read(siteIdsOf(question), () => ask(question, options));
  });
}
