import { findTimeZone } from '../lib/time.ts';
import { bareHost, parseHost } from '../lib/url.ts';
import type { SiteHosts } from './site-hosts.ts';

/**
 * Levels of the spam filter. `off`: only the site's own list; `basic`: known spam hosts, those of the operator's list, and
 * names that no host can have; `strict`: also bare addresses, names that no public host has, names made of a spammer's
 * words, and headless browsers.
 */
export const SPAM_LEVELS = ['off', 'basic', 'strict'] as const;
export type SpamLevel = (typeof SPAM_LEVELS)[number];

/** How much of a visitor's place a site keeps, the least first. Source: decisions, section 9. */
export const LOCATION_DETAILS = ['country', 'region', 'city'] as const;
export type LocationDetail = (typeof LOCATION_DETAILS)[number];

/** A site as the application database stores it. */
export interface Site {
  readonly id: number;
  /** Id under which its hits are stored; never shown. */
  readonly storageId: number;
  /** The public code in its script's address. */
  readonly uid: string;
  readonly ownerId: number;
  readonly url: string;
  readonly label: string;
  readonly displayRootPath: string | null;
  readonly active: boolean;
  readonly isPublic: boolean;
  readonly allowFromAnyDomain: boolean;
  readonly uptimeEnabled: boolean;
  readonly contentMonitoring: boolean;
  readonly contentMonitoringEmails: boolean;
  readonly trackUniques: boolean;
  readonly honourGpc: boolean;
  readonly honourDnt: boolean;
  readonly insightsEnabled: boolean;
  readonly webmentionsEnabled: boolean;
  readonly spamFilter: SpamLevel;
  readonly locationDetail: LocationDetail;
  /** JSON array of its further hosts. */
  readonly hosts: string;
  /** JSON of `IgnoreRules`. */
  readonly ignoreRules: string;
  /** JSON array of `ExcludableNetwork`. */
  readonly excludedNetworks: string;
  /** JSON array of host names. */
  readonly spamHosts: string;
  /** JSON of `PublicPage`. */
  readonly publicPage: string;
  /** JSON of `Capture`. */
  readonly capture: string;
  /** JSON array of `PageRule`. */
  readonly pageRules: string;
  /** Days that hits are kept; null: forever. */
  readonly retentionDays: number | null;
  /** IANA name of the zone of its days; null: that of the account. */
  readonly timeZone: string | null;
  readonly restrictToSite: boolean;
  readonly deletedAt: Date | null;
  /** When the hits of a deleted site were removed. */
  readonly purgedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Finds the zone of a site's days, an IANA name. */
export type FindSiteZone = (siteId: number) => string;

/** Returns the zone of a site's days: its own, else that of the account. UTC stands in for a name that this machine does not know. */
export const zoneOfSite = (
  site: Pick<Site, 'timeZone'>,
  owner: { readonly timeZone: string } | undefined,
): string => findTimeZone(site.timeZone ?? '') ?? findTimeZone(owner?.timeZone ?? '') ?? 'UTC';

/** Returns the hosts of a site. */
export const listSiteHosts = ({ url, hosts }: Pick<Site, 'url' | 'hosts'>): SiteHosts => [
  bareHost(parseHost(url) ?? ''),
  ...(JSON.parse(hosts) as string[]),
];

/** Whether the sums of a site are those of its days, or are being worked out for another zone. */
export const SUMS_STATES = ['ready', 'rebuilding'] as const;
export type SumsState = (typeof SUMS_STATES)[number];
