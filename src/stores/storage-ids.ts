/**
 * The number under which a site's rows are stored. Public ids of sites are a counter of the configuration, which starts
 * again where an older copy of it left off; a storage id is drawn at random, so that the rows of a site that the
 * configuration does not know can never appear in one that was made since.
 */
import type { SiteTotals } from '../core/hits/answers.ts';
import { decorateAsk } from '../core/hits/ask.ts';
import type { FeedPage, HitFeed } from '../core/hits/feed.ts';
import type { LogSumsStore } from '../core/hits/log-sums.ts';
import type { StoredHit } from '../core/hits/row.ts';
import type { HitStore, Removal } from '../core/hits/store.ts';

/** Storage ids of sites, deleted ones included. */
export interface StorageIds {
  /** The storage id of a site. Throws for a site that was never there. */
  find(siteId: number): number;
  /** The site of a storage id, its own or one that rows of it are held under; undefined for a number that belongs to none. */
  findSite(storageId: number): number | undefined;
  /** The storage ids that rows of a site are held under until a change can no longer be undone. */
  listHeld(siteId: number): readonly number[];
}

/** Smallest storage id that is drawn: below are those of sites from before there were any, which are their public ids. */
const FIRST = 2 ** 24;
/** Ids stay below this, so that a key of site, day and kind fits a whole number of JavaScript. */
const END = 2 ** 30;

/** Whether a storage id was drawn, and is not the id of a site from before. */
export const isDrawn = (storageId: number): boolean => storageId >= FIRST;

/** Draws a storage id that is not taken. */
export function drawStorageId(isTaken: (storageId: number) => boolean): number {
  for (;;) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const storageId = FIRST + (random % (END - FIRST));
    if (!isTaken(storageId)) return storageId;
  }
}

/** A hits store that is queried with public ids of sites, over one whose rows carry storage ids. */
export function withStorageIds(hits: HitStore & HitFeed, ids: StorageIds): HitStore & HitFeed {
  const stored = <Query extends { readonly siteId: number }>(query: Query): Query => ({
    ...query,
    siteId: ids.find(query.siteId),
  });
  const storedAll = (siteIds: readonly number[]): number[] => siteIds.map(siteId => ids.find(siteId));
  const presented = (row: StoredHit): StoredHit => ({ ...row, siteId: ids.findSite(row.siteId) ?? 0 });
  const bySite = <Value>(values: ReadonlyMap<number, Value>, siteIds: readonly number[]) => {
    const found = siteIds.flatMap((siteId): [number, Value][] => {
      const value = values.get(ids.find(siteId));
      return value === undefined ? [] : [[siteId, value]];
    });
    return new Map(found);
  };
  const withHeld = (siteId: number): number[] => [ids.find(siteId), ...ids.listHeld(siteId)];
  /** Returns the removals by which a removal of rows for good takes those that are held too. */
  const ofHeld = (removal: Removal): Removal[] => {
    const { siteId, which: given } = removal;
    const isImport = given !== 'all' && 'importKey' in given;
    const which = isImport ? { ...given, importedTo: ids.find(siteId) } : given;
    const takesHeld = which === 'all' || 'before' in which || 'visitorHash' in which || isImport;
    return takesHeld ? ids.listHeld(siteId).map(heldAs => ({ ...removal, siteId: heldAs, which })) : [];
  };
  const removeHeldDays = async (siteId: number, importKey: string): Promise<void> => {
    for (const heldAs of ids.listHeld(siteId)) await hits.removeDays(heldAs, importKey);
  };
  const { ask } = decorateAsk(hits, ask => async (question, options) => {
    if ('siteIds' in question) {
      const found = await ask({ ...question, siteIds: storedAll(question.siteIds) }, options);
      return bySite(found as Map<number, SiteTotals>, question.siteIds);
    }
    const { siteId } = question;
    const heldAs = 'includesHeld' in question && question.includesHeld && ids.listHeld(siteId);
    const answer = await ask({ ...stored(question), ...(heldAs && { heldAs }) }, options);
    return question.shape === 'rows' ? (answer as StoredHit[]).map(presented) : answer;
  });
  // Each by itself, so that one that is missing does not compile.
  return {
    ask,
    maintain: options => hits.maintain(options),
    normalizeValues: signal => hits.normalizeValues(signal),
    ping: () => hits.ping(),
    facts: () => hits.facts(),
    close: () => hits.close(),
    append: rows => hits.append(rows.map(stored)),
    listAppended: async (query, options): Promise<FeedPage> => {
      const appended = await hits.listAppended({ ...query, siteIds: storedAll(query.siteIds) }, options);
      return { ...appended, rows: appended.rows.map(presented) };
    },
    zoneOf: siteId => hits.zoneOf(ids.find(siteId)),
    setZones: (zones, options) =>
      hits.setZones(
        new Map([...zones].flatMap(([siteId, zone]) => withHeld(siteId).map(id => [id, zone] as const))),
        options,
      ),
    remove: async removal => {
      let held = 0;
      for (const each of ofHeld(removal)) held += await hits.remove(each);
      return held + (await hits.remove(stored(removal)));
    },
    restoreSpam: restoration => hits.restoreSpam(stored(restoration)),
    rewritePaths: rewriting => hits.rewritePaths(stored(rewriting)),
    restoreHeld: restoration => hits.restoreHeld(stored(restoration)),
    importFile: request => hits.importFile(stored(request)),
    deliverImport: request => hits.deliverImport(stored(request)),
    findImport: (siteId, importKey) => hits.findImport(ids.find(siteId), importKey),
    exportRows: request => hits.exportRows(stored(request)),
    exportDays: request => hits.exportDays(stored(request)),
    importDays: async request => {
      const report = await hits.importDays(stored(request));
      // What is held of the days before is of no use.
      await removeHeldDays(request.siteId, request.importKey);
      return report;
    },
    removeDays: async (siteId, importKey) => {
      await removeHeldDays(siteId, importKey);
      return hits.removeDays(ids.find(siteId), importKey);
    },
    importedSpans: (siteId, which) => hits.importedSpans(ids.find(siteId), which),
  };
}

/** A store of log sums that is queried with public ids of sites, over one whose rows carry storage ids. */
export const withLogStorageIds = (logSums: LogSumsStore, ids: StorageIds): LogSumsStore => ({
  listMarks: (siteId, pending) => logSums.listMarks(ids.find(siteId), pending),
  putPart: part => logSums.putPart({ ...part, siteId: ids.find(part.siteId) }),
  read: query => logSums.read({ ...query, siteId: ids.find(query.siteId) }),
  exportSums: request => logSums.exportSums({ ...request, siteId: ids.find(request.siteId) }),
  importSums: request => logSums.importSums({ ...request, siteId: ids.find(request.siteId) }),
});
