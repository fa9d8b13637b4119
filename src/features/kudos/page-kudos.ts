/** Kudos that visitors add on the pages of sites. */
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { PathParts } from '../../core/hits/page-path.ts';
import { createAddressLimit } from '../../http/address-limit.ts';
import { findHostFault } from '../../ingest/allowed-host.ts';
import type { Countries } from '../../ingest/country.ts';
import { type IngestSite, pageOf } from '../../ingest/site-facts.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { parseSiteHost } from '../../lib/url.ts';
import { ADDRESS_LIMIT } from './limits.ts';
import type { KudosService } from './service.ts';

/** The visitor behind a request of a page. */
export interface PageVisitor {
  /** The client's address behind trusted proxies, normalized. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** `Origin`, else `Referer`, as sent. */
  readonly origin: string | null;
}

export interface PageKudosDeps {
  readonly sites: { findByUid(uid: string): IngestSite | undefined };
  readonly kudos: Pick<KudosService, 'addFromVisitor' | 'countForPage'>;
  readonly countries: Pick<Countries, 'find'>;
  readonly parseUserAgent: ParseUserAgent;
  readonly clock: Clock;
}

export type PageKudos = ReturnType<typeof createPageKudos>;

/**
 * Adds and counts the kudos of pages. Global Privacy Control and Do Not Track do not apply: a kudo is no observation but a
 * deliberate click of the visitor, of whom only a hash is stored, which identifies repeated kudos of the same day.
 */
export function createPageKudos({ sites, kudos, countries, parseUserAgent, clock }: PageKudosDeps) {
  const addresses = createAddressLimit({ ...ADDRESS_LIMIT, clock });

  function getSite(uid: string): IngestSite {
    const site = sites.findByUid(uid);
    if (!site) throw notFound('site');
    return site;
  }

  function isAllowed(site: IngestSite, { userAgent, origin }: PageVisitor): boolean {
    // As for hits: a request without an origin comes from no page, and is accepted.
    const host = parseSiteHost(origin ?? site.url);
    if (findHostFault(host, site) !== null) return false;
    const agent = parseUserAgent(userAgent);
    return agent.botRule === null && !(agent.isHeadless && site.spam.level === 'strict');
  }

  return {
    /** Counts all kudos of a page, also of an inactive site, whose pages still show them. 404 for an unknown site. */
    count(uid: string, page: PathParts): number {
      const site = getSite(uid);
      return kudos.countForPage(site.id, pageOf(site, page));
    },

    /**
     * Adds a visitor's kudo. Returns its id, or that of the visitor's kudo of the day, and the count of the page. The id is
     * null when it was ignored: for a bot, another site's page, an ignored or unknown path. It is on disk when this
     * resolves. 404 for an unknown site, 429 over the rate limit, 503 when it cannot be stored.
     */
    async add(
      uid: string,
      page: PathParts,
      visitor: PageVisitor,
    ): Promise<{ id: number | null; count: number }> {
      const { address, userAgent } = visitor;
      // Requests for unknown sites share one limit.
      addresses.take(address ?? '', sites.findByUid(uid)?.id ?? null);
      const site = getSite(uid);
      const path = pageOf(site, page);
      const result = isAllowed(site, visitor)
        ? await kudos.addFromVisitor({
            site,
            path,
            address,
            userAgent,
            country: await countries.find(null, address),
          })
        : null;
      const isKept = result !== null && result.status !== 'ignored';
      return { id: isKept ? result.kudo.id : null, count: kudos.countForPage(site.id, path) };
    },
  };
}
