/** The list of an account's sites with optional fields. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Account, mayActOn, mayRead } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidParameter } from '../../core/errors.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type Page, toOffset } from '../../core/page.ts';
import { type Site, zoneOfSite } from '../../core/site.ts';
import type { Day } from '../../core/span.ts';
import { toPage } from '../../http/paging.ts';
import { addDays, listHours, toBuckets } from '../../lib/time.ts';
import {
  COMPARE_PARAMETERS,
  type ComparedPeriod,
  type CompareParams,
  findComparison,
} from '../../reports/compared-period.ts';
import { findWholeDays } from '../../reports/imported.ts';
import { type Period, type PeriodParams, parsePeriod } from '../../reports/period.ts';
import type { SiteCounts } from './counts.ts';
import { type CountSites, NO_COUNTS } from './counts.ts';
import {
  type ListedSite,
  parseIncludes,
  type SiteInclude,
  type SiteStatus,
  type UptimeState,
} from './listed-site.ts';
import type { SitesService } from './service.ts';

export interface SiteListPage {
  readonly listed: readonly ListedSite[];
  readonly period: Period | null;
  /** Null where nothing is compared. */
  readonly compared: ComparedPeriod | null;
  /** Null for the whole list. */
  readonly page: Page | null;
  /** Sites of the account. */
  readonly total: number;
}

/** Reads the status of sites. */
export type ReadStatus = (ids: readonly number[]) => (site: Site) => SiteStatus;

export function createStatusReader({
  findUptimeState,
  findDownSince,
  countContentIssues,
}: {
  /** Returns the state of a site's monitor. */
  readonly findUptimeState: (siteId: number) => UptimeState;
  readonly findDownSince: (siteId: number) => Date | null;
  /** Open content issues of each site; a site without any may be left out. */
  readonly countContentIssues: (siteIds: readonly number[]) => ReadonlyMap<number, number>;
}): ReadStatus {
  return ids => {
    const issues = countContentIssues(ids);
    return ({ id, contentMonitoring }) => ({
      uptime: findUptimeState(id),
      downSince: findDownSince(id),
      openContentIssues: contentMonitoring ? (issues.get(id) ?? 0) : null,
    });
  };
}

export interface SiteListDeps {
  readonly sites: Pick<SitesService, 'listByOwner'>;
  readonly countSites: CountSites;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly readStatus: ReadStatus;
  readonly clock: Clock;
}

/** Sites of one query: statements list their ids, and are slow with thousands. */
const SITES_PER_QUERY = 500;
/** Sites that are formatted before the event loop runs again. */
const SITES_PER_TICK = 1000;

interface ListQuery extends Omit<PeriodParams, 'period'>, Partial<CompareParams> {
  readonly include?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/**
 * Lists the sites of an account, or a page of them where one is requested; the period is null without a date range.
 * 400 for what needs one.
 */
export function createSiteList({ sites, countSites, hits, readStatus, clock }: SiteListDeps) {
  type ToExtraFields = (site: Site) => Partial<ListedSite>;

  async function series(
    ids: readonly number[],
    period: Period,
    options: ReadOptions,
  ): Promise<ToExtraFields> {
    const { edges, importedDays } = toSeriesBuckets(period);
    const buckets = { shape: 'series', edges, importedEdges: importedDays } as const;
    const all = { span: period.span, measures: ['visitors'], importedDays: period } as const;
    const [bySite, visitors] = await Promise.all([
      readInSlices(ids, siteIds => hits.ask({ ...buckets, siteIds }, options)),
      readInSlices(ids, siteIds => hits.ask({ shape: 'totals', siteIds, ...all }, options)),
    ]);
    const nothing = edges.slice(1).map(() => 0);
    return ({ id }) => ({
      series: {
        hits: bySite.get(id)?.map(bucket => bucket.hits) ?? nothing,
        visitors: visitors.get(id)?.visitors ?? 0,
      },
    });
  }

  async function comparison(
    ids: readonly number[],
    { period, span }: ComparedPeriod,
    options: ReadOptions,
  ): Promise<ToExtraFields> {
    const question = { shape: 'totals', span, importedDays: findWholeDays(span, period.zone) } as const;
    const totals = await hits.ask({ ...question, siteIds: ids }, options);
    const visitors = await readInSlices([...totals.keys()], siteIds =>
      hits.ask({ ...question, siteIds, measures: ['visitors'] }, options),
    );
    return ({ id }) => ({
      comparison: { hits: totals.get(id)?.hits ?? 0, visitors: visitors.get(id)?.visitors ?? 0 },
    });
  }

  function status(ids: readonly number[]): ToExtraFields {
    const toStatus = readStatus(ids);
    return site => ({ status: toStatus(site) });
  }

  return async (account: Account, query: ListQuery, options: ReadOptions): Promise<SiteListPage> => {
    const hasRange = query.start_date !== undefined || query.end_date !== undefined;
    const period = hasRange ? parsePeriod(query, { account }, clock.now()) : null;
    const includes = parseListIncludes(query, period);
    const compared =
      period && includes.has('comparison')
        ? findComparison(period, { compare: 'previous_period', ...query }, clock.now())
        : null;
    const all = sites.listByOwner(account.owner.id).filter(({ id }) => mayActOn(account, id));
    const hasCounts = mayRead(account, 'visitors');
    const isPaged = query.page !== undefined || query.per_page !== undefined;
    const page = isPaged ? toPage(query) : null;
    const rows = page ? all.slice(toOffset(page), toOffset(page) + page.size) : all;
    const ids = rows.map(({ id }) => id);
    const counts = hasCounts ? await countSites(rows, period, options.signal) : new Map<number, SiteCounts>();
    // Most sites of a very long list have no hits in the period.
    const active = ids.filter(id => (counts.get(id)?.period?.hits ?? 0) > 0);
    const extras = await Promise.all([
      ...(period && includes.has('series') ? [series(active, period, options)] : []),
      ...(compared && hasCounts ? [comparison(ids, compared, options)] : []),
      ...(includes.has('status') && mayRead(account, 'uptime') ? [status(ids)] : []),
      ...(includes.has('zone') ? [(site: Site) => ({ zone: zoneOfSite(site, account.owner) })] : []),
    ]);
    const listed = await mapYielding(rows, site =>
      Object.assign({ site, counts: counts.get(site.id) ?? NO_COUNTS }, ...extras.map(extra => extra(site))),
    );
    return { period, compared, listed, page, total: all.length };
  };
}

/** Returns the edges of the buckets of a period, and the days of those that are days; hours have no imported ones. */
function toSeriesBuckets(period: Period): {
  readonly edges: readonly Date[];
  readonly importedDays?: readonly Day[];
} {
  if (period.first === period.last) return { edges: listHours(period, period.zone) };
  const { days, edges } = toBuckets(period, { interval: 'day', zone: period.zone });
  return { edges, importedDays: [...days, addDays(period.last, 1)] };
}

async function mapYielding<Item, Value>(
  items: readonly Item[],
  map: (item: Item) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SITES_PER_TICK === 0) await nextTurn();
    values.push(map(item));
  }
  return values;
}

/** Runs a query over many sites in slices, one after another. */
async function readInSlices<Value>(
  ids: readonly number[],
  read: (slice: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): Promise<ReadonlyMap<number, Value>> {
  if (ids.length <= SITES_PER_QUERY) return read(ids);
  const found = new Map<number, Value>();
  for (let start = 0; start < ids.length; start += SITES_PER_QUERY) {
    for (const [id, value] of await read(ids.slice(start, start + SITES_PER_QUERY))) found.set(id, value);
  }
  return found;
}

export type SiteList = ReturnType<typeof createSiteList>;

function parseListIncludes(query: ListQuery, period: Period | null): ReadonlySet<SiteInclude> {
  const includes = parseIncludes(query.include);
  const needsRange = (['series', 'comparison'] as const).find(name => includes.has(name));
  if (needsRange && !period)
    throw invalidParameter(`include=${needsRange} needs a date range: give start_date or end_date`);
  const compared = COMPARE_PARAMETERS.find(name => query[name] !== undefined);
  if (compared && !includes.has('comparison')) throw invalidParameter(`${compared} needs include=comparison`);
  return includes;
}
