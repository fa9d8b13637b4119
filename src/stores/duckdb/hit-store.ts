/** The hits store on DuckDB: the durable engine below, and every question put to it as SQL. */
import type { HitStore, ReadOptions } from '../../core/hit-store.ts';
import { removeRows } from './changes/remove.ts';
import { restoreSpam } from './changes/restore-spam.ts';
import type { HitEngine } from './engine-types.ts';
import { importHistory } from './import/import.ts';
import { listAppended } from './queries/appended.ts';
import { siteSeries, siteVisitors } from './queries/by-site.ts';
import { earliestOf } from './queries/earliest.ts';
import { engagementOf } from './queries/engagement.ts';
import { groupRows } from './queries/group.ts';
import { siteGroups } from './queries/groups-by-site.ts';
import { journeysOf } from './queries/journeys.ts';
import { listRows } from './queries/list.ts';
import { seriesBuckets } from './queries/series.ts';
import { countRows, siteTotals, totalsOf } from './queries/totals.ts';
import { rollUpHits } from './rollups/update.ts';
import type { Ask } from './sql/sql.ts';

/** The hits store over an opened engine, which it closes. A test may have roll-ups made of fewer rows at once. */
export const createDuckHitStore = (engine: HitEngine, rowsASlice?: number): HitStore => {
  engine.onRebuild(copy => rollUpHits(copy, rowsASlice));
  const asking =
    (options?: ReadOptions): Ask =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const together = <T>(work: (ask: Ask) => Promise<T>, options?: ReadOptions): Promise<T> =>
    engine.readTogether(
      session => work(statement => session.read(statement.text, statement.values)),
      options,
    );
  return {
    append: rows => engine.append(rows),
    list: (query, slice, options) => together(ask => listRows(ask, query, slice), options),
    listAppended: (query, options) => together(ask => listAppended(ask, query), options),
    count: (query, options) => countRows(asking(options), query),
    group: (query, dimension, slice, options) =>
      groupRows(asking(options), { query, dimension, slice, search: options?.search }),
    series: (query, edges, options) =>
      together(
        ask => seriesBuckets(ask, { query, edges, countsVisitors: options?.countsVisitors ?? false }),
        options,
      ),
    totals: (query, options) => together(ask => totalsOf(ask, query), options),
    earliest: (siteId, options) => earliestOf(asking(options), siteId),
    engagement: (query, options) => engagementOf(asking(options), query),
    totalsBySite: (siteIds, span, options) => siteTotals(asking(options), siteIds, span),
    seriesBySite: (siteIds, edges, options) => siteSeries(asking(options), siteIds, edges),
    groupBySite: (request, options) => siteGroups(asking(options), request),
    visitorsBySite: (siteIds, span, options) => together(ask => siteVisitors(ask, siteIds, span), options),
    journeys: (query, slice, options) => together(ask => journeysOf(ask, query, slice), options),
    remove: removal => removeRows(engine, removal),
    restoreSpam: restoration => restoreSpam(engine, restoration),
    importFile: request => importHistory(engine, request),
    maintain: options => engine.maintain(options),
    ping: () => engine.ping(),
    facts: async () => {
      const { rows, sizeBytes, schemaVersion } = await engine.facts();
      return { rows, sizeBytes, schemaVersion };
    },
    close: () => engine.close(),
  };
};
