/**
 * Keeps the answers of a hits store until its data change. Every site has a version, which a write raises before its caller
 * learns that it is done: an answer is served as long as the versions of its sites are those from before it was read, so that
 * a read after an acknowledged write always sees that write. Equal reads that are under way at the same version run once.
 */
import { LRUCache } from 'lru-cache';
import { type AskAny, decorateAsk } from '../core/hits/ask.ts';
import type { HitFeed } from '../core/hits/feed.ts';
import { siteIdsOf } from '../core/hits/question.ts';
import type { HitStore, Removal } from '../core/hits/store.ts';
import { createSharedReads } from './shared-reads.ts';

/** Estimated memory of all answers that are kept. */
const MAX_BYTES = 16 * 1024 ** 2;
const MAX_ANSWER_BYTES = 512 * 1024;
/** What the cache itself takes for an answer. */
const ENTRY_BYTES = 200;
/** Longer slices belong to files that are read once. */
const MAX_KEPT_ROWS = 1_000;

/** Numbers of reads since the start, by where their answer came from. */
export interface AnswerCacheCounts {
  /** Reads answered without the store, or by an equal read under way. */
  readonly hits: number;
  readonly misses: number;
}

/** What a store that keeps its answers has beside them. */
export interface AnswerCounts {
  countAnswers(): AnswerCacheCounts;
}

interface Answer {
  readonly version: number;
  readonly value: NonNullable<Awaited<ReturnType<AskAny>>>;
}

/** Creates a hits store whose answers are kept, over one that it closes. All writes have to go through it. */
export function withAnswerCache<Store extends HitStore & HitFeed>(
  hits: Store,
  maxBytes = MAX_BYTES,
): Store & AnswerCounts {
  const answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(MAX_ANSWER_BYTES, maxBytes),
    sizeCalculation: ({ value }, key) => ENTRY_BYTES + estimateBytes(value) + estimateBytes(key),
  });
  const shared = createSharedReads();
  const versions = createVersions();
  const counts = { hits: 0, misses: 0 };
  const keepAnswers =
    (ask: AskAny): AskAny =>
    async (question, options = {}) => {
      if ('offset' in question && question.limit > MAX_KEPT_ROWS) return ask(question, options);
      options.signal?.throwIfAborted();
      const key = JSON.stringify(question);
      const version = versions.find(siteIdsOf(question));
      const kept = answers.get(key);
      if (kept?.version === version) {
        counts.hits += 1;
        return kept.value;
      }
      let isMiss = false;
      // Reads of one queue only: one of another queue may be refused or wait for reasons of its own.
      const value = await shared.read(`${version} ${options.queue} ${key}`, options.signal, async signal => {
        isMiss = true;
        const fresh = await ask(question, { ...options, signal });
        const isNewest = (answers.peek(key)?.version ?? 0) <= version;
        if (fresh !== null && isNewest) answers.set(key, { version, value: fresh });
        return fresh;
      });
      counts[isMiss ? 'misses' : 'hits'] += 1;
      return value;
    };
  const write = <T>(siteIds: Iterable<number>, done: Promise<T>): Promise<T> =>
    done.finally(() => {
      for (const siteId of new Set(siteIds)) versions.raise(siteId);
    });
  return {
    ...decorateAsk(hits, keepAnswers),
    countAnswers: () => ({ ...counts }),
    append: rows =>
      write(
        rows.map(row => row.siteId),
        hits.append(rows),
      ),
    normalizeValues: signal => hits.normalizeValues(signal).finally(versions.raiseAll),
    setZones: (zones, given) => write(zones.keys(), hits.setZones(zones, given)),
    remove: removal => write(sitesOf(removal), hits.remove(removal)),
    restoreSpam: restoration => write([restoration.siteId], hits.restoreSpam(restoration)),
    rewritePaths: rewriting => write([rewriting.siteId], hits.rewritePaths(rewriting)),
    restoreHeld: restoration =>
      write([restoration.siteId, restoration.heldAs], hits.restoreHeld(restoration)),
    importFile: request => write([request.siteId], hits.importFile(request)),
    deliverImport: request => write([request.siteId], hits.deliverImport(request)),
    importDays: request => write([request.siteId], hits.importDays(request)),
    removeDays: (siteId, importKey) => write([siteId], hits.removeDays(siteId, importKey)),
  };
}

/** Lists the sites whose rows a removal changes. */
const sitesOf = ({ siteId, heldAs, which }: Removal): number[] => {
  const given = which !== 'all' && 'heldAs' in which ? which.heldAs : heldAs;
  return given === undefined ? [siteId] : [siteId, given];
};

/** Creates the versions of sites, which only rise. */
function createVersions() {
  const bySite = new Map<number, number>();
  let ofAll = 0;
  return {
    /** Returns the version of some sites together: their sum, which differs as soon as one has risen. */
    find: (siteIds: readonly number[]) =>
      siteIds.reduce((sum, siteId) => sum + (bySite.get(siteId) ?? 0), ofAll),
    raise: (siteId: number) => bySite.set(siteId, (bySite.get(siteId) ?? 0) + 1),
    raiseAll: () => {
      ofAll += 1;
    },
  };
}

/** Estimates the memory of a value: more or less what the engine's values take. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof Date) return 24;
  const values =
    value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : Object.values(value);
  return values.reduce((sum: number, inner) => sum + 8 + estimateBytes(inner), 32);
}
