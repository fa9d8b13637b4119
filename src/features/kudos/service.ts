import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import type { Day } from '../../core/span.ts';
import { preview } from '../../ingest/fields.ts';
import type { IgnoreFacts } from '../../ingest/ignore-matcher.ts';
import { type IngestSite, pageOf } from '../../ingest/site-facts.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { toDay } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { createUid } from '../../lib/uid.ts';
import type { KnownPages } from './known-pages.ts';
import { parseKudo } from './parse-kudo.ts';
import type { KudoRow } from './reads/store.ts';
import type { KudosStore } from './store.ts';

/** Result of adding a kudo. `existing`: the visitor or page had added it before. */
export type AddResult =
  | { readonly status: 'created' | 'existing'; readonly kudo: KudoRow }
  | { readonly status: 'ignored'; readonly reason: string };

/** A verified webmention of a like. */
export interface Webmention {
  readonly site: IngestSite;
  /** Path of the liked page, as the site's rules have it. */
  readonly path: string;
  /** The same in other spellings, of which earlier versions and other rules made the uid. */
  readonly formerPaths?: readonly string[];
  /** URL of the page with the like. Only a keyed hash of it is stored. */
  readonly source: string;
}

/** A visitor's kudo. */
export interface VisitorKudo {
  readonly site: IngestSite;
  /** As the site's rules have it. */
  readonly path: string;
  /** Normalized: see `normalizeAddress`. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly country: string;
}

interface NewKudo {
  readonly site: IngestSite;
  readonly path: string;
  readonly uid: string;
}

export interface KudosDeps {
  readonly store: KudosStore;
  readonly visitors: Pick<Visitors, 'identify' | 'uniqueHash' | 'stableHash'>;
  readonly knownPages: KnownPages;
  readonly clock: Clock;
}

/** Facts of a kudo without a visitor, for ignore rules: no country, not `XX`. */
const NO_VISITOR = { address: null, country: '', referrer: null, userAgent: null };

const ignored = (reason: string): AddResult => ({ status: 'ignored', reason });

export function createKudosService({ store, visitors, knownPages, clock }: KudosDeps) {
  // Concurrent kudos share one commit, since each blocks the main thread on the disk.
  const insert = createBatcher(store.insertAll);

  /** Stores a kudo; it is on disk when this resolves. Undefined for a uid that is taken. */
  const insertKudo = ({ site, path, uid }: NewKudo): Promise<KudoRow | undefined> =>
    insert({ siteId: site.id, uid, path, createdAt: clock.now() });

  /** Stores a kudo whose uid is derived from its visitor or page, or returns the existing one. */
  async function insertOnce(newKudo: NewKudo): Promise<AddResult> {
    const created = await insertKudo(newKudo);
    const kudo = created ?? store.find(newKudo.site.id, newKudo.uid);
    // It may have been deleted in between.
    return kudo ? { status: created ? 'created' : 'existing', kudo } : insertOnce(newKudo);
  }

  const toMentionUid = ({ site, source }: Webmention, path: string): string =>
    toUid('mention', visitors.stableHash(site.id, `${path}\n${source}`));
  /** Returns the uid of a mention that is stored, under whichever path. */
  const webmentionUid = (webmention: Webmention): string => {
    const uids = [webmention.path, ...(webmention.formerPaths ?? [])].map(path =>
      toMentionUid(webmention, path),
    );
    return uids.find(uid => store.find(webmention.site.id, uid)) ?? toMentionUid(webmention, webmention.path);
  };

  return {
    /** Adds a kudo through the API. 422 for an invalid body, and for a uid that is taken. */
    async create(site: IngestSite, body: unknown): Promise<AddResult> {
      const accepted = parseKudo(body);
      if (!accepted.ok) throw invalidBody(...accepted.errors);
      const { uid } = accepted.value;
      const path = pageOf(site, accepted.value.page);
      const reason = reasonToIgnore(site, { ...NO_VISITOR, path, givenPath: accepted.value.page.path });
      if (reason !== null) return ignored(reason);
      const kudo = await insertKudo({ site, path, uid: uid ?? createUid() });
      if (!kudo) throw invalidBody(`custom_uid ${preview(uid)} is taken: the site has a kudo with it`);
      return { status: 'created', kudo };
    },

    /**
     * Adds a visitor's kudo, once for each page and day of the site: only a keyed hash of all three is stored, so that neither two
     * pages nor two days can be linked. Ignored for an anonymous visitor, and for a page that `knownPages` refuses. 503
     * when that lookup fails.
     */
    async addFromVisitor({ site, path, ...from }: VisitorKudo): Promise<AddResult> {
      const reason = reasonToIgnore(site, { path, referrer: null, ...from });
      if (reason !== null) return ignored(reason);
      const now = clock.now();
      const visitor = visitors.identify(
        { siteId: site.id, visitorId: null, ...from },
        { at: now, zone: site.timeZone },
      );
      if (visitor === null) return ignored('the visitor is not known');
      const page = { siteId: site.id, path, address: from.address };
      if (!(await knownPages.accepts(page))) return ignored('the page is not known');
      // Not the hash of the visitor's hit on the page, so that the two cannot be linked.
      const day = toDay(now, site.timeZone);
      const hash = visitors.uniqueHash(visitor.hash, `kudo ${path}`, day);
      return insertOnce({ site, path, uid: toUid(dayNumber(day), hash) });
    },

    /** Adds the kudo of a verified webmention, once for each pair of pages. */
    async addFromWebmention(webmention: Webmention): Promise<AddResult> {
      const reason = reasonToIgnore(webmention.site, { ...NO_VISITOR, path: webmention.path });
      if (reason !== null) return ignored(reason);
      return insertOnce({ site: webmention.site, path: webmention.path, uid: webmentionUid(webmention) });
    },
    /** Removes the kudo of a webmention whose like was removed. Returns whether there was one. */
    removeByWebmention: (webmention: Webmention): boolean =>
      store.remove(webmention.site.id, webmentionUid(webmention)),

    /** Counts the kudos of a query. */
    count: store.count,
    /** Counts all kudos of a page. */
    countForPage: store.countForPage,
    /** Counts all kudos of each site; a site without any is left out. */
    countBySite: store.countBySite,
    /** 404 when the site has no kudo with this uid. */
    remove(siteId: number, uid: string): void {
      if (!store.remove(siteId, uid)) throw notFound('kudo');
    },
    /** Removes the kudos of a deleted site in batches, so that requests are answered in between. */
    async removeOfSite(siteId: number): Promise<void> {
      while (store.removeSomeOfSite(siteId)) await nextTurn();
    },
  };
}

export type KudosService = ReturnType<typeof createKudosService>;

function reasonToIgnore(site: IngestSite, facts: IgnoreFacts): string | null {
  return site.active ? (site.findIgnoreMatch(facts)?.reason ?? null) : 'the site is not active';
}

/**
 * Derives a uid from a hash, in the form of every other uid: 7 characters of a prefix, for visitors the day, so that the
 * uids of a day are adjacent on disk, and 13 characters for 64 bits.
 */
const toUid = (beginning: string, hash: bigint): string =>
  beginning.padStart(7, '0') + hash.toString(36).padStart(13, '0');

/** Days since 1970. */
const dayNumber = (day: Day): string => (Date.parse(day) / DAY_MS).toString(36);
