/** The figures of a report, equal to those of the API for the same days. */

import type { GoalCondition } from '../../core/goals/condition.ts';
import type { PageEngagement } from '../../core/hits/answers.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import type { Dimension, ReadOptions } from '../../core/hits/query.ts';
import type { Revenue } from '../../core/hits/revenue.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { readPublicPage } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays } from '../../lib/time.ts';
import { toComparedPeriod } from '../../reports/compared-period.ts';
import { findImported, importedDaysOf } from '../../reports/imported.ts';
import { type PartOfPeriod, type Period, toPeriod } from '../../reports/period.ts';
import { listSharedValues, type SharedProperty } from '../../reports/shared-properties.ts';
import type { Figures, Overview } from '../overview/service.ts';
import { MAX_TOP_ROWS } from './limits.ts';
import type { Occurrence } from './schedule.ts';
import type { ReportTarget } from './target.ts';

/** Results of monitoring a site in the period. */
export interface Monitoring {
  /** Null where uptime is not monitored. */
  readonly uptime: {
    /** Percentage of the monitored time; null when there were no checks. */
    readonly share: number | null;
    readonly downMs: number;
    readonly downtimes: readonly {
      readonly startedAt: Date;
      readonly endedAt: Date | null;
      readonly error: string;
    }[];
  } | null;
  /** Null where content is not monitored. */
  readonly openIssues: number | null;
  /** What has expired, or will soon. */
  readonly expiries: readonly {
    readonly what: 'certificate' | 'domain';
    readonly name: string;
    /** Whole days; negative when it has expired. */
    readonly daysLeft: number;
  }[];
}

/** Figures of a site in the period and the previous one. */
export interface SiteFigures {
  readonly site: Site;
  readonly now: Figures;
  readonly before: Figures;
  readonly monitoring: Monitoring;
}

/** A row of a top list. */
export interface TopRow {
  /** Null for rows without one. */
  readonly key: string | null;
  /** Visitors in lists of `VISITOR_LISTS` where there are any, else rows. */
  readonly count: number;
  readonly site: Site;
}

/** Outcome of a period: revenue, engagement and goals. */
export interface Outcome {
  /** By currency, in the order of their codes. */
  readonly revenue: readonly Revenue[];
  /** Null if nothing was reported, and for a group: medians of several sites cannot be combined. */
  readonly engagement: PageEngagement | null;
  /** Oldest first; none for a group, whose sites have goals of their own. */
  readonly goals: readonly GoalOutcome[];
}

/** How often a goal was reached. */
export interface GoalOutcome {
  readonly name: string;
  readonly conversions: number;
  /** Share of the visitors who reached it, from 0 to 1; null without visitors. */
  readonly rate: number | null;
}

/** All data of a report. */
export interface ReportFigures {
  readonly target: ReportTarget;
  readonly period: Period;
  readonly sites: readonly SiteFigures[];
  /** Last imported day that figures of either period include; null without any. */
  readonly importedUntil: Day | null;
  /** All of them together. */
  readonly now: Required<Figures>;
  readonly before: Required<Figures>;
  readonly outcome: { readonly now: Outcome; readonly before: Outcome };
  /** Those whose values others may see; none for a group. */
  readonly properties: readonly SharedProperty[];
  /** Sorted by count; for a group the pages only. */
  readonly tops: Readonly<Record<TopList, readonly TopRow[]>>;
  /** Summary of the newest insight about these days only; null without one, and for a group. */
  readonly insight: string | null;
}

const TOP_LISTS = {
  pages: ['hit', 'path'],
  channels: ['hit', 'channel'],
  sources: ['hit', 'source'],
  countries: ['hit', 'country'],
  events: ['event', 'event'],
  crawlers: ['agent_visit', 'provider'],
} as const satisfies Record<string, readonly [HitKind, Dimension]>;
export type TopList = keyof typeof TOP_LISTS;

/** Lists by values of visits, which count visitors unless hits have none. */
export const VISITOR_LISTS: ReadonlySet<TopList> = new Set<TopList>(['channels', 'sources', 'countries']);

interface TopListQuery {
  readonly list: TopList;
  readonly site: Site;
  readonly period: Period;
  /** Whether any visitor was counted in the period. */
  readonly hasVisitors: boolean;
}

/** Days that an insight covers, up to the day it was generated for. */
const INSIGHT_DAYS = 7;

export interface FigureDeps {
  readonly overview: Pick<Overview, 'getFigures' | 'findImported'>;
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly listGoals: (
    siteId: number,
  ) => readonly { readonly name: string; readonly condition: GoalCondition }[];
  readonly loadMonitoring: (site: Site, span: Span) => Monitoring;
  /** Finds the summary of the newest insight that was generated for one of some days. */
  readonly findInsight: (siteId: number, first: Day, last: Day) => string | undefined;
}

/** Creates the function that loads the figures of an occurrence, with the days of the site, or of the account for a group. */
export function createFigureLoader({ overview, hits, listGoals, loadMonitoring, findInsight }: FigureDeps) {
  async function loadTopList(
    { list, site, period, hasVisitors }: TopListQuery,
    options: ReadOptions,
  ): Promise<TopRow[]> {
    const [kind, dimension] = TOP_LISTS[list];
    const { span } = period;
    const rows = { siteId: site.id, kind, span, filters: [], attribution: 'visit' } as const;
    const imported = await findImported(hits, { query: rows, period, span, grouping: dimension });
    const query = { ...rows, ...importedDaysOf(imported) };
    const measure = hasVisitors && VISITOR_LISTS.has(list) ? 'visitors' : 'hits';
    const page = { measures: [measure], orderBy: measure, offset: 0, limit: MAX_TOP_ROWS } as const;
    const groups = await hits.ask({ shape: 'groups', ...query, dimension, ...page }, options);
    return groups.rows.map(row => ({ key: row.key, count: row[measure] ?? 0, site }));
  }

  async function loadGoals(siteId: number, span: Span, options: ReadOptions): Promise<GoalOutcome[]> {
    const goals = listGoals(siteId);
    if (goals.length === 0) return [];
    const query = { siteId, span, filters: [], goals: goals.map(({ condition }) => condition) };
    const { visitors: all, goals: counts } = await hits.ask(
      { shape: 'totals', of: 'goals', ...query },
      options,
    );
    return goals.map(({ name }, index) => {
      const { conversions = 0, visitors = 0 } = counts[index] ?? {};
      return { name, conversions, rate: all > 0 ? visitors / all : null };
    });
  }

  /** Loads the outcome of a span over all sites of a report. */
  async function loadOutcome(
    { scope, sites }: ReportTarget,
    span: Span,
    options: ReadOptions,
  ): Promise<Outcome> {
    const sums = new Map<string, number>();
    let engagement: PageEngagement | null = null;
    let goals: GoalOutcome[] = [];
    for (const site of sites) {
      const query = { shape: 'groups', siteId: site.id, span, filters: [] } as const;
      for (const { amount, currency } of await hits.ask({ ...query, of: 'revenue', kind: 'event' }, options))
        sums.set(currency, (sums.get(currency) ?? 0) + amount);
      if (scope !== 'site') continue;
      [engagement = null] = await hits.ask(
        { ...query, of: 'pageEngagement', kind: 'hit', pages: 'together' },
        options,
      );
      goals = await loadGoals(site.id, span, options);
    }
    const revenue = Array.from(sums, ([currency, amount]) => ({ currency, amount }));
    return { revenue: revenue.sort((a, b) => (a.currency < b.currency ? -1 : 1)), engagement, goals };
  }

  /** Loads the values of the properties that others may see. */
  const loadProperties = (site: Site, span: Span, options: ReadOptions): Promise<SharedProperty[]> =>
    Promise.all(
      readPublicPage(site.publicPage).properties.map(name =>
        listSharedValues(
          hits,
          { name, limit: MAX_TOP_ROWS, toQuery: kind => ({ siteId: site.id, kind, span, filters: [] }) },
          options,
        ),
      ),
    );

  async function loadTopLists(
    { scope, sites }: ReportTarget,
    { period, hasVisitors }: Pick<TopListQuery, 'period' | 'hasVisitors'>,
    options: ReadOptions,
  ) {
    const tops: Record<TopList, TopRow[]> = {
      pages: [],
      channels: [],
      sources: [],
      countries: [],
      events: [],
      crawlers: [],
    };
    // Top lists of sites cannot be merged into one of the group, except pages, which belong to one site each.
    const lists = scope === 'group' ? (['pages'] as const) : (Object.keys(TOP_LISTS) as TopList[]);
    for (const list of lists) {
      for (const site of sites)
        tops[list].push(...(await loadTopList({ list, site, period, hasVisitors }, options)));
      tops[list] = tops[list].toSorted((a, b) => b.count - a.count).slice(0, MAX_TOP_ROWS);
    }
    return tops;
  }

  return async (
    target: ReportTarget,
    { first, last }: Pick<Occurrence, 'first' | 'last'>,
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<ReportFigures> => {
    const options = { signal };
    const mode = target.scope === 'site' ? 'site' : 'user';
    const period = toPeriod({ first, last, mode, zone: target.zone });
    const compared = toComparedPeriod(period, 'matching_period', now);
    const sites: SiteFigures[] = [];
    const importedUntil: Day[] = [];
    for (const site of target.sites) {
      const load = async (part: PartOfPeriod) => {
        const query = { siteId: site.id, span: part.span, filters: {}, attribution: 'visit' } as const;
        const imported = await overview.findImported(query, part.period);
        const figures = await overview.getFigures(
          { ...query, ...importedDaysOf(imported) },
          { ...options, countsVisits: true },
        );
        return { figures, importedUntil: imported?.included ? imported.until : undefined };
      };
      const [current, before] = await Promise.all([load({ period, span: period.span }), load(compared)]);
      importedUntil.push(...[current.importedUntil, before.importedUntil].filter(day => day !== undefined));
      sites.push({
        site,
        now: current.figures,
        before: before.figures,
        monitoring: loadMonitoring(site, period.span),
      });
      signal.throwIfAborted();
    }
    const [only] = target.sites;
    const sum = sumFigures(sites.map(site => site.now));
    return {
      target,
      period,
      sites,
      importedUntil: importedUntil.sort().at(-1) ?? null,
      now: sum,
      before: sumFigures(sites.map(site => site.before)),
      outcome: {
        now: await loadOutcome(target, period.span, options),
        before: await loadOutcome(target, compared.span, options),
      },
      properties: target.scope === 'site' && only ? await loadProperties(only, period.span, options) : [],
      tops: await loadTopLists(target, { period, hasVisitors: sum.visitors > 0 }, options),
      // An earlier insight covers days before these, too.
      insight:
        (target.scope === 'site' && only && findInsight(only.id, addDays(first, INSIGHT_DAYS - 1), last)) ||
        null,
    };
  };
}

export type LoadFigures = ReturnType<typeof createFigureLoader>;

const NO_FIGURES: Required<Figures> = {
  hits: 0,
  uniqueHits: 0,
  visitors: 0,
  visits: 0,
  events: 0,
  kudos: 0,
  agentVisits: 0,
};

const sumFigures = (all: readonly Figures[]): Required<Figures> =>
  all.reduce<Required<Figures>>(
    (sum, each) => ({
      hits: sum.hits + each.hits,
      uniqueHits: sum.uniqueHits + each.uniqueHits,
      visitors: sum.visitors + each.visitors,
      visits: sum.visits + (each.visits ?? 0),
      events: sum.events + each.events,
      kudos: sum.kudos + each.kudos,
      agentVisits: sum.agentVisits + each.agentVisits,
    }),
    NO_FIGURES,
  );
