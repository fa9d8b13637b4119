/** The hits store on ClickHouse. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { createAppender } from './append.ts';
import { removeRows, restoreSpam } from './changes.ts';
import type { ClickHouse } from './client.ts';
import {
  queryGroupsBySite,
  querySeriesBySite,
  queryTotalsBySite,
  queryVisitorsBySite,
} from './queries/by-site.ts';
import { countRows, queryEngagement, queryGroups, querySeries, queryTotals } from './queries/counts.ts';
import { queryFacts } from './queries/facts.ts';
import { queryJourneyPages, queryJourneys } from './queries/journeys.ts';
import { listAppended, listHits, listVisitor, queryEarliest } from './queries/read-rows.ts';
import { CREATE_TABLES } from './schema.ts';

/** What the store does so far: all but imports, exports and imported days. */
type ClickHouseStore = Omit<
  HitStore,
  'importFile' | 'findImport' | 'exportRows' | 'importDays' | 'exportDays' | 'removeDays' | 'importedSpans'
> &
  HitFeed;

/** Opens the store in a database, and makes its tables where there are none. */
export async function openClickHouseStore(db: ClickHouse): Promise<ClickHouseStore> {
  for (const statement of CREATE_TABLES) await db.run(statement);
  const { append } = await createAppender(db);
  return {
    append: rows => append(rows),
    list: (query, slice, options) => listHits(db.readWith(options), query, slice),
    listAppended: (query, options) => listAppended(db.readWith(options), query),
    count: (query, options) => countRows(db.readWith(options), query),
    group: (query, dimension, options) => queryGroups(db.readWith(options), { ...options, query, dimension }),
    series: (query, edges, options) => querySeries(db.readWith(options), { ...options, query, edges }),
    totals: (query, options) => queryTotals(db.readWith(options), query, options),
    listVisitor: (query, slice, options) => listVisitor(db.readWith(options), query, slice),
    earliest: (siteId, options) => queryEarliest(db.readWith(options), siteId),
    engagement: (query, options) => queryEngagement(db.readWith(options), query),
    totalsBySite: (siteIds, span, options) => queryTotalsBySite(db.readWith(options), siteIds, span),
    seriesBySite: (siteIds, edges, options) => querySeriesBySite(db.readWith(options), siteIds, edges),
    groupBySite: (query, options) => queryGroupsBySite(db.readWith(options), query),
    visitorsBySite: (siteIds, span, options) => queryVisitorsBySite(db.readWith(options), siteIds, span),
    journeys: (query, slice, options) => queryJourneys(db.readWith(options), query, slice),
    journeyPages: (query, options) => queryJourneyPages(db.readWith(options), query),
    remove: removal => removeRows(db, removal),
    restoreSpam: restoration => restoreSpam(db, append, restoration),
    // ClickHouse merges its parts by itself.
    maintain: async () => undefined,
    ping: () => db.ping(),
    facts: () => queryFacts(db.readWith()),
    close: () => db.close(),
  };
}
