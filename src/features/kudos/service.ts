import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import { preview } from '../../ingest/fields.ts';
import type { IgnoreFacts } from '../../ingest/ignore.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { createUid } from '../../lib/uid.ts';
import { acceptKudo } from './accept.ts';
import type { KnownPages } from './known-pages.ts';
import type { KudoRow, KudosStore } from './store.ts';

/** A site as kudos need it. */
export interface KudosSite extends SiteFacts {
  readonly active: boolean;
}

/** What became of a kudo. `given`: the same giver had given it before, and this is that one. */
export type GiveResult =
  | { readonly status: 'created' | 'given'; readonly kudo: KudoRow }
  | { readonly status: 'ignored'; readonly reason: string };

/** A page on another site that likes one of ours. */
export interface Mention {
  readonly site: KudosSite;
  /** Of the page that is liked, with its leading slash: as `parsePageWrite` reads it from the target's address. */
  readonly path: string;
  /** Address of the page that likes it. Only a keyed hash is stored. */
  readonly source: string;
}

/** A visitor's kudo. */
export interface VisitorGift {
  readonly site: KudosSite;
  /** With its leading slash. */
  readonly path: string;
  /** Normalized: see `normalizeAddress`. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly country: string;
}

interface Gift {
  readonly site: KudosSite;
  readonly path: string;
  readonly uid: string;
}

export interface KudosDeps {
  readonly store: KudosStore;
  readonly visitors: Pick<Visitors, 'identify' | 'uniqueHash' | 'stableHash'>;
  readonly knownPages: KnownPages;
  readonly clock: Clock;
}

/** A kudo that comes without a visitor has a path and nothing else that a rule could look at: no country, not `XX`. */
const NOBODY = { address: null, country: '', referrer: null, userAgent: null };

const ignored = (reason: string): GiveResult => ({ status: 'ignored', reason });

/** Gives, counts, lists and removes kudos. */
export function createKudosService({ store, visitors, knownPages, clock }: KudosDeps) {
  // A commit costs the disk's time and nobody is answered meanwhile: a crowd that claps at once pays for it once.
  const insert = createBatcher(store.insertAll);

  /** The one place that every kudo passes, whoever gives it; on disk when this resolves. Undefined for a uid that is taken. */
  const keep = ({ site, path, uid }: Gift): Promise<KudoRow | undefined> =>
    insert({ siteId: site.id, uid, path, createdAt: clock.now() });

  /** A kudo whose uid is made of its giver: once there, it stays the one. */
  async function keepOnce(gift: Gift): Promise<GiveResult> {
    const created = await keep(gift);
    const kudo = created ?? store.find(gift.site.id, gift.uid);
    // Between the two, somebody may have deleted it.
    return kudo ? { status: created ? 'created' : 'given', kudo } : keepOnce(gift);
  }

  const mentionUid = ({ site, path, source }: Mention): string =>
    uidOf('mention', visitors.stableHash(site.id, `${path}\n${source}`));

  return {
    /** Through the API, any number of times. 422 with every fault of the body, and for a uid that is taken. */
    async create(site: KudosSite, body: unknown): Promise<GiveResult> {
      const accepted = acceptKudo(body);
      if (!accepted.ok) throw invalidBody(...accepted.errors);
      const { path, uid } = accepted.value;
      const reason = reasonToIgnore(site, { ...NOBODY, path });
      if (reason !== null) return ignored(reason);
      const kudo = await keep({ site, path, uid: uid ?? createUid() });
      if (!kudo) throw invalidBody(`custom_uid ${preview(uid)} is taken: the site has a kudo with it`);
      return { status: 'created', kudo };
    },

    /**
     * By a visitor, once a page and UTC day: what is stored of them is a keyed hash of all three, so that neither two
     * pages nor two days can be linked. Ignored for an anonymous visitor, and for a page that `knownPages` refuses. 503
     * when that cannot be looked up.
     */
    async give({ site, path, ...from }: VisitorGift): Promise<GiveResult> {
      const reason = reasonToIgnore(site, { path, referrer: null, ...from });
      if (reason !== null) return ignored(reason);
      const now = clock.now();
      const visitor = visitors.identify({ siteId: site.id, visitorId: null, ...from }, now);
      if (visitor === null) return ignored('the visitor is not known');
      const page = { siteId: site.id, path, address: from.address };
      if (!(await knownPages.accepts(page))) return ignored('the page is not known');
      // Not the hash of the visitor's hit on the page, so that the two cannot be laid side by side.
      const hash = visitors.uniqueHash(visitor.hash, `kudo ${path}`, now);
      return keepOnce({ site, path, uid: uidOf(dayNumber(now), hash) });
    },

    /** By a page elsewhere, once a page of ours for ever. Its link has to be verified before. */
    async giveFrom(mention: Mention): Promise<GiveResult> {
      const reason = reasonToIgnore(mention.site, { ...NOBODY, path: mention.path });
      if (reason !== null) return ignored(reason);
      return keepOnce({ site: mention.site, path: mention.path, uid: mentionUid(mention) });
    },
    /** Takes back what `giveFrom` gave, when the page elsewhere likes ours no more; true when there was something. */
    removeFrom: (mention: Mention): boolean => store.remove(mention.site.id, mentionUid(mention)),

    /** How many there are of those that are asked for. */
    count: store.count,
    /** Kudos of a page, ever. */
    countOf: store.countOf,
    /** Kudos of each site, ever; a site without any is left out. */
    countsOf: store.countsOf,
    /** 404 when the site has no kudo with this uid. */
    remove(siteId: number, uid: string): void {
      if (!store.remove(siteId, uid)) throw notFound('kudo');
    },
    /** Everything of a site that is gone, in steps, so that others are answered in between. */
    async removeOfSite(siteId: number): Promise<void> {
      while (store.removeSomeOfSite(siteId)) await nextTurn();
    },
  };
}

export type KudosService = ReturnType<typeof createKudosService>;

function reasonToIgnore(site: KudosSite, facts: IgnoreFacts): string | null {
  return site.active ? site.findIgnoreReason(facts) : 'the site is not active';
}

/**
 * A uid made of a hash, in the form of every other uid: 7 signs that begin it, the day's for visitors, so that the uids
 * of a day lie together on disk, and 13 for 64 bits.
 */
const uidOf = (beginning: string, hash: bigint): string =>
  beginning.padStart(7, '0') + hash.toString(36).padStart(13, '0');

/** UTC days since 1970. */
const dayNumber = (instant: Date): string => Math.floor(instant.getTime() / DAY_MS).toString(36);
