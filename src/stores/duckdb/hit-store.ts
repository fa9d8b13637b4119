/** The hits store on DuckDB: the durable engine below, and every question put to it as SQL. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { removeRows } from './changes/remove.ts';
import { restoreSpam } from './changes/restore-spam.ts';
import type { HitEngine } from './engine-types.ts';
import { importFile } from './import/import.ts';
import { listAppended } from './queries/appended.ts';
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
import type { Read } from './sql/sql.ts';

/** The hits store over an opened engine, which it closes. A test may have roll-ups made of fewer rows at once. */
export const createDuckHitStore = (engine: HitEngine, rowsASlice?: number): HitStore & HitFeed => {
  engine.onRebuild(copy => updateRollUps(copy, rowsASlice));
  const asking =
    (options?: ReadOptions): Read =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const together = <T>(work: (ask: Read) => Promise<T>, options?: ReadOptions): Promise<T> =>
    engine.readInTransaction(
      session => work(statement => session.read(statement.text, statement.values)),
      options,
    );
  return {
    append: rows => engine.append(rows),
    list: (query, slice, options) => together(ask => listHits(ask, query, slice), options),
    listAppended: (query, options) => together(ask => listAppended(ask, query), options),
    count: (query, options) => countHits(asking(options), query),
    group: (query, dimension, options) => queryGroups(asking(options), { ...options, query, dimension }),
    series: (query, edges, options) =>
      together(
        ask => querySeries(ask, { query, edges, countsVisitors: options?.countsVisitors ?? false }),
        options,
      ),
    totals: (query, options) => together(ask => queryTotals(ask, query), options),
    earliest: (siteId, options) => queryEarliest(asking(options), siteId),
    engagement: (query, options) => queryEngagement(asking(options), query),
    totalsBySite: (siteIds, span, options) => queryTotalsBySite(asking(options), siteIds, span),
    seriesBySite: (siteIds, edges, options) => querySeriesBySite(asking(options), siteIds, edges),
    groupBySite: (request, options) => queryGroupsBySite(asking(options), request),
    visitorsBySite: (siteIds, span, options) =>
      together(ask => queryVisitorsBySite(ask, siteIds, span), options),
    journeys: (query, slice, options) => together(ask => queryJourneys(ask, query, slice), options),
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
