import { type Capture, readCapture } from '../core/capture.ts';
import { type PathParts, splitAddress } from '../core/hits/page-path.ts';
import { compilePageRules, type PageRule, readPageRules, type ToPage } from '../core/hits/page-rules.ts';
import { type ExcludableNetwork, readNetworks } from '../core/networks.ts';
import type { FindSiteZone, LocationDetail, Site } from '../core/site.ts';
import type { SiteHosts } from '../core/site-hosts.ts';
import { parseSiteHost, withoutPort } from '../lib/url.ts';
import { compileIgnoreMatch, type FindIgnoreMatch } from './ignore-matcher.ts';
import { type IgnoreRules, NO_IGNORE_RULES, parseIgnoreRules } from './ignore-rules.ts';
import type { SpamRules } from './spam.ts';

/** The settings of a site that affect writes. */
export interface SiteSettings {
  readonly id: number;
  readonly uid: string;
  readonly url: string;
  /** Its further hosts. Default: none. */
  readonly hosts?: readonly string[];
  /** Whether pages of other hosts count as the site's. */
  readonly allowFromAnyDomain: boolean;
  readonly ignoreRules: IgnoreRules;
  /** Default: none. */
  readonly excludedNetworks?: readonly ExcludableNetwork[];
  readonly spam: SpamRules;
  /** Default: `country`. */
  readonly locationDetail?: LocationDetail;
  /** Default: UTC. */
  readonly timeZone?: string;
  /** Default: none. */
  readonly pageRules?: readonly PageRule[];
}

/** A site as the pipeline needs it, cached until its settings change. */
export interface SiteFacts {
  readonly id: number;
  readonly uid: string;
  readonly url: string;
  /** As `parseSiteHost` writes it, with an unusual port. */
  readonly host: string;
  /** The same without any port, and the site's further hosts: a referrer from there is the site itself. */
  readonly hosts: SiteHosts;
  readonly allowFromAnyDomain: boolean;
  readonly findIgnoreMatch: FindIgnoreMatch;
  readonly spam: SpamRules;
  readonly locationDetail: LocationDetail;
  /** IANA name of the zone of its days. */
  readonly timeZone: string;
  readonly pageRules: readonly PageRule[];
  /** Returns the page of a path; undefined for a site without rules. */
  readonly toPage: ToPage | undefined;
}

/** Returns the page of the site that a path is of. */
export const pageOf = ({ toPage }: Pick<SiteFacts, 'toPage'>, parts: PathParts): string =>
  toPage ? toPage(parts) : parts.path;

/** The same of a path whose query and fragment are those of a url. */
export const pageAt = ({ toPage }: Pick<SiteFacts, 'toPage'>, path: string, url: string | null): string =>
  toPage ? toPage({ ...splitAddress(url ?? ''), path }) : path;

/** Compiles a site's settings for the pipeline. */
export function createSiteFacts(settings: SiteSettings): SiteFacts {
  const rules = settings.pageRules ?? [];
  const host = parseSiteHost(settings.url) ?? '';
  return {
    id: settings.id,
    uid: settings.uid,
    url: settings.url,
    host,
    hosts: [withoutPort(host), ...(settings.hosts ?? [])],
    allowFromAnyDomain: settings.allowFromAnyDomain,
    findIgnoreMatch: compileIgnoreMatch(settings),
    spam: settings.spam,
    locationDetail: settings.locationDetail ?? 'country',
    timeZone: settings.timeZone ?? 'UTC',
    pageRules: rules,
    toPage: rules.length > 0 ? compilePageRules(rules) : undefined,
  };
}

/** A site as everything that writes to it needs it: pages, kudos, Webmentions and the API. */
export interface IngestSite extends SiteFacts {
  /** False: the owner has switched collecting off. */
  readonly active: boolean;
  readonly honourGpc: boolean;
  readonly honourDnt: boolean;
  readonly webmentionsEnabled: boolean;
  /** What the script captures by itself. */
  readonly capture: Capture;
}

export type GetSiteFacts = (site: Site) => IngestSite;

/** Creates the facts of sites, compiled once for each state of a row and zone: a changed site is another row. */
export function createSiteFactsCache(findZone: FindSiteZone): GetSiteFacts {
  const known = new WeakMap<Site, IngestSite>();
  return site => {
    const timeZone = findZone(site.id);
    let facts = known.get(site);
    if (facts?.timeZone !== timeZone) {
      facts = compileSiteFacts(site, timeZone);
      known.set(site, facts);
    }
    return facts;
  };
}

function compileSiteFacts(site: Site, timeZone: string): IngestSite {
  const rules = parseIgnoreRules(JSON.parse(site.ignoreRules));
  const facts = createSiteFacts({
    id: site.id,
    uid: site.uid,
    url: site.url,
    hosts: JSON.parse(site.hosts) as string[],
    allowFromAnyDomain: site.allowFromAnyDomain,
    ignoreRules: rules.ok ? rules.value : NO_IGNORE_RULES,
    excludedNetworks: readNetworks(site.excludedNetworks),
    locationDetail: site.locationDetail,
    timeZone,
    pageRules: readPageRules(site.pageRules),
    spam: { level: site.spamFilter, hosts: new Set(JSON.parse(site.spamHosts) as string[]) },
  });
  const { active, honourGpc, honourDnt, webmentionsEnabled } = site;
  return { ...facts, active, honourGpc, honourDnt, webmentionsEnabled, capture: readCapture(site.capture) };
}
