/** Loads the figures that insights are based on from the analytics engine: only counts of pages and hosts. */

import type { GoalCondition } from '../../core/goals/condition.ts';
import type { GroupRow } from '../../core/hits/answers.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import type { GroupsBySiteQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays, toBuckets } from '../../lib/time.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import { type ContextEvent, measureContextEvents } from './context-events.ts';
import {
  BREAKDOWNS,
  type Breakdown,
  type EarlierWeeks,
  type GoalFigures,
  HISTORY_WEEKS,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowSpan,
} from './detect/figures.ts';

/** A site whose figures are loaded. */
export interface Subject {
  readonly siteId: number;
  /** Host of the site's own address, which is no referrer. */
  readonly host: string;
  /** Whether its hits have visitors: of visits these are counted. */
  readonly countsVisitors: boolean;
}

/** The analyzed days, in the zone of the site's owner. */
export interface DayFrame {
  readonly days: readonly Day[];
  /** The n + 1 boundaries of n days. */
  readonly edges: readonly Date[];
}

/** Data that is loaded for many sites at once, as the input for the figures of one of them. */
export interface BaselineInput extends DayFrame {
  /** Of each day. */
  readonly hits: readonly number[];
  readonly contextEvents: readonly ContextEvent[];
  readonly weeks: Weeks;
  readonly goals: readonly CountedGoal[];
}

/** A goal whose conversions are counted. */
export interface CountedGoal {
  readonly id: number;
  readonly name: string;
  readonly condition: GoalCondition;
}

interface Source {
  readonly kind: HitKind;
  readonly dimension: GroupsBySiteQuery['dimension'];
  /** Also ranks keys without hits this week: their share has fallen. */
  readonly includesVanished: boolean;
  /** Whether keys are those of visits, and count their visitors, as the lists of the dashboard do. */
  readonly isOfVisits?: boolean;
}

const SOURCES: Readonly<Record<Breakdown, Source>> = {
  page: { kind: 'hit', dimension: 'path', includesVanished: false },
  referrer: { kind: 'hit', dimension: 'referrer_host', includesVanished: false, isOfVisits: true },
  country: { kind: 'hit', dimension: 'country', includesVanished: true },
  device: { kind: 'hit', dimension: 'device', includesVanished: true },
  crawler: { kind: 'agent_visit', dimension: 'provider', includesVanished: false },
};
/** More than there are countries. */
const ALL_KEYS = 400;
const MAX_KEYS = 40;
const MAX_PREVIOUS_KEYS = 100;

/** Returns the 9 weeks up to a day, in a zone. */
export function toDayFrame(last: Day, zone: string): DayFrame {
  return toBuckets({ first: addDays(last, 1 - 7 * (HISTORY_WEEKS + 1)), last }, { interval: 'day', zone });
}

/** Splits a span into hours; the last one is shorter where the span ends within it. */
function hourEdges({ start, end }: Span): Date[] {
  const edges: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at += HOUR_MS) edges.push(new Date(at));
  return [...edges, end];
}

const toSpan = (edges: readonly Date[], from: number, to: number): Span => ({
  start: edges[from] ?? new Date(0),
  end: edges[to] ?? new Date(0),
});

/** Figures of many sites: hours, visitors, and the largest groups of the last 7 days and of the 7 before. */
interface Weeks {
  readonly hourEdges: readonly Date[];
  readonly hours: ReadonlyMap<number, readonly { readonly hits: number }[]>;
  readonly visitors: ReadonlyMap<number, number>;
  readonly groups: Readonly<Partial<Record<Breakdown, Groups>>>;
}
interface Groups {
  readonly current: ReadonlyMap<number, readonly GroupRow[]>;
  readonly previous: ReadonlyMap<number, readonly GroupRow[]>;
}

const toCounts = (rows: readonly GroupRow[] = []): Map<string, number> =>
  new Map(rows.flatMap(({ key, hits }) => (key === null ? [] : [[key, hits] as const])));

type Hits = Pick<HitStore, 'ask'>;
export type FigureLoader = ReturnType<typeof createFigureLoader>;

/**
 * Creates the functions that load figures, without imported days: another tool counts differently, so the first week after
 * those would look like a surge or a drop.
 */
export function createFigureLoader(hits: Hits) {
  return {
    /** Loads the hits of each day of many sites; sites without any are missing. */
    async loadDailyHits(
      siteIds: readonly number[],
      { edges }: DayFrame,
      options: ReadOptions,
    ): Promise<Map<number, number[]>> {
      const found = await hits.ask({ shape: 'series', siteIds, edges }, options);
      return new Map([...found].map(([id, buckets]) => [id, buckets.map(bucket => bucket.hits)]));
    },

    /** Loads the last two weeks of many sites. */
    async loadWeeks(siteIds: readonly number[], frame: DayFrame, options: ReadOptions): Promise<Weeks> {
      const window = windowSpan(frame);
      const last = frame.edges.length - 1 - WINDOW_DAYS;
      const before = toSpan(frame.edges, last - WINDOW_DAYS, last);
      const byHour = hourEdges(window);
      const [hours, visitors] = await Promise.all([
        hits.ask({ shape: 'series', siteIds, edges: byHour }, options),
        hits.ask({ shape: 'totals', siteIds, span: window, measures: ['visitors'] }, options),
      ]);
      const groups: [Breakdown, Groups][] = [];
      for (const breakdown of BREAKDOWNS) {
        const { kind, dimension, includesVanished, isOfVisits } = SOURCES[breakdown];
        // No store groups the visits of many sites at once.
        if (isOfVisits) continue;
        const shared = { shape: 'groups', siteIds, kind, dimension } as const;
        const [current, previous] = await Promise.all([
          hits.ask({ ...shared, span: window, limit: includesVanished ? ALL_KEYS : MAX_KEYS }, options),
          hits.ask(
            { ...shared, span: before, limit: includesVanished ? ALL_KEYS : MAX_PREVIOUS_KEYS },
            options,
          ),
        ]);
        groups.push([breakdown, { current, previous }]);
      }
      return {
        hourEdges: byHour,
        hours,
        visitors: new Map(Array.from(visitors, ([siteId, totals]) => [siteId, totals.visitors])),
        groups: Object.fromEntries(groups),
      };
    },

    /** Loads the figures of one of these sites. */
    async loadFigures(subject: Subject, input: BaselineInput, options: ReadOptions): Promise<WeekFigures> {
      const { days, edges, weeks } = input;
      const { siteId } = subject;
      const window = windowSpan(input);
      const [goals, contextEvents, earliest, ...ranked] = await Promise.all([
        countGoals(hits, { siteId, goals: input.goals, edges }, options),
        measureContextEvents(hits, { ...input, siteId, window }, options),
        hits.ask({ shape: 'facts', of: 'earliest', siteId, kinds: ['hit'] }, options),
        ...BREAKDOWNS.map(breakdown => rankKeys(hits, { subject, breakdown, input }, options)),
      ]);
      const hours = weeks.hours.get(siteId) ?? [];
      return {
        days,
        edges,
        hits: input.hits,
        earliest,
        visitors: weeks.visitors.get(siteId) ?? 0,
        hours: hours.map((bucket, at) => ({ start: weeks.hourEdges[at] ?? window.start, hits: bucket.hits })),
        ranked: Object.fromEntries(
          BREAKDOWNS.map((breakdown, at) => [breakdown, ranked[at] ?? []]),
        ) as unknown as WeekFigures['ranked'],
        contextEvents,
        goals,
      };
    },

    /** Loads the counts of a key on each day. */
    async loadDays(
      { siteId, countsVisitors }: Subject,
      {
        edges,
        breakdown,
        key,
      }: Pick<DayFrame, 'edges'> & { readonly breakdown: Breakdown; readonly key: string },
      options: ReadOptions,
    ): Promise<number[]> {
      const { kind, dimension, isOfVisits } = SOURCES[breakdown];
      const filters = [{ dimension, isAnyOf: [key] }];
      const query = { siteId, kind, span: null, filters, attribution: isOfVisits ? 'visit' : 'hit' } as const;
      const measure = isOfVisits && countsVisitors ? 'visitors' : 'hits';
      const buckets = await hits.ask({ shape: 'series', ...query, edges, measures: [measure] }, options);
      return buckets.map(bucket => bucket[measure] ?? 0);
    },

    /** Loads the weekly counts of uncertain keys, for the weeks in which the site has history. */
    async loadEarlierWeeks(
      subject: Subject,
      uncertain: {
        readonly figures: WeekFigures;
        readonly keys: ReadonlyMap<Breakdown, readonly string[]>;
      },
      options: ReadOptions,
    ): Promise<EarlierWeeks> {
      const { figures } = uncertain;
      const weeks = Math.min(HISTORY_WEEKS, weeksBefore(figures).length) - 1;
      const end = figures.edges.length - 1 - 2 * WINDOW_DAYS;
      const found: [Breakdown, Map<string, number[]>][] = [];
      for (const [breakdown, keys] of uncertain.keys) {
        const weekly = await Promise.all(
          Array.from({ length: Math.max(0, weeks) }, (_, week) => {
            const from = end - 7 * (weeks - week);
            const span = toSpan(figures.edges, from, from + 7);
            return countByKey(hits, { subject, breakdown, span, keys }, options);
          }),
        );
        found.push([breakdown, new Map(keys.map(key => [key, weekly.map(counts => counts.get(key) ?? 0)]))]);
      }
      return Object.fromEntries(found);
    },
  };
}

/** Counts the conversions of goals by day. */
async function countGoals(
  hits: Hits,
  { siteId, goals, edges }: { readonly siteId: number } & Pick<BaselineInput, 'goals' | 'edges'>,
  options: ReadOptions,
): Promise<GoalFigures[]> {
  if (goals.length === 0) return [];
  const query = { siteId, goals: goals.map(({ condition }) => condition), edges };
  const counts = await hits.ask({ shape: 'series', of: 'goals', ...query }, options);
  return goals.map(({ id, name }, index) => ({ id, name, days: counts[index] ?? [] }));
}

interface KeysQuery {
  readonly subject: Subject;
  readonly breakdown: Breakdown;
  readonly span: Span;
  readonly keys?: readonly string[];
}

/** Counts keys of a site in a span: some, or without `keys` the largest. */
async function countByKey(
  hits: Hits,
  { subject: { siteId, countsVisitors }, breakdown, span, keys }: KeysQuery,
  options: ReadOptions,
): Promise<Map<string, number>> {
  if (keys?.length === 0) return new Map();
  const { kind, dimension, isOfVisits } = SOURCES[breakdown];
  const filters = keys ? [{ dimension, isAnyOf: keys }] : [];
  const query = { siteId, kind, span, filters, attribution: isOfVisits ? 'visit' : 'hit' } as const;
  const groups = {
    shape: 'groups',
    ...query,
    dimension,
    offset: 0,
    limit: keys?.length ?? MAX_KEYS,
  } as const;
  if (!isOfVisits || !countsVisitors) return toCounts((await hits.ask(groups, options)).rows);
  const { rows } = await hits.ask({ ...groups, measures: ['visitors'], orderBy: 'visitors' }, options);
  return toCounts(rows.map(row => ({ ...row, hits: row.visitors })));
}

/** Ranks the keys of a site by the visitors of their visits. */
async function rankVisits(
  hits: Hits,
  {
    subject,
    breakdown,
    edges,
  }: { readonly subject: Subject; readonly breakdown: Breakdown } & Pick<DayFrame, 'edges'>,
  options: ReadOptions,
): Promise<Ranked[]> {
  const last = edges.length - 1 - WINDOW_DAYS;
  const span = toSpan(edges, last, last + WINDOW_DAYS);
  const current = await countByKey(hits, { subject, breakdown, span }, options);
  current.delete(subject.host);
  const before = toSpan(edges, last - WINDOW_DAYS, last);
  const keys = [...current.keys()];
  const previous = await countByKey(hits, { subject, breakdown, span: before, keys }, options);
  return keys.map(key => ({ key, current: current.get(key) ?? 0, previous: previous.get(key) ?? 0 }));
}

/** Ranks the keys of a site by their hits, including last week's keys that can matter. */
async function rankKeys(
  hits: Hits,
  ranking: { readonly subject: Subject; readonly breakdown: Breakdown; readonly input: BaselineInput },
  options: ReadOptions,
): Promise<Ranked[]> {
  const { subject, breakdown, input } = ranking;
  const groups = input.weeks.groups[breakdown];
  if (!groups) return rankVisits(hits, { subject, breakdown, edges: input.edges }, options);
  const current = toCounts(groups.current.get(subject.siteId));
  const previousRows = groups.previous.get(subject.siteId) ?? [];
  const previous = historyDays(input) >= WINDOW_DAYS ? toCounts(previousRows) : new Map<string, number>();
  if (previousRows.length === MAX_PREVIOUS_KEYS) {
    const keys = [...current.keys()].filter(key => !previous.has(key));
    const last = input.edges.length - 1 - WINDOW_DAYS;
    const span = toSpan(input.edges, last - WINDOW_DAYS, last);
    for (const [key, count] of await countByKey(hits, { subject, breakdown, span, keys }, options))
      previous.set(key, count);
  }
  const { includesVanished } = SOURCES[breakdown];
  const keys = includesVanished ? new Set([...current.keys(), ...previous.keys()]) : current.keys();
  return [...keys].map(key => ({
    key,
    current: current.get(key) ?? 0,
    previous: previous.get(key) ?? 0,
  }));
}
