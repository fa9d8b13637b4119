/** Kudos that visitors give on the pages themselves. */
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { createAddressLimit } from '../../http/address-limit.ts';
import type { Countries } from '../../ingest/country.ts';
import { findHostFault } from '../../ingest/host.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { siteHostOf } from '../../lib/url.ts';
import type { KudosService, KudosSite } from './service.ts';

/** Kudos of the visitors behind one address on one site. */
const KUDOS_LIMIT = { limit: 30, windowMs: 60_000 };

/** What a browser's request says of its visitor. */
export interface PageGiver {
  /** The client's address behind trusted proxies, normalized. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** `Origin`, else `Referer`, as sent. */
  readonly origin: string | null;
}

export interface PageKudosDeps {
  readonly sites: { findByUid(uid: string): KudosSite | undefined };
  readonly kudos: Pick<KudosService, 'give' | 'countOf'>;
  readonly countries: Pick<Countries, 'find'>;
  readonly parseUserAgent: ParseUserAgent;
  readonly clock: Clock;
}

export type PageKudos = ReturnType<typeof createPageKudos>;

/**
 * Gives and counts the kudos of pages. Global Privacy Control and Do Not Track do not silence a kudo: it is no
 * observation but a visitor's own deliberate click, and a hash that says nothing beyond "the same again today" is all
 * that is kept of its giver.
 */
export function createPageKudos({ sites, kudos, countries, parseUserAgent, clock }: PageKudosDeps) {
  const addresses = createAddressLimit({ ...KUDOS_LIMIT, clock });

  function getSite(uid: string): KudosSite {
    const site = sites.findByUid(uid);
    if (!site) throw notFound('site');
    return site;
  }

  function isWanted(site: KudosSite, { userAgent, origin }: PageGiver): boolean {
    // As for hits: a request without an origin comes from no page, and is taken at its word.
    const host = siteHostOf(origin ?? site.url);
    if (findHostFault(host, site.host, site.allowFromAnyDomain) !== null) return false;
    const agent = parseUserAgent(userAgent);
    return !agent.isBot && !(agent.isHeadless && site.spam.level === 'strict');
  }

  return {
    /** Kudos of a page, ever; of a site that is switched off too, since its pages still show them. 404 without a site. */
    count: (uid: string, path: string): number => kudos.countOf(getSite(uid).id, path),

    /**
     * The kudo given, or the one that this visitor had given the page today, and how many the page has now. The id is
     * null when none was taken: a bot, another site's page, an ignored path, a path that the site is not known to have.
     * On disk when it resolves. 404 without a site, 429 for too many of one address, 503 when it cannot be stored now.
     */
    async give(uid: string, path: string, giver: PageGiver): Promise<{ id: number | null; count: number }> {
      const { address, userAgent } = giver;
      // Guesses at sites that do not exist are counted together.
      addresses.take(address ?? '', sites.findByUid(uid)?.id ?? null);
      const site = getSite(uid);
      const result = isWanted(site, giver)
        ? await kudos.give({
            site,
            path,
            address,
            userAgent,
            country: await countries.find(null, address),
          })
        : null;
      const isKept = result !== null && result.status !== 'ignored';
      return { id: isKept ? result.kudo.id : null, count: kudos.countOf(site.id, path) };
    },
  };
}
