import type { Services } from '../../compose/services.ts';
import type { ImportDerivations } from '../../core/hits/import.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import { createDayHash, type DayHash } from '../../ingest/visitor.ts';
import { normalizeAddress } from '../../lib/net.ts';

/** Creates the rules of ingestion as an import applies them: one distinct value at a time. */
export function createImportDerivations(services: Services, site: SiteFacts): ImportDerivations {
  const { visitors, countries, userAgents, findSource } = services.ingest;
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
