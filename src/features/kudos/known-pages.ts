/** Decides which pages visitors may add kudos to: an endless number of made-up paths would fill the disk. */
import PQueue from 'p-queue';
import type { Clock } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Log } from '../../core/log.ts';
import { addressKey } from '../../http/address-limit.ts';
import { withDeadline } from '../../http/deadline.ts';
import { createWindowLimit } from '../../http/window-limit.ts';
import { createLru } from '../../lib/lru.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { MAX_NEW_PAGES_PER_ADDRESS, MAX_NEW_PAGES_PER_SITE } from './limits.ts';

/** Concurrent lookups of hits, and waiting ones: a flood must not fill the queue of reports. */
const MAX_LOOKUPS = 2;
const MAX_WAITING = 200;
/** Cached pages that may have kudos. */
const MAX_CACHED_PAGES = 10_000;

export interface KnownPagesDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  /** Counts all kudos of a page. */
  readonly countForPage: (siteId: number, path: string) => number;
  readonly clock: Clock;
  readonly log: Log;
  /** Timeout of a lookup, including its wait. Default: as for every request. */
  readonly lookupMs?: number;
}

/** A page that a visitor wants to add a kudo to. */
export interface PageRequest {
  readonly siteId: number;
  readonly path: string;
  /** The visitor's; null when it is not known. */
  readonly address: string | null;
}

export type KnownPages = ReturnType<typeof createKnownPages>;

/** Decides which pages may get kudos from visitors. */
export function createKnownPages({ hits, countForPage, clock, log, lookupMs }: KnownPagesDeps) {
  const addressLimit = createWindowLimit({ limit: MAX_NEW_PAGES_PER_ADDRESS, windowMs: DAY_MS, clock });
  const siteLimit = createWindowLimit({ limit: MAX_NEW_PAGES_PER_SITE, windowMs: DAY_MS, clock });
  const known = createLru<string, true>(MAX_CACHED_PAGES);
  const pendingLookups = new Map<string, Promise<boolean>>();
  const queue = new PQueue({ concurrency: MAX_LOOKUPS });

  async function lookUp({ siteId, path }: PageRequest, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    try {
      const query = { siteId, kind: 'hit', span: null, filters: [{ dimension: 'path', is: path }] } as const;
      return (await hits.ask({ shape: 'rows', ...query, offset: 0, limit: 1 }, { signal })).length > 0;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, site: siteId }, 'the hits of a page could not be looked up for a kudo');
      throw unavailable('the kudo could not be checked: try again later');
    }
  }

  /**
   * Returns whether a page has any hit; concurrent requests share one lookup. Rejects with 503, also when it takes too long:
   * the lookup is background work and waits for reports.
   */
  function hasHit(key: string, page: PageRequest): Promise<boolean> {
    const pending = pendingLookups.get(key);
    if (pending) return pending;
    const enqueueLookup = (signal: AbortSignal): Promise<boolean> => {
      if (queue.size >= MAX_WAITING) throw unavailable('too many kudos at once: try again later');
      return queue.add(() => lookUp(page, signal));
    };
    // The first request may have been aborted; others wait for the same answer.
    const found = withDeadline(new AbortController().signal, enqueueLookup, lookupMs).finally(() =>
      pendingLookups.delete(key),
    );
    pendingLookups.set(key, found);
    return found;
  }

  return {
    /**
     * Returns whether a page may get a kudo: it has kudos already, or a hit, or is within the day's limit of pages without
     * one. Pages with kudos need one indexed row, so that hits are read only for the first kudo of a page. Throws 503 when
     * that lookup fails.
     */
    async accepts(page: PageRequest): Promise<boolean> {
      const { siteId, path, address } = page;
      const key = JSON.stringify([siteId, path]);
      const isKnown = () => known.get(key) === true || countForPage(siteId, path) > 0;
      // Another request may have added the first kudo during the lookup.
      const isAccepted =
        isKnown() ||
        (await hasHit(key, page)) ||
        isKnown() ||
        (addressLimit.take(addressKey(address ?? '', siteId)) === 0 && siteLimit.take(String(siteId)) === 0);
      if (isAccepted) known.set(key, true);
      return isAccepted;
    },
  };
}
