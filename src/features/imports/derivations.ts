import type { ImportDerivations } from '../../core/hits/import.ts';
import type { Countries } from '../../ingest/country.ts';
import type { Networks } from '../../ingest/network.ts';
import { parsePropertiesText } from '../../ingest/parse-properties.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { createSourceFinder } from '../../ingest/source.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import type { Visitors } from '../../ingest/visitor.ts';

const SALT_BYTES = 32;

/** The parts of ingestion whose rules an import applies. */
export interface IngestRules {
  readonly visitors: Pick<Visitors, 'stableHash'>;
  readonly countries: Pick<Countries, 'findLocally'>;
  readonly networks: Pick<Networks, 'find'>;
  readonly userAgents: ParseUserAgent;
  readonly findSource: ReturnType<typeof createSourceFinder>;
}

/** Creates the rules of ingestion as an import applies them: one distinct value at a time. */
export function createImportDerivations(
  { visitors, countries, networks, userAgents, findSource }: IngestRules,
  site: SiteFacts,
): ImportDerivations {
  return {
    userAgent: text => userAgents(text),
    country: address => countries.findLocally(address),
    network: address => networks.find(address),
    source: (url, referrer) => findSource({ given: null, url, referrer, siteHosts: site.hosts }),
    properties: parsePropertiesText,
    pageRules: site.pageRules,
    visitor: visitorId => visitors.stableHash(site.id, visitorId),
    // Dropped with this object: days cannot be linked afterwards.
    salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)).toHex(),
    agent: text => userAgents(text).agent,
  };
}
