/** The list of an account's sites, with what is asked for beside their counts. */
import type { Clock } from '../../core/clock.ts';
import { invalidParameter } from '../../core/errors.ts';
import type { HitStore, ReadOptions } from '../../core/hit-store.ts';
import { comparedPeriodOf } from '../../http/comparison.ts';
import { type Period, periodOf, type TimeZoneMode } from '../../http/period.ts';
import { bucketsOf, hoursOf } from '../../lib/time.ts';
import type { Account } from '../accounts/service.ts';
import type { SiteCounts } from './schema.ts';
import type { SitesService } from './service.ts';
import type { SiteRow } from './store.ts';

/** What can be asked for beside the counts. */
export const SITE_INCLUDES = ['series', 'comparison', 'status'] as const;
export type SiteInclude = (typeof SITE_INCLUDES)[number];

/**
 * Whether a site answers. `paused`: down for so long that it is looked at only once a day; `unknown`: not looked at yet,
 * or this server is offline.
 */
export const UPTIME_STATES = ['off', 'up', 'down', 'paused', 'unknown'] as const;
export type UptimeState = (typeof UPTIME_STATES)[number];

/** A site and all that is asked for. */
export interface ListedSite {
  readonly site: SiteRow;
  readonly counts: SiteCounts;
  readonly series?: { readonly hits: readonly number[]; readonly visitors: number };
  readonly comparison?: { readonly hits: number; readonly visitors: number };
  readonly status?: { readonly uptime: UptimeState; readonly openContentIssues: number | null };
}

export interface SiteListDeps {
  readonly sites: Pick<SitesService, 'listOf' | 'countsOf'>;
  readonly hits: Pick<HitStore, 'seriesBySite' | 'visitorsBySite' | 'totalsBySite'>;
  /** How the site's monitor stands. */
  readonly uptimeStateOf: (siteId: number) => UptimeState;
  /** Open content issues of each site; a site without any may be left out. */
  readonly contentIssuesOf: (siteIds: readonly number[]) => ReadonlyMap<number, number>;
  readonly clock: Clock;
}

interface ListQuery {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly time_zone?: TimeZoneMode;
  readonly include?: string;
}

/** Lists the sites of an account; the period is null without a date range. 400 for what needs one. */
export function createSiteList({ sites, hits, uptimeStateOf, contentIssuesOf, clock }: SiteListDeps) {
  type Extra = (site: SiteRow) => Partial<ListedSite>;

  async function series(ids: readonly number[], period: Period, options: ReadOptions): Promise<Extra> {
    const edges =
      period.first === period.last
        ? hoursOf(period, period.zone)
        : bucketsOf(period, 'day', period.zone, 'monday').edges;
    const [bySite, visitors] = await Promise.all([
      hits.seriesBySite(ids, edges, options),
      hits.visitorsBySite(ids, period.span, options),
    ]);
    const nothing = edges.slice(1).map(() => 0);
    return ({ id }) => ({
      series: {
        hits: bySite.get(id)?.map(bucket => bucket.hits) ?? nothing,
        visitors: visitors.get(id) ?? 0,
      },
    });
  }

  async function comparison(ids: readonly number[], period: Period, options: ReadOptions): Promise<Extra> {
    const { span } = comparedPeriodOf(period, 'previous_period', clock.now());
    const [totals, visitors] = await Promise.all([
      hits.totalsBySite(ids, span, options),
      hits.visitorsBySite(ids, span, options),
    ]);
    return ({ id }) => ({
      comparison: { hits: totals.get(id)?.hits ?? 0, visitors: visitors.get(id) ?? 0 },
    });
  }

  function status(ids: readonly number[]): Extra {
    const issues = contentIssuesOf(ids);
    return site => ({
      status: {
        uptime: uptimeStateOf(site.id),
        openContentIssues: site.contentMonitoring ? (issues.get(site.id) ?? 0) : null,
      },
    });
  }

  return async (
    account: Account,
    query: ListQuery,
    options: ReadOptions,
  ): Promise<{ readonly period: Period | null; readonly listed: ListedSite[] }> => {
    const hasRange = query.start_date !== undefined || query.end_date !== undefined;
    const period = hasRange ? periodOf(query, account, clock.now()) : null;
    const includes = includesOf(query, period);
    const rows = sites.listOf(account.owner.id);
    const ids = rows.map(({ id }) => id);
    const [counts, ...extras] = await Promise.all([
      sites.countsOf(rows, period?.span ?? null, options.signal),
      ...(period && includes.has('series') ? [series(ids, period, options)] : []),
      ...(period && includes.has('comparison') ? [comparison(ids, period, options)] : []),
      ...(includes.has('status') ? [status(ids)] : []),
    ]);
    const listed = rows.flatMap(site => {
      const count = counts.get(site.id);
      return count ? [Object.assign({ site, counts: count }, ...extras.map(extra => extra(site)))] : [];
    });
    return { period, listed };
  };
}

export type SiteList = ReturnType<typeof createSiteList>;

function includesOf({ include = '' }: ListQuery, period: Period | null): ReadonlySet<SiteInclude> {
  const asked = include.split(',');
  const includes = new Set(SITE_INCLUDES.filter(name => asked.includes(name)));
  const needy = (['series', 'comparison'] as const).find(name => includes.has(name));
  if (needy && !period)
    throw invalidParameter(`include=${needy} needs a date range: give start_date or end_date`);
  return includes;
}
