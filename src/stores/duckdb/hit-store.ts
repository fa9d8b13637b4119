/** The hits store on DuckDB: translates queries to SQL and runs them on the engine. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { removeRows } from './changes/remove.ts';
import { restoreSpam } from './changes/restore-spam.ts';
import type { HitEngine } from './engine-types.ts';
import { listAppended } from './feed.ts';
import { importFile } from './import/import.ts';
import { querySeriesBySite, queryVisitorsBySite } from './queries/by-site.ts';
import { queryEarliest } from './queries/earliest.ts';
import { queryEngagement } from './queries/engagement.ts';
import { queryGroups } from './queries/group.ts';
import { queryGroupsBySite } from './queries/groups-by-site.ts';
import { queryJourneys } from './queries/journeys.ts';
import { listHits } from './queries/list.ts';
import { querySeries } from './queries/series.ts';
import { countHits, queryTotals, queryTotalsBySite } from './queries/totals.ts';
import { updateRollUps } from './rollups/update.ts';
import { type Read, toRead } from './sql/sql.ts';

/** Creates the hits store over an opened engine, which it closes. A test may set how many rows roll-ups sum up at once. */
export const createDuckHitStore = (engine: HitEngine, rowsPerSlice?: number): HitStore & HitFeed => {
  engine.onRebuild(copy => updateRollUps(copy, rowsPerSlice));
  const readWith =
    (options?: ReadOptions): Read =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const inTransaction = <T>(work: (read: Read) => Promise<T>, options?: ReadOptions): Promise<T> =>
    engine.readInTransaction(session => work(toRead(session)), options);
  return {
    append: rows => engine.append(rows),
    list: (query, slice, options) => inTransaction(read => listHits(read, query, slice), options),
    listAppended: (query, options) => inTransaction(read => listAppended(read, query), options),
    count: (query, options) => countHits(readWith(options), query),
    group: (query, dimension, options) => queryGroups(readWith(options), { ...options, query, dimension }),
    series: (query, edges, options) =>
      inTransaction(
        read => querySeries(read, { query, edges, countsVisitors: options?.countsVisitors ?? false }),
        options,
      ),
    totals: (query, options) => inTransaction(read => queryTotals(read, query), options),
    earliest: (siteId, options) => queryEarliest(readWith(options), siteId),
    engagement: (query, options) => queryEngagement(readWith(options), query),
    totalsBySite: (siteIds, span, options) => queryTotalsBySite(readWith(options), siteIds, span),
    seriesBySite: (siteIds, edges, options) => querySeriesBySite(readWith(options), siteIds, edges),
    groupBySite: (request, options) => queryGroupsBySite(readWith(options), request),
    visitorsBySite: (siteIds, span, options) =>
      inTransaction(read => queryVisitorsBySite(read, siteIds, span), options),
    journeys: (query, slice, options) => inTransaction(read => queryJourneys(read, query, slice), options),
    remove: removal => removeRows(engine, removal),
    restoreSpam: restoration => restoreSpam(engine, restoration),
    importFile: request => importFile(engine, request),
    maintain: options => engine.maintain(options),
    ping: () => engine.ping(),
    facts: async () => {
      const { rows, sizeBytes, schemaVersion } = await engine.facts();
      return { rows, sizeBytes, schemaVersion };
    },
    close: () => engine.close(),
  };
};
