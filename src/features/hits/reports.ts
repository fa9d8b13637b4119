/** Answers questions about hits: lists, groups and the date series, each with its summary. */
import type { Clock } from '../../core/clock.ts';
import type { Filter, HitQuery, HitStore } from '../../core/hit-store.ts';
import { offsetOf, type Page } from '../../core/page.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import { type Period, periodOf, presentPeriod } from '../../http/period.ts';
import { bucketsOf } from '../../lib/time.ts';
import type { Account } from '../accounts/service.ts';
import type { SiteRow } from '../sites/store.ts';
import { type HitGrouping, type HitsQuery, presentGroup, presentHit, presentSummary } from './schema.ts';

export interface ReportRequest {
  readonly account: Account;
  readonly site: SiteRow;
  readonly query: HitsQuery;
  readonly signal: AbortSignal;
}

/** One question, worked out: what the engine is asked, and what the answer echoes. */
interface Question extends ReportRequest {
  readonly period: Period;
  readonly page: Page;
  readonly hits: HitQuery;
  /** Null for a plain list. */
  readonly grouping: HitGrouping | null;
}

export function createHitReports(deps: { readonly hits: HitStore; readonly clock: Clock }) {
  const { hits, clock } = deps;

  async function list({ hits: query, page, site, signal }: Question) {
    const [rows, totals] = await Promise.all([
      hits.list(query, { offset: offsetOf(page), limit: page.size }, { signal }),
      hits.totals(query, { signal }),
    ]);
    return {
      part: { hits: rows.map(row => presentHit(row, site.url)) },
      pagination: presentPagination(page, totals.hits),
      totals,
    };
  }

  async function group(question: Question, grouping: Exclude<HitGrouping, 'date'>) {
    const { hits: query, page, signal, site } = question;
    const [groups, totals] = await Promise.all([
      hits.group(query, grouping, { offset: offsetOf(page), limit: page.size }, { signal }),
      hits.totals(query, { signal }),
    ]);
    return {
      part: { grouped_hits: groups.rows.map(row => presentGroup(row, grouping, site.trackUniques)) },
      pagination: presentPagination(page, groups.total),
      totals,
    };
  }

  /** The whole series on one page, however small a page was asked for. Source: api-v1, Hits, behaviour 1. */
  async function series({ hits: query, page, period, account, query: { interval }, signal }: Question) {
    const { days, edges } = bucketsOf(period, interval ?? 'day', period.zone, account.owner.weekStart);
    const [buckets, totals] = await Promise.all([
      hits.series(query, edges, { signal }),
      hits.totals(query, { signal }),
    ]);
    return {
      part: { grouped_hits: days.map((date, index) => ({ date, hit_count: buckets[index]?.hits ?? 0 })) },
      pagination: presentPagination({ number: 1, size: Math.max(page.size, days.length) }, days.length),
      totals,
    };
  }

  return {
    async answer(request: ReportRequest) {
      const question = questionOf(request, clock.now());
      const { grouping } = question;
      const answer = await (grouping === null
        ? list(question)
        : grouping === 'date'
          ? series(question)
          : group(question, grouping));
      return {
        ...answer.part,
        pagination: answer.pagination,
        filters: presentFilters(question),
        summary: presentSummary(answer.totals),
      };
    },
  };
}

export type HitReports = ReturnType<typeof createHitReports>;

function questionOf(request: ReportRequest, now: Date): Question {
  const { query, site, account } = request;
  const period = periodOf(query, account, now);
  // `group_by` alone asks for groups too; `grouped=false` says no.
  const isGrouped = query.grouped ?? query.group_by !== undefined;
  return {
    ...request,
    period,
    page: pageOf(query),
    grouping: isGrouped ? (query.group_by ?? 'path') : null,
    hits: { siteId: site.id, kind: 'hit', span: period.span, filters: filtersOf(query) },
  };
}

function filtersOf({ country, path, referrer }: HitsQuery): Filter[] {
  const filters: Filter[] = [];
  if (country !== undefined) filters.push({ dimension: 'country', is: country.toUpperCase() });
  if (path !== undefined) filters.push({ dimension: 'path', is: path });
  if (referrer !== undefined) filters.push({ dimension: 'referrer', contains: referrer });
  return filters;
}

const presentFilters = ({ query, period, grouping }: Question) => ({
  ...presentPeriod(period),
  country: query.country?.toUpperCase() ?? null,
  path: query.path ?? null,
  referrer: query.referrer ?? null,
  grouped: grouping !== null ? true : (query.grouped ?? null),
  group_by: grouping,
  interval: grouping === 'date' ? (query.interval ?? 'day') : null,
});
