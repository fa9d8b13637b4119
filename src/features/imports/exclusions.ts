/** What a site does not count, as live visits are judged. */
import type { Countries } from '../../ingest/country.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { normalizeAddress } from '../../lib/net.ts';
import type { Visit } from './readers/access-log/rules.ts';

/** Why a visit is not counted. */
export type Exclusion = 'ignored' | 'spam' | 'bots';

/** Returns why a visit is not counted; undefined for one that is. */
export type FindExclusion = (
  visit: Pick<Visit, 'type' | 'path' | 'address' | 'referrer' | 'userAgent'>,
) => Exclusion | undefined;

interface ExclusionRules {
  readonly countries: Pick<Countries, 'findLocally'>;
  readonly userAgents: ParseUserAgent;
  readonly findSpam: FindSpam;
}

/** Creates the rules of a site. */
export const createExclusions =
  ({ countries, userAgents, findSpam }: ExclusionRules, site: SiteFacts): FindExclusion =>
  ({ type, path, address, referrer, userAgent }) => {
    const ignored = site.findIgnoreReason({
      path,
      address: address && normalizeAddress(address),
      // Looked up only where a rule is about countries.
      get country() {
        return address === null ? 'XX' : countries.findLocally(address);
      },
      referrer,
      userAgent,
    });
    if (ignored !== null) return 'ignored';
    if (type !== 'hit') return undefined;
    if (site.spam.level === 'strict' && userAgent !== null && userAgents(userAgent).isHeadless) return 'bots';
    return findSpam(referrer, site.spam) === null ? undefined : 'spam';
  };
