/** A site in a list, and what a request may include of it. */
import type { Site } from '../../core/site.ts';
import type { SiteCounts } from './counts.ts';

/** Values of the parameter `include`: of a site, and of those in a list. */
export const SITE_INCLUDES = ['status', 'zone'] as const;
export const LIST_INCLUDES = ['series', 'comparison', ...SITE_INCLUDES] as const;

export type SiteInclude = (typeof LIST_INCLUDES)[number];

/** Parses a comma-separated list of them. */
export const parseIncludes = (include = ''): ReadonlySet<SiteInclude> => {
  const requested = include.split(',');
  return new Set(LIST_INCLUDES.filter(name => requested.includes(name)));
};

/**
 * Uptime of a site. `paused`: down for so long that it is checked only once a day; `unknown`: not checked yet,
 * or this server is offline.
 */
export const UPTIME_STATES = ['off', 'up', 'down', 'paused', 'unknown'] as const;

export type UptimeState = (typeof UPTIME_STATES)[number];

/** What monitoring knows of a site. */
export interface SiteStatus {
  readonly uptime: UptimeState;
  /** Start of the ongoing downtime; null while it is not down. */
  readonly downSince: Date | null;
  /** Null while content monitoring is off. */
  readonly openContentIssues: number | null;
}

/** A site with its counts and the included fields. */
export interface ListedSite {
  readonly site: Site;
  readonly counts: SiteCounts;
  readonly series?: { readonly hits: readonly number[]; readonly visitors: number };
  readonly comparison?: { readonly hits: number; readonly visitors: number };
  readonly status?: SiteStatus;
  /** Of its days. */
  readonly zone?: string;
}
