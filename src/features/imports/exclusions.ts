/** What a site does not count, as live visits are judged. */
import type { Countries } from '../../ingest/country.ts';
import type { Networks } from '../../ingest/network.ts';
import { pageAt, type SiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { normalizeAddress } from '../../lib/net.ts';
import type { Visit } from './readers/access-log/visit.ts';

/** Why a visit is not counted. */
export type Exclusion = 'ignored' | 'spam' | 'bots';

/** Returns why a visit is not counted; undefined for one that is. */
export type FindExclusion = (
  visit: Pick<Visit, 'type' | 'path' | 'url' | 'address' | 'referrer' | 'userAgent'>,
) => Exclusion | undefined;

interface ExclusionRules {
  readonly countries: Pick<Countries, 'findLocally'>;
  readonly networks: Pick<Networks, 'find'>;
  readonly userAgents: ParseUserAgent;
  readonly findSpam: FindSpam;
}

/** Creates the rules of a site. */
export const createExclusions = (
  { countries, networks, userAgents, findSpam }: ExclusionRules,
  site: SiteFacts,
): FindExclusion => {
  // One for all visits: a log has millions.
  let address: string | null = null;
  const asked = {
    path: '',
    givenPath: '',
    address: null as string | null,
    referrer: null as string | null,
    userAgent: null as string | null,
    isHit: true,
    // Looked up only where a rule is about them.
    get country() {
      return address === null ? 'XX' : countries.findLocally(address);
    },
    get network() {
      return this.isHit ? networks.find(address) : null;
    },
  };
  return visit => {
    const { referrer, userAgent } = visit;
    ({ address } = visit);
    asked.givenPath = visit.path;
    asked.path = pageAt(site, visit.path, visit.url);
    asked.address = address && normalizeAddress(address);
    asked.referrer = referrer;
    asked.userAgent = userAgent;
    asked.isHit = visit.type === 'hit';
    if (site.findIgnoreMatch(asked) !== null) return 'ignored';
    if (visit.type !== 'hit') return undefined;
    if (site.spam.level === 'strict' && userAgent !== null && userAgents(userAgent).isHeadless) return 'bots';
    return findSpam(referrer, site.spam) === null ? undefined : 'spam';
  };
};
