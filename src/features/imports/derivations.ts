import type { ImportDerivations } from '../../core/hits/import.ts';
import type { Countries } from '../../ingest/country.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { createSourceFinder } from '../../ingest/source.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { createDayHash, type DayHash, type Visitors } from '../../ingest/visitor.ts';
import { normalizeAddress } from '../../lib/net.ts';

/** The parts of ingestion whose rules an import applies. */
export interface IngestRules {
  readonly visitors: Pick<Visitors, 'stableHash'>;
  readonly countries: Pick<Countries, 'findLocally'>;
  readonly userAgents: ParseUserAgent;
  readonly findSource: ReturnType<typeof createSourceFinder>;
}

/** Creates the rules of ingestion as an import applies them: one distinct value at a time. */
export function createImportDerivations(
  { visitors, countries, userAgents, findSource }: IngestRules,
  site: SiteFacts,
): ImportDerivations {
  // A salt for each day of the file, created now and dropped with this object: days cannot be linked afterwards.
  const days = new Map<string, DayHash>();
  return {
    userAgent: text => userAgents(text),
    country: address => countries.findLocally(address),
    source: (url, referrer) => findSource({ given: null, url, referrer, siteHostName: site.hostName }),
    visitor: visitorId => visitors.stableHash(site.id, visitorId),
    visitorOfDay(address, userAgent, day) {
      let hash = days.get(day);
      if (!hash) {
        hash = createDayHash();
        days.set(day, hash);
      }
      return address || userAgent ? hash(site.id, address && normalizeAddress(address), userAgent) : null;
    },
    agent: text => userAgents(text).agent,
  };
}
