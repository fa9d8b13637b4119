/** The hits store on DuckDB: translates queries to SQL and runs them on the engine. */

import { type AnswerTable, answerBy } from '../../core/hits/ask.ts';
import type { HitFeed } from '../../core/hits/feed.ts';
import type { HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { toCounts, toVisitors } from '../measures.ts';
import { withNamedGroups } from '../named-groups.ts';
import type { SumsState } from './aggregates/state.ts';
import { normalizeValues } from './changes/normalize-values.ts';
import { removeRows } from './changes/remove.ts';
import { restoreHeld } from './changes/restore-held.ts';
import { restoreSpam } from './changes/restore-spam.ts';
import { rewritePaths } from './changes/rewrite-paths.ts';
import type { HitEngine } from './engine-types.ts';
import { exportRows } from './export/export.ts';
import { listAppended } from './feed.ts';
import { createGroupReads } from './group-reads.ts';
import { importFile } from './import/import.ts';
import { findImport } from './import/record.ts';
import { withImportedDays } from './imported-days/add.ts';
import { createDaysStore } from './imported-days/store.ts';
import { keepSums, MAX_RAW_HITS } from './keep-sums.ts';
import { querySeriesBySite, queryVisitorsBySite } from './queries/by-site.ts';
import { queryEarliest } from './queries/earliest.ts';
import { queryGroupsBySite } from './queries/groups-by-site.ts';
import { queryJourneys } from './queries/journeys.ts';
import { createChannelReads } from './queries/known-channels.ts';
import { listHits, listVisitor } from './queries/list.ts';
import { queryReturning } from './queries/returning-visitors.ts';
import { querySeries } from './queries/series.ts';
import { createTextSampling, isProperty } from './queries/text-sampling.ts';
import { countHits, queryTotals, queryTotalsBySite } from './queries/totals.ts';
import { byZone, createZoneChanges, withZones } from './site-zones.ts';
import { type Read, type Reads, toRead, withinTransaction } from './sql/sql.ts';
import { queryCampaigns } from './visits/campaigns.ts';
import { queryCombinations } from './visits/combinations.ts';
import { queryFunnel } from './visits/funnels.ts';
import { queryGoalSeries } from './visits/goal-series.ts';
import { createConversions, queryConversionSeries, queryGoals } from './visits/goals.ts';
import { queryJourneyPages, queryJourneysByVisit } from './visits/journeys.ts';
import { createKeptAnswers } from './visits/kept-answers.ts';
import { filtersVisits } from './visits/matching.ts';
import { queryPageEngagement } from './visits/page-engagement.ts';
import { queryPaths } from './visits/paths.ts';
import {
  countByVisit,
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
  /** Maximum number of hits of all sites at which reports read raw rows, not sums. */
  readonly maxRawHits?: number;
  /** Maximum number of hits that are summed up at once, and of rows that an import stores at once. */
  readonly rowsPerSlice?: number;
  /** Maximum share of distinct texts of properties at which each text is parsed once and shared. */
  readonly maxTextShare?: number | undefined;
  /** Number of rows up to which a site always keeps its sums by a value. */
  readonly minWideRows?: number | undefined;
}

type EngineStore = HitFeed &
  Pick<
    HitStore,
    | 'append'
    | 'deliverImport'
    | 'exportRows'
    | 'zoneOf'
    | 'setZones'
    | 'maintain'
    | 'ping'
    | 'facts'
    | 'close'
  >;

/** What the store passes on to its engine. */
const ofEngine = (engine: HitEngine): EngineStore => ({
  append: rows => engine.append(rows),
  listAppended: (query, options) =>
    engine.readInTransaction(session => listAppended(toRead(session), query), options),
  deliverImport: async () => undefined,
  zoneOf: engine.zoneOf,
  setZones: createZoneChanges(engine),
  exportRows: request => exportRows(engine, request),
  maintain: options => engine.maintain(options),
  ping: () => engine.ping(),
  facts: async () => {
    const { rows, sizeBytes, schemaVersion } = await engine.facts();
    return { rows, sizeBytes, schemaVersion };
  },
  close: () => engine.close(),
});

/** Creates the reads of an engine: by a statement, or by several in one transaction. */
const createReads = (engine: HitEngine) => {
  const readWith = (options?: ReadOptions): Read => toRead(engine, options);
  const inTransaction = <T>(work: (read: Read) => Promise<T>, options?: ReadOptions): Promise<T> =>
    engine.readInTransaction(session => work(toRead(session)), options);
  const readsWith = (options?: ReadOptions): Reads => ({
    read: readWith(options),
    inTransaction: work => inTransaction(work, options),
  });
  return { readWith, inTransaction, readsWith };
};

/** Creates the hits store over an opened engine, which it closes. */
export const createDuckHitStore = (
  engine: HitEngine,
  { maxRawHits = MAX_RAW_HITS, rowsPerSlice, maxTextShare, ...limits }: HitStoreOptions = {},
): HitStore & HitFeed => {
  keepSums(engine, { maxRawHits, rowsPerSlice, ...limits });
  const { readWith, inTransaction, readsWith } = createReads(engine);
  const readHits = createChannelReads({ readsWith });
  const state = (): SumsState => ({ ...engine.sums(), isUsed: engine.countHits() > maxRawHits });
  const known = createTextSampling({ readWith, state, maxTextShare });
  const kept = createKeptAnswers(engine, state);
  const { days, spans, removeWith, changesHits } = createDaysStore(engine, readWith(), siteId =>
    queryEarliest(readWith(), siteId, ['hit']),
  );
  const group = createGroupReads({
    ...{ readWith, inTransaction, readHits, known, spans, state, kept },
  });
  const count = async (asked: HitQuery, options?: ReadOptions): Promise<number> => {
    const query = await known(asked, options, { readsSums: !filtersVisits(asked) });
    return filtersVisits(query)
      ? inTransaction(read => countByVisit(read, query), options)
      : readHits(query, options, (reads, query) => countHits(reads, { query, state: state() }));
  };
  /** Answers by a query in one transaction. */
  const from =
    <Query, T>(
      query: (read: Read, request: { readonly query: Query; readonly state: SumsState }) => Promise<T>,
    ) =>
    (asked: Query, options?: ReadOptions): Promise<T> =>
      inTransaction(read => query(read, { query: asked, state: state() }), options);
  const table: AnswerTable = {
    rows: {
      site: async (asked, options) => {
        const query = await known(asked, options);
        return filtersVisits(query)
          ? inTransaction(read => listByVisit(read, query, asked), options)
          : listHits(readsWith(options), { query, slice: asked, state: state() });
      },
      visitor: (query, options) => listVisitor(readWith(options), query, query),
    },
    totals: {
      site: async (asked, options) => {
        const counts = toCounts(asked.measures);
        if (counts.onlyHits) return { hits: await count(asked, options) };
        const readsSums = !counts.countsVisits && !filtersVisits(asked);
        const query = await known(asked, options, { readsSums });
        const request = { query, state: state(), omitsPaths: counts.omitsPaths };
        const isOfValue = request.state.isUsed && findOneValue(query) !== undefined;
        if (!counts.countsVisits && !filtersVisits(query) && !isOfValue)
          return readHits(query, options, (reads, query) => queryTotals(reads, { ...request, query }));
        const queryAll = filtersVisits(query) ? queryTotalsByVisit : queryTotalsWithVisits;
        return inTransaction(read => queryAll(read, request, counts), options);
      },
      sites: async (asked, options) => {
        const sites = { ...asked, state: state() };
        if (!sites.measures) return queryTotalsBySite(readWith(options), sites);
        return toVisitors(
          await byZone(engine, sites.siteIds, (siteIds, zone) =>
            queryVisitorsBySite(readWith(options), { ...sites, siteIds, zone }),
          ),
        );
      },
      engagement: from(queryEngagement),
      goals: from(queryGoals),
    },
    groups: {
      site: (query, options) =>
        group(query, query.dimension, { ...options, ...query, ...toCounts(query.measures) }),
      sites: (query, options) =>
        byZone(engine, query.siteIds, (siteIds, zone) =>
          queryGroupsBySite(readWith(options), { ...query, siteIds, zone, state: state() }),
        ),
      combinations: async (asked, options) => {
        const query = await known(asked, options, { readsAll: asked.dimensions.some(isProperty) });
        return inTransaction(read => queryCombinations(read, query), options);
      },
      pageEngagement: from((read, request) => queryPageEngagement(read, request, request.query.pages)),
      revenue: async (asked, options) => {
        const query = await known(asked, options, { dimension: asked.dimension });
        return inTransaction(read => queryRevenue(read, query, asked.dimension), options);
      },
      conversions: createConversions(kept, inTransaction),
      campaigns: from((read, { query }) => queryCampaigns(read, query)),
    },
    series: {
      site: async (asked, options) => {
        const { countsVisitors, countsEngagement } = toCounts(asked.measures);
        const query = await known(asked, options, { readsSums: !countsVisitors && !filtersVisits(asked) });
        const request = { query, edges: asked.edges, countsVisitors, state: state() };
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
      sites: (query, options) => querySeriesBySite(readWith(options), { ...query, state: state() }),
      conversions: from((read, { query }) =>
        queryConversionSeries(read, { query, edges: query.edges }, query),
      ),
      goals: from((read, { query }) => queryGoalSeries(read, query, query.edges)),
    },
    flows: {
      journeys: (query, options) => {
        const queryAll = (query.filters?.length ?? 0) > 0 ? queryJourneysByVisit : queryJourneys;
        const request = { query, slice: query, state: state() };
        return inTransaction(read => queryAll(read, request), options);
      },
      pages: from((read, { query, state }) => queryJourneyPages(read, query, state)),
      funnel: from(queryFunnel),
      paths: from((read, { query, state }) => queryPaths(read, query, state)),
      returning: (query, options) => queryReturning(readWith(options), query),
    },
    facts: {
      earliest: ({ siteId, kinds }, options) => queryEarliest(readWith(options), siteId, kinds),
      properties: async (asked, options) => {
        const query = await known(asked, options, { readsAll: true });
        return inTransaction(read => queryPropertyUses(read, query, asked.maxNames), options);
      },
    },
  };
  const rows: HitStore & HitFeed = {
    ask: answerBy(table),
    remove: async removal => {
      const removed = await removeRows(engine, removal);
      await removeWith(removal);
      return removed;
    },
    restoreSpam: restoration => changesHits(restoreSpam(engine, restoration)),
    rewritePaths: rewriting => changesHits(rewritePaths(engine, rewriting)),
    restoreHeld: restoration => changesHits(restoreHeld(engine, restoration)),
    importFile: request => changesHits(importFile(engine, request, { rowsPerPart: rowsPerSlice })),
    findImport: async (siteId, importKey) =>
      (await findImport(readWith(), siteId, importKey))?.report ?? null,
    normalizeValues: signal => normalizeValues(engine, signal),
    ...days,
    ...ofEngine(engine),
  };
  return withNamedGroups(withZones(withImportedDays(rows, { spans, readWith }), engine));
};
