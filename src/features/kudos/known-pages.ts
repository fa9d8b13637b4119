/** Which pages a visitor may give kudos to: an endless number of made-up paths would fill the disk. */
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

/**
 * Pages without a hit that may get their first kudo, in a day. There are honest ones: of a site that embeds buttons
 * without counting, of visitors who send Global Privacy Control, and names that `data-path` makes up.
 */
const MAX_UNSEEN_PER_SITE = 200;
/** Of these, how many the visitors of one address may begin, so that nobody uses up a site's share alone. */
const MAX_UNSEEN_PER_ADDRESS = 20;
/** Pages that are looked up among the hits at a time, and that wait for it: a flood must not fill the line of reports. */
const LOOKUPS = 2;
const MAX_WAITING = 200;
/** Pages that are remembered to have a hit, or to be among the day's first without one. */
const REMEMBERED_PAGES = 10_000;

export interface KnownPagesDeps {
  readonly hits: Pick<HitStore, 'list'>;
  /** Kudos of a page, ever. */
  readonly countOf: (siteId: number, path: string) => number;
  readonly clock: Clock;
  readonly log: Log;
  /** Time for looking a page up, in line and all. Default: as for every answer. */
  readonly lookupMs?: number;
}

/** A page that a visitor wants to give a kudo to. */
export interface WantedPage {
  readonly siteId: number;
  readonly path: string;
  /** The visitor's; null when it is not known. */
  readonly address: string | null;
}

export type KnownPages = ReturnType<typeof createKnownPages>;

/** Decides which pages may get kudos from visitors. */
export function createKnownPages({ hits, countOf, clock, log, lookupMs }: KnownPagesDeps) {
  const ofAddresses = createWindowLimit({ limit: MAX_UNSEEN_PER_ADDRESS, windowMs: DAY_MS, clock });
  const ofSites = createWindowLimit({ limit: MAX_UNSEEN_PER_SITE, windowMs: DAY_MS, clock });
  const known = createLru<string, true>(REMEMBERED_PAGES);
  const underWay = new Map<string, Promise<boolean>>();
  const queue = new PQueue({ concurrency: LOOKUPS });

  async function lookUp({ siteId, path }: WantedPage, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    try {
      const query = { siteId, kind: 'hit', span: null, filters: [{ dimension: 'path', is: path }] } as const;
      return (await hits.list(query, { offset: 0, limit: 1 }, { signal })).length > 0;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, site: siteId }, 'the hits of a page could not be looked up for a kudo');
      throw unavailable('the kudo could not be checked: try again later');
    }
  }

  /**
   * Whether a page has a hit, whenever it was; looked up once for all who ask meanwhile. Rejects with 503, also when it
   * takes too long: the look-up is background work, which waits for as long as others need.
   */
  function hasHit(key: string, page: WantedPage): Promise<boolean> {
    const looking = underWay.get(key);
    if (looking) return looking;
    const look = (signal: AbortSignal): Promise<boolean> => {
      if (queue.size >= MAX_WAITING) throw unavailable('too many kudos at once: try again later');
      return queue.add(() => lookUp(page, signal));
    };
    // The first request may have been aborted; others wait for the same answer.
    const found = withDeadline(new AbortController().signal, look, lookupMs).finally(() =>
      underWay.delete(key),
    );
    underWay.set(key, found);
    return found;
  }

  return {
    /**
     * Whether a page may get a kudo: it has kudos already, or a hit, or is among the day's first without one. Pages with
     * kudos are answered from one indexed row, so that the hit store is asked only for a page's first kudo. Throws 503
     * when that cannot be looked up now.
     */
    async accepts(page: WantedPage): Promise<boolean> {
      const { siteId, path, address } = page;
      const key = JSON.stringify([siteId, path]);
      const isKnown = () => known.get(key) === true || countOf(siteId, path) > 0;
      // Others may have been first while it was looked up.
      const isAccepted =
        isKnown() ||
        (await hasHit(key, page)) ||
        isKnown() ||
        (ofAddresses.take(addressKey(address ?? '', siteId)) === 0 && ofSites.take(String(siteId)) === 0);
      if (isAccepted) known.set(key, true);
      return isAccepted;
    },
  };
}
