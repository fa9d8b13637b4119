import type { Site } from '../../core/site.ts';
import { NO_IGNORE_RULES, parseIgnoreRules } from '../../ingest/ignore-rules.ts';
import { createSiteFacts, type SiteFacts } from '../../ingest/site-facts.ts';

/** What collecting and ingestion need of a site. */
export interface IngestSite extends SiteFacts {
  readonly active: boolean;
  readonly honourGpc: boolean;
  readonly honourDnt: boolean;
  readonly webmentionsEnabled: boolean;
}

export type GetSiteFacts = (site: Site) => IngestSite;

/** Facts of a site, worked out once for each state of its row: a changed site is another row. */
export function createSiteFactsCache(): GetSiteFacts {
  const known = new WeakMap<Site, IngestSite>();
  return site => {
    let facts = known.get(site);
    if (!facts) {
      facts = compileSiteFacts(site);
      known.set(site, facts);
    }
    return facts;
  };
}

function compileSiteFacts(site: Site): IngestSite {
  const rules = parseIgnoreRules(JSON.parse(site.ignoreRules));
  const facts = createSiteFacts({
    id: site.id,
    uid: site.uid,
    url: site.url,
    allowFromAnyDomain: site.allowFromAnyDomain,
    ignoreRules: rules.ok ? rules.value : NO_IGNORE_RULES,
    spam: { level: site.spamFilter, hosts: new Set(JSON.parse(site.spamHosts) as string[]) },
  });
  const { active, honourGpc, honourDnt, webmentionsEnabled } = site;
  return { ...facts, active, honourGpc, honourDnt, webmentionsEnabled };
}
