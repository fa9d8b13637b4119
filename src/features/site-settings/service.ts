import { readCapture, writeCapture } from '../../core/capture.ts';
import { invalidBody, invalidParameter } from '../../core/errors.ts';
import { HIT_KINDS } from '../../core/hits/columns.ts';
import { splitPath } from '../../core/hits/page-path.ts';
import { readPageRules, toPageOf } from '../../core/hits/page-rules.ts';
import { isPropertyName } from '../../core/hits/properties.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { readNetworks } from '../../core/networks.ts';
import { type PublicPage, readPublicPage, writePublicPage } from '../../core/public-page.ts';
import type { FindSiteZone, Site, SumsState } from '../../core/site.ts';
import type { Countries } from '../../ingest/country.ts';
import { type ParseResult, preview } from '../../ingest/fields.ts';
import { compileIgnoreMatch } from '../../ingest/ignore-matcher.ts';
import {
  type IgnoreRules,
  NO_IGNORE_RULES,
  parseIgnoreRules,
  presentIgnoreRules,
} from '../../ingest/ignore-rules.ts';
import type { Networks } from '../../ingest/network.ts';
import { parseSiteHosts } from '../../ingest/parse-site-hosts.ts';
import { parseSpamHosts } from '../../ingest/parse-spam-list.ts';
import type { ParseUserAgent } from '../../ingest/user-agent.ts';
import { compileRanges, isPrivateAddress, normalizeAddress, toCustomerRange } from '../../lib/net.ts';
import { addDays, findTimeZone, startOfDay, toDay } from '../../lib/time.ts';
import type { SettingsChange, SitesService } from '../sites/service.ts';
import type { IgnoreFinding, IgnoreTestQuery, SiteSettingsInput } from './schema.ts';
import type { SiteSettingsView } from './settings-view.ts';

const MAX_FAULTS = 20;

/** Reads, validates and changes the settings of a site, and enforces its retention. */
export function createSiteSettingsService(deps: {
  readonly sites: Pick<SitesService, 'saveSettings' | 'listByOwner' | 'listWithRetention'>;
  readonly hits: Pick<HitStore, 'remove'>;
  readonly countries: Pick<Countries, 'findLocally'>;
  readonly networks: Pick<Networks, 'find'>;
  readonly parseUserAgent: ParseUserAgent;
  readonly findZone: FindSiteZone;
  readonly sumsState: (siteId: number) => SumsState;
}) {
  const { sites, hits, countries, networks, parseUserAgent, findZone, sumsState } = deps;

  /** Rows removed of a site: everything from before the first of its whole days. */
  const removeExpiredOfSite = (site: Site, retentionDays: number, now: Date): Promise<number> =>
    hits.remove({
      siteId: site.id,
      kinds: HIT_KINDS,
      which: { before: firstKept(retentionDays, findZone(site.id), now) },
    });

  const get = (site: Site): SiteSettingsView => ({ ...toSiteSettings(site), sums: sumsState(site.id) });

  return {
    get,

    /** Changes the given fields. 422 with every fault, or when there are no fields. */
    update(site: Site, input: SiteSettingsInput): SiteSettingsView {
      return get(sites.saveSettings(site, toSettingsChange(site, input, sites.listByOwner(site.ownerId))));
    },

    /** Finds why a visit would not be counted: by a rule of the site, or as a bot. 400 for a bad address. */
    testIgnoreRules(site: Site, query: IgnoreTestQuery): IgnoreFinding {
      const { path, ip_address: given, country, referrer, user_agent: userAgent } = query;
      const address = given === undefined ? null : normalizeAddress(given);
      if (given !== undefined && address === null)
        throw invalidParameter(`ip_address must be an IPv4 or IPv6 address, got ${preview(given)}`);
      const page = path === undefined ? null : splitPath(path);
      const { ignoreRules, excludedNetworks } = toSiteSettings(site);
      const match = compileIgnoreMatch({
        ignoreRules,
        excludedNetworks,
        pageRules: readPageRules(site.pageRules),
      })({
        path: page && toPageOf(site)(page),
        givenPath: page?.path,
        address,
        country: country?.toUpperCase() ?? (address === null ? 'XX' : countries.findLocally(address)),
        referrer: referrer ?? null,
        userAgent: userAgent ?? null,
        network: networks.find(address),
      });
      return { match, botRule: userAgent === undefined ? null : parseUserAgent(userAgent).botRule };
    },

    /** Finds the rule that excludes the client with an address, and whether one does already. */
    findOwnAddress(site: Site, address: string): { ip_range: string | null; ignored: boolean } {
      if (address === '' || isPrivateAddress(address)) return { ip_range: null, ignored: false };
      const isIgnored = compileRanges(toSiteSettings(site).ignoreRules.addresses);
      return { ip_range: toCustomerRange(address), ignored: isIgnored(address) };
    },

    /** Removes rows that are past the retention of their site. A site that fails does not stop the others. */
    async removeExpired(now: Date, signal: AbortSignal): Promise<{ sites: number; removed: number }> {
      const done = { sites: 0, removed: 0 };
      const failures: unknown[] = [];
      for (const site of sites.listWithRetention()) {
        if (signal.aborted || site.retentionDays === null) break;
        try {
          done.removed += await removeExpiredOfSite(site, site.retentionDays, now);
          done.sites++;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some sites keep rows that are due to go');
      return done;
    },
  };
}

export type SiteSettingsService = ReturnType<typeof createSiteSettingsService>;

function toSiteSettings(site: Site): Omit<SiteSettingsView, 'sums'> {
  const rules = parseIgnoreRules(JSON.parse(site.ignoreRules));
  return {
    site,
    hosts: JSON.parse(site.hosts) as string[],
    ignoreRules: rules.ok ? rules.value : NO_IGNORE_RULES,
    excludedNetworks: readNetworks(site.excludedNetworks),
    spamHosts: JSON.parse(site.spamHosts) as string[],
    publicPage: readPublicPage(site.publicPage),
    capture: readCapture(site.capture),
  };
}

/** Returns the start of the first day that is kept. */
const firstKept = (retentionDays: number, zone: string, now: Date): Date =>
  startOfDay(addDays(toDay(now, zone), -retentionDays), zone);

/** Converts a body to changed columns, with the checks that a schema cannot express. */
function toSettingsChange(site: Site, input: SiteSettingsInput, others: readonly Site[]): SettingsChange {
  const ignoreRules =
    input.ignore_rules &&
    parseIgnoreRules({ ...presentIgnoreRules(toSiteSettings(site).ignoreRules), ...input.ignore_rules });
  const spamHosts = input.spam_hosts && parseSpamHosts(input.spam_hosts);
  const hosts = input.hosts && parseSiteHosts(input.hosts, { site, others });
  const faults = [
    ...prefixedFaults(ignoreRules, 'ignore_rules.'),
    ...prefixedFaults(spamHosts, ''),
    ...prefixedFaults(hosts, ''),
    ...findNameFaults(input.public_page?.properties ?? []),
  ];
  if (faults.length > 0) throw invalidBody(...faults.slice(0, MAX_FAULTS));
  const change: Record<Exclude<keyof SettingsChange, 'pageRules'>, unknown> = {
    hosts: hosts?.ok ? JSON.stringify(hosts.value) : undefined,
    ignoreRules: ignoreRules?.ok ? toIgnoreRulesJson(ignoreRules.value) : undefined,
    excludedNetworks: input.exclude_networks && JSON.stringify([...new Set(input.exclude_networks)]),
    spamHosts: spamHosts?.ok ? JSON.stringify(spamHosts.value) : undefined,
    trackUniques: input.track_unique_hits,
    honourGpc: input.honour_gpc,
    honourDnt: input.honour_dnt,
    locationDetail: input.location_detail,
    insightsEnabled: input.insights_enabled,
    webmentionsEnabled: input.webmentions_enabled,
    retentionDays: input.retention_days,
    timeZone: input.time_zone && findTimeZone(input.time_zone),
    spamFilter: input.spam_filter,
    restrictToSite: input.restrict_to_site,
    capture: input.capture && writeCapture({ ...readCapture(site.capture), ...input.capture }),
    publicPage:
      input.public_page &&
      writePublicPage(mergePublicPage(readPublicPage(site.publicPage), input.public_page)),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Finds what is no name of a property. */
const findNameFaults = (names: readonly string[]): string[] =>
  names.flatMap((name, index) =>
    isPropertyName(name)
      ? []
      : [
          `public_page.properties[${index}] must be the name of a property, 1 to 64 of A-Z, a-z, 0-9, _, . and -, got ${preview(name)}`,
        ],
  );

/** Each given part replaces the current one. */
const mergePublicPage = (
  page: PublicPage,
  { sections, allow_embedding: allowsEmbedding, properties }: NonNullable<SiteSettingsInput['public_page']>,
): PublicPage => ({
  sections: sections ?? page.sections,
  allowsEmbedding: allowsEmbedding ?? page.allowsEmbedding,
  properties: properties ?? page.properties,
});

/** Formats rules canonically: without any the same as for a new site. */
const toIgnoreRulesJson = (rules: IgnoreRules): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(presentIgnoreRules(rules)).filter(([, list]) => list.length > 0)),
  );

const prefixedFaults = (parsed: ParseResult<unknown> | undefined, prefix: string): string[] =>
  parsed === undefined || parsed.ok ? [] : parsed.errors.map(fault => prefix + fault);
