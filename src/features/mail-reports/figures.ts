/** What a report tells, in numbers: those of the API's reports of the same days. */

import type { Dimension, ReadOptions } from '../../core/hits/query.ts';
import type { HitKind } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays } from '../../lib/time.ts';
import { toComparedPeriod } from '../../reports/compared-period.ts';
import { type Period, toPeriod } from '../../reports/period.ts';
import type { Figures, Overview } from '../overview/service.ts';
import type { Occurrence } from './schedule.ts';
import type { ReportSubject } from './subject.ts';

/** How a site was found by those who watch it. */
export interface Monitoring {
  /** Null where uptime is not watched. */
  readonly uptime: {
    /** Percentage of the watched time; null when nobody looked. */
    readonly share: number | null;
    readonly downMs: number;
    readonly downtimes: readonly {
      readonly startedAt: Date;
      readonly endedAt: Date | null;
      readonly error: string;
    }[];
  } | null;
  /** Null where content is not watched. */
  readonly openIssues: number | null;
  /** What has run out, or will do so soon. */
  readonly expiries: readonly {
    readonly what: 'certificate' | 'domain';
    readonly name: string;
    /** Whole days; negative when it has run out. */
    readonly daysLeft: number;
  }[];
}

/** One site in the period, and in the one before. */
export interface SiteFigures {
  readonly site: Site;
  readonly now: Figures;
  readonly before: Figures;
  readonly monitoring: Monitoring;
}

/** One of the commonest. */
export interface TopRow {
  /** Null for rows without one. */
  readonly key: string | null;
  readonly count: number;
  readonly site: Site;
}

/** Everything a report is written from. */
export interface ReportFigures {
  readonly subject: ReportSubject;
  readonly period: Period;
  readonly sites: readonly SiteFigures[];
  /** All of them together. */
  readonly now: Figures;
  readonly before: Figures;
  /** Commonest first; of a group the pages only. */
  readonly tops: Readonly<Record<TopList, readonly TopRow[]>>;
  /** Of the newest insight about these days and no others; null without one, and for a group. */
  readonly insight: string | null;
}

const TOP_LISTS = {
  pages: ['hit', 'path'],
  sources: ['hit', 'source'],
  countries: ['hit', 'country'],
  events: ['event', 'event'],
  crawlers: ['agent_visit', 'provider'],
} as const satisfies Record<string, readonly [HitKind, Dimension]>;
export type TopList = keyof typeof TOP_LISTS;

/** Rows of each list at most. */
const MAX_TOP_ROWS = 5;
/** Days that an insight is about; the last one is the one that it was made for. */
const INSIGHT_DAYS = 7;

export interface FigureDeps {
  readonly overview: Pick<Overview, 'figuresOf'>;
  readonly hits: Pick<HitStore, 'group'>;
  readonly loadMonitoring: (site: Site, span: Span) => Monitoring;
  /** Summary of the newest insight that was made for one of some days. */
  readonly findInsight: (siteId: number, first: Day, last: Day) => string | undefined;
}

/** Reads the numbers of an issue. The days are those of the account, as in reports with `time_zone=user`. */
export function createFigureLoader({ overview, hits, loadMonitoring, findInsight }: FigureDeps) {
  async function loadTopList(
    { list, site, span }: { readonly list: TopList; readonly site: Site; readonly span: Span },
    options: ReadOptions,
  ): Promise<TopRow[]> {
    const [kind, dimension] = TOP_LISTS[list];
    const query = { siteId: site.id, kind, span, filters: [] } as const;
    const { rows } = await hits.group(query, dimension, { offset: 0, limit: MAX_TOP_ROWS }, options);
    return rows.map(row => ({ key: row.key, count: row.hits, site }));
  }

  async function loadTopLists({ scope, sites }: ReportSubject, span: Span, options: ReadOptions) {
    const tops: Record<TopList, TopRow[]> = {
      pages: [],
      sources: [],
      countries: [],
      events: [],
      crawlers: [],
    };
    // What is commonest in all of them together is not known from what is commonest in each, but for pages.
    const lists = scope === 'group' ? (['pages'] as const) : (Object.keys(TOP_LISTS) as TopList[]);
    for (const list of lists) {
      for (const site of sites) tops[list].push(...(await loadTopList({ list, site, span }, options)));
      tops[list] = tops[list].toSorted((a, b) => b.count - a.count).slice(0, MAX_TOP_ROWS);
    }
    return tops;
  }

  return async (
    subject: ReportSubject,
    { first, last }: Pick<Occurrence, 'first' | 'last'>,
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<ReportFigures> => {
    const options = { signal };
    const period = toPeriod({ first, last, mode: 'user', zone: subject.account.owner.timeZone });
    const compared = toComparedPeriod(period, 'previous_period', now);
    const sites: SiteFigures[] = [];
    for (const site of subject.sites) {
      const load = (span: Span) => overview.figuresOf({ siteId: site.id, span, filters: {} }, options);
      const [current, before] = await Promise.all([load(period.span), load(compared.span)]);
      sites.push({ site, now: current, before, monitoring: loadMonitoring(site, period.span) });
      signal.throwIfAborted();
    }
    const [only] = subject.sites;
    return {
      subject,
      period,
      sites,
      now: sumFigures(sites.map(site => site.now)),
      before: sumFigures(sites.map(site => site.before)),
      tops: await loadTopLists(subject, period.span, options),
      // One that was made earlier tells of days before these too.
      insight:
        (subject.scope === 'site' && only && findInsight(only.id, addDays(first, INSIGHT_DAYS - 1), last)) ||
        null,
    };
  };
}

export type LoadFigures = ReturnType<typeof createFigureLoader>;

const NO_FIGURES: Figures = { hits: 0, uniqueHits: 0, visitors: 0, events: 0, kudos: 0, agentVisits: 0 };

const sumFigures = (all: readonly Figures[]): Figures =>
  all.reduce(
    (sum, each) => ({
      hits: sum.hits + each.hits,
      uniqueHits: sum.uniqueHits + each.uniqueHits,
      visitors: sum.visitors + each.visitors,
      events: sum.events + each.events,
      kudos: sum.kudos + each.kudos,
      agentVisits: sum.agentVisits + each.agentVisits,
    }),
    NO_FIGURES,
  );
