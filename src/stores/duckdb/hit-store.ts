/** The hits store on DuckDB: translates queries to SQL and runs them on the engine. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { removeRows } from './changes/remove.ts';
import { restoreSpam } from './changes/restore-spam.ts';
import type { HitEngine } from './engine-types.ts';
import { exportRows } from './export/export.ts';
import { listAppended } from './feed.ts';
import { createGroupReads } from './group-reads.ts';
import { importFile } from './import/import.ts';
import { findImport } from './import/record.ts';
import { addImportedDays } from './imported-days/add.ts';
import { createDaysStore } from './imported-days/store.ts';
import { keepSums, MAX_RAW_HITS } from './keep-sums.ts';
import { querySeriesBySite, queryVisitorsBySite } from './queries/by-site.ts';
import { queryEarliest } from './queries/earliest.ts';
import { queryGroupsBySite } from './queries/groups-by-site.ts';
import { queryJourneys } from './queries/journeys.ts';
import { createChannelReads } from './queries/known-channels.ts';
import { listHits, listVisitor } from './queries/list.ts';
import { createTextSampling } from './queries/properties.ts';
import { querySeries } from './queries/series.ts';
import { countHits, queryTotals, queryTotalsBySite } from './queries/totals.ts';
import { hasSumsOfProperty } from './queries/value-sums.ts';
import { byZone, createZoneChanges, withZones } from './site-zones.ts';
import { type Read, type Reads, toRead, withinTransaction } from './sql/sql.ts';
import { queryCampaigns } from './visits/campaigns.ts';
import { queryFunnel } from './visits/funnels.ts';
import { queryGoalSeries } from './visits/goal-series.ts';
import { queryConversionSeries, queryConversions, queryGoals } from './visits/goals.ts';
import { queryJourneyPages, queryJourneysByVisit } from './visits/journeys.ts';
import { createKeptAnswers } from './visits/kept-answers.ts';
import { createKeptGroups } from './visits/kept-groups.ts';
import { createKeptConversions, type KeptConversions } from './visits/kept-tables.ts';
import { filtersVisits } from './visits/matching.ts';
import { queryPageEngagement } from './visits/page-engagement.ts';
import { queryPaths } from './visits/paths.ts';
import {
  countByVisit,
  countVisitorsByVisit,
  listByVisit,
  queryEngagement,
  queryTotalsByVisit,
  queryTotalsWithVisits,
} from './visits/queries.ts';
import { addEngagement, addVisits, querySeriesByVisit } from './visits/series.ts';
import { findOneValue } from './visits/summed-totals.ts';
import { queryPropertyUses, queryRevenue } from './visits/sums.ts';

/** Options of the store; a test may set others. */
export interface HitStoreOptions {
  /** Maximum number of hits of all sites at which reports read raw rows, not roll-ups. */
  readonly maxRawHits?: number;
  /** Maximum number of hits that roll-ups sum up at once, and of rows that an import stores at once. */
  readonly rowsPerSlice?: number;
  /** Maximum share of distinct texts of properties at which each text is parsed once and shared. */
  readonly maxTextShare?: number | undefined;
  /** Maximum number of rows in the tables that cache conversions. */
  readonly maxKeptRows?: number | undefined;
  /** Number of rows up to which a site always keeps its sums by a value. */
  readonly minWideRows?: number | undefined;
  /** Number of hits from which a site has sums of pages by values of visits. */
  readonly minPagedHits?: number | undefined;
}

/** What the store passes on to its engine. */
const ofEngine = (engine: HitEngine): Pick<HitStore, 'maintain' | 'ping' | 'facts' | 'close'> => ({
  maintain: options => engine.maintain(options),
  ping: () => engine.ping(),
  facts: async () => {
    const { rows, sizeBytes, schemaVersion } = await engine.facts();
    return { rows, sizeBytes, schemaVersion };
  },
  close: () => engine.close(),
});

type InTransaction = <T>(work: (read: Read) => Promise<T>, options?: ReadOptions) => Promise<T>;

/** Creates the reads of conversions: from cached tables, or from rows. */
const createConversions = (
  kept: KeptConversions,
  inTransaction: InTransaction,
): Pick<HitStore, 'conversions' | 'conversionSeries'> => ({
  conversions: async (query, options) =>
    (await kept.groups(query, options)) ??
    inTransaction(read => queryConversions(read, query, options), options),
  conversionSeries: async (query, edges, options) =>
    (await kept.series(query, edges, options)) ??
    inTransaction(read => queryConversionSeries(read, { query, edges }, options), options),
});

/** Creates the hits store over an opened engine, which it closes. */
export const createDuckHitStore = (
  engine: HitEngine,
  { maxRawHits = MAX_RAW_HITS, rowsPerSlice, maxTextShare, maxKeptRows, ...limits }: HitStoreOptions = {},
): HitStore & HitFeed => {
  keepSums(engine, { maxRawHits, rowsPerSlice, ...limits });
  const readWith =
    (options?: ReadOptions): Read =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const inTransaction = <T>(work: (read: Read) => Promise<T>, options?: ReadOptions): Promise<T> =>
    engine.readInTransaction(session => work(toRead(session)), options);
  const readsWith = (options?: ReadOptions): Reads => ({
    read: readWith(options),
    inTransaction: work => inTransaction(work, options),
  });
  const readHits = createChannelReads({ readsWith });
  const usesRollUps = () => engine.countHits() > maxRawHits;
  const known = createTextSampling({ readWith, usesRollUps, maxTextShare, hasSums: hasSumsOfProperty });
  const answers = createKeptAnswers(engine);
  const kept = createKeptGroups(answers, usesRollUps, engine);
  const { days, spans, removeWith, changesHits } = createDaysStore(engine, readWith(), siteId =>
    queryEarliest(readWith(), siteId, ['hit']),
  );
  const rows: HitStore & HitFeed = {
    append: rows => engine.append(rows),
    list: async (asked, slice, options) => {
      const query = await known(asked, options);
      const request = { query, slice, usesRollUps: usesRollUps() };
      return filtersVisits(query)
        ? inTransaction(read => listByVisit(read, query, slice), options)
        : listHits(readsWith(options), request);
    },
    listAppended: (query, options) => inTransaction(read => listAppended(read, query), options),
    count: async (asked, options) => {
      const query = await known(asked, options, { readsSums: !filtersVisits(asked) });
      return filtersVisits(query)
        ? inTransaction(read => countByVisit(read, query), options)
        : readHits(query, options, (reads, query) => countHits(reads, { query, usesRollUps: usesRollUps() }));
    },
    group: createGroupReads({ readWith, inTransaction, readHits, known, spans, usesRollUps, kept, answers }),
    series: async (asked, edges, options) => {
      const { countsVisitors = false, countsEngagement = false } = options ?? {};
      const query = await known(asked, options, { readsSums: !countsVisitors && !filtersVisits(asked) });
      const request = { query, edges, countsVisitors, usesRollUps: usesRollUps() };
      if (!countsVisitors && !countsEngagement && !filtersVisits(query))
        return readHits(query, options, (reads, query) => querySeries(reads, { ...request, query }));
      return inTransaction(async read => {
        const buckets = filtersVisits(query)
          ? await querySeriesByVisit(read, request)
          : await querySeries(withinTransaction(read), request);
        const counted =
          countsVisitors && !filtersVisits(query) ? await addVisits(read, request, buckets) : buckets;
        return countsEngagement ? addEngagement(read, request, counted) : counted;
      }, options);
    },
    totals: async (asked, options = {}) => {
      const visitors = await kept.countVisitors(asked, options, read => countVisitorsByVisit(read, asked));
      if (visitors !== undefined) return { hits: 0, uniqueHits: 0, visitors, paths: 0 };
      const readsSums = !options?.countsVisits && !filtersVisits(asked);
      const query = await known(asked, options, { readsSums });
      const request = { query, usesRollUps: usesRollUps(), omitsPaths: options?.omitsPaths };
      const isOfValue = request.usesRollUps && findOneValue(query) !== undefined;
      if (!options?.countsVisits && !filtersVisits(query) && !isOfValue)
        return readHits(query, options, (reads, query) => queryTotals(reads, { ...request, query }));
      return inTransaction(
        read =>
          filtersVisits(query)
            ? queryTotalsByVisit(read, request, options)
            : queryTotalsWithVisits(read, request, options),
        options,
      );
    },
    listVisitor: (query, slice, options) => listVisitor(readWith(options), query, slice),
    earliest: (siteId, options) => queryEarliest(readWith(options), siteId, options?.kinds),
    engagement: (query, options) =>
      inTransaction(read => queryEngagement(read, { query, usesRollUps: usesRollUps() }), options),
    revenue: async (asked, options) => {
      const query = await known(asked, options, { dimension: options?.dimension });
      return inTransaction(read => queryRevenue(read, query, options?.dimension), options);
    },
    propertyUses: (asked, options) =>
      known(asked, options, { readsAll: true }).then(query =>
        inTransaction(read => queryPropertyUses(read, query, options.maxNames), options),
      ),
    campaigns: (query, options) => inTransaction(read => queryCampaigns(read, query), options),
    pageEngagement: (query, pages, options) =>
      inTransaction(read => queryPageEngagement(read, { query, usesRollUps: usesRollUps() }, pages), options),
    goals: (query, options) =>
      inTransaction(read => queryGoals(read, { query, usesRollUps: usesRollUps() }), options),
    goalSeries: (query, edges, options) =>
      inTransaction(read => queryGoalSeries(read, query, edges), options),
    ...createConversions(createKeptConversions(engine, { usesRollUps, maxRows: maxKeptRows }), inTransaction),
    totalsBySite: (siteIds, span, options) =>
      queryTotalsBySite(readWith(options), { siteIds, span, usesRollUps: usesRollUps() }),
    seriesBySite: (siteIds, edges, options) =>
      querySeriesBySite(readWith(options), { siteIds, edges, usesRollUps: usesRollUps() }),
    groupBySite: (query, options) =>
      byZone(engine, query.siteIds, (siteIds, zone) =>
        queryGroupsBySite(readWith(options), { ...query, siteIds, zone, usesRollUps: usesRollUps() }),
      ),
    visitorsBySite: (siteIds, span, options) =>
      byZone(engine, siteIds, (ofZone, zone) =>
        queryVisitorsBySite(readsWith(options), { siteIds: ofZone, span, zone, usesRollUps: usesRollUps() }),
      ),
    journeys: (query, slice, options) => {
      const queryAll = (query.filters?.length ?? 0) > 0 ? queryJourneysByVisit : queryJourneys;
      return inTransaction(read => queryAll(read, { query, slice, hasFewHits: !usesRollUps() }), options);
    },
    journeyPages: (query, options) =>
      inTransaction(read => queryJourneyPages(read, query, usesRollUps()), options),
    funnel: (query, options) =>
      inTransaction(read => queryFunnel(read, { query, usesRollUps: usesRollUps() }), options),
    paths: (query, options) => inTransaction(read => queryPaths(read, query, usesRollUps()), options),
    zoneOf: engine.zoneOf,
    setZones: createZoneChanges(engine),
    remove: async removal => {
      const removed = await removeRows(engine, removal);
      await removeWith(removal);
      return removed;
    },
    restoreSpam: restoration => changesHits(restoreSpam(engine, restoration)),
    importFile: request => changesHits(importFile(engine, request, { rowsPerPart: rowsPerSlice })),
    deliverImport: async () => undefined,
    findImport: async (siteId, importKey) =>
      (await findImport(readWith(), siteId, importKey))?.report ?? null,
    exportRows: request => exportRows(engine, request),
    ...days,
    ...ofEngine(engine),
  };
  return withZones({ ...rows, ...addImportedDays(rows, { spans, readWith }) }, engine);
};
