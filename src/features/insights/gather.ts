/** Asks the analytics engine for the sums that detection and texts rest on. Pages and hosts come with their counts only. */
import type { GroupRow, GroupsBySiteQuery, HitKind, HitStore, ReadOptions } from '../../core/hit-store.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays, bucketsOf } from '../../lib/time.ts';
import {
  BREAKDOWNS,
  type Breakdown,
  type EarlierWeeks,
  HISTORY_WEEKS,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowOf,
} from './detect/figures.ts';
import { type Known, readHappenings } from './happenings.ts';

/** Whose figures are asked for. */
export interface Subject {
  readonly siteId: number;
  /** Host of the site's own address: a referrer that is none. */
  readonly host: string;
}

/** Days that detection looks at, and where they begin in the zone of the site's owner. */
export interface DayFrame {
  readonly days: readonly Day[];
  /** The n + 1 instants between which they lie. */
  readonly edges: readonly Date[];
}

/** What is known of a site before more is asked. */
export interface Given extends DayFrame {
  /** Of each day. */
  readonly hits: readonly number[];
  readonly known: readonly Known[];
  readonly weeks: Weeks;
}

interface Source {
  readonly kind: HitKind;
  readonly dimension: GroupsBySiteQuery['dimension'];
  /** Keys that are gone this week matter too: their share has fallen. */
  readonly isWhole: boolean;
}

const SOURCES: Readonly<Record<Breakdown, Source>> = {
  page: { kind: 'hit', dimension: 'path', isWhole: false },
  referrer: { kind: 'hit', dimension: 'referrer_host', isWhole: false },
  country: { kind: 'hit', dimension: 'country', isWhole: true },
  device: { kind: 'hit', dimension: 'device', isWhole: true },
  crawler: { kind: 'agent_visit', dimension: 'provider', isWhole: false },
};
/** More than there are countries. */
const ALL_KEYS = 400;
const MOST_KEYS = 40;
const MOST_KEYS_BEFORE = 100;
const HOUR_MS = 3_600_000;

/** The 9 weeks up to a day, in a zone. */
export function frameOf(last: Day, zone: string): DayFrame {
  return bucketsOf({ first: addDays(last, 1 - 7 * (HISTORY_WEEKS + 1)), last }, 'day', zone, 'monday');
}

/** Whole hours from the start of a span to its end; where a day ends within one, that one is shorter. */
function hourEdges({ start, end }: Span): Date[] {
  const edges: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at += HOUR_MS) edges.push(new Date(at));
  return [...edges, end];
}

const spanOf = (edges: readonly Date[], from: number, to: number): Span => ({
  start: edges[from] ?? new Date(0),
  end: edges[to] ?? new Date(0),
});

/** What is asked of many sites at once: hours, visitors, and the largest groups of the last 7 days and of those before. */
interface Weeks {
  readonly hourEdges: readonly Date[];
  readonly hours: ReadonlyMap<number, readonly { readonly hits: number }[]>;
  readonly visitors: ReadonlyMap<number, number>;
  readonly groups: Readonly<Record<Breakdown, Groups>>;
}
interface Groups {
  readonly current: ReadonlyMap<number, readonly GroupRow[]>;
  readonly previous: ReadonlyMap<number, readonly GroupRow[]>;
}

const countsOf = (rows: readonly GroupRow[] = []): Map<string, number> =>
  new Map(rows.flatMap(({ key, hits }) => (key === null ? [] : [[key, hits] as const])));

export type FigureReader = ReturnType<typeof createFigureReader>;

export function createFigureReader(
  hits: Pick<HitStore, 'series' | 'seriesBySite' | 'group' | 'groupBySite' | 'visitorsBySite'>,
) {
  /** Counts of some keys of a site. */
  async function countKeys(
    { siteId }: Subject,
    { kind, dimension }: Source,
    { span, keys }: { readonly span: Span; readonly keys: readonly string[] },
    options: ReadOptions,
  ): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map();
    const query = { siteId, kind, span, filters: [{ dimension, isAnyOf: keys }] };
    const { rows } = await hits.group(query, dimension, { offset: 0, limit: keys.length }, options);
    return countsOf(rows);
  }

  /** Keys of a site by their hits, with those of the week before as far as they can matter. */
  async function rank(
    subject: Subject,
    breakdown: Breakdown,
    { edges, hits: daily, weeks }: Given,
    options: ReadOptions,
  ): Promise<Ranked[]> {
    const source = SOURCES[breakdown];
    const groups = weeks.groups[breakdown];
    const current = countsOf(groups.current.get(subject.siteId));
    if (breakdown === 'referrer') current.delete(subject.host);
    const rowsBefore = groups.previous.get(subject.siteId) ?? [];
    const previous = historyDays({ hits: daily }) >= WINDOW_DAYS ? countsOf(rowsBefore) : new Map();
    if (rowsBefore.length === MOST_KEYS_BEFORE) {
      const keys = [...current.keys()].filter(key => !previous.has(key));
      const last = edges.length - 1 - WINDOW_DAYS;
      const span = spanOf(edges, last - WINDOW_DAYS, last);
      for (const [key, count] of await countKeys(subject, source, { span, keys }, options))
        previous.set(key, count);
    }
    const keys = source.isWhole ? new Set([...current.keys(), ...previous.keys()]) : current.keys();
    return [...keys].map(key => ({
      key,
      current: current.get(key) ?? 0,
      previous: previous.get(key) ?? 0,
    }));
  }

  return {
    /** Hits of each day of many sites at once; sites without any are missing. */
    async daysOf(
      siteIds: readonly number[],
      { edges }: DayFrame,
      options: ReadOptions,
    ): Promise<Map<number, number[]>> {
      const found = await hits.seriesBySite(siteIds, edges, options);
      return new Map([...found].map(([id, buckets]) => [id, buckets.map(bucket => bucket.hits)]));
    },

    /** The last weeks of many sites at once. */
    async weeksOf(siteIds: readonly number[], frame: DayFrame, options: ReadOptions): Promise<Weeks> {
      const window = windowOf(frame);
      const last = frame.edges.length - 1 - WINDOW_DAYS;
      const before = spanOf(frame.edges, last - WINDOW_DAYS, last);
      const byHour = hourEdges(window);
      const [hours, visitors] = await Promise.all([
        hits.seriesBySite(siteIds, byHour, options),
        hits.visitorsBySite(siteIds, window, options),
      ]);
      const groups: [Breakdown, Groups][] = [];
      for (const breakdown of BREAKDOWNS) {
        const { kind, dimension, isWhole } = SOURCES[breakdown];
        const shared = { siteIds, kind, dimension };
        const [current, previous] = await Promise.all([
          hits.groupBySite({ ...shared, span: window, limit: isWhole ? ALL_KEYS : MOST_KEYS }, options),
          hits.groupBySite(
            { ...shared, span: before, limit: isWhole ? ALL_KEYS : MOST_KEYS_BEFORE },
            options,
          ),
        ]);
        groups.push([breakdown, { current, previous }]);
      }
      return {
        hourEdges: byHour,
        hours,
        visitors,
        groups: Object.fromEntries(groups) as unknown as Weeks['groups'],
      };
    },

    /** Everything that detection looks at, of one of these sites. */
    async figuresOf(subject: Subject, given: Given, options: ReadOptions): Promise<WeekFigures> {
      const { days, edges, weeks } = given;
      const { siteId } = subject;
      const window = windowOf(given);
      const query = { siteId, kind: 'hit', span: null, filters: [] } as const;
      const [happenings, ...ranked] = await Promise.all([
        readHappenings(hits, query, { ...given, window }, options),
        ...BREAKDOWNS.map(breakdown => rank(subject, breakdown, given, options)),
      ]);
      const hours = weeks.hours.get(siteId) ?? [];
      return {
        days,
        edges,
        hits: given.hits,
        visitors: weeks.visitors.get(siteId) ?? 0,
        hours: hours.map((bucket, at) => ({ start: weeks.hourEdges[at] ?? window.start, hits: bucket.hits })),
        ranked: Object.fromEntries(
          BREAKDOWNS.map((breakdown, at) => [breakdown, ranked[at] ?? []]),
        ) as unknown as WeekFigures['ranked'],
        happenings,
      };
    },

    /** Weekly counts of the keys in doubt, of the weeks that the site has a history of. */
    async earlierOf(
      subject: Subject,
      figures: WeekFigures,
      doubtful: ReadonlyMap<Breakdown, readonly string[]>,
      options: ReadOptions,
    ): Promise<EarlierWeeks> {
      const weeks = Math.min(HISTORY_WEEKS, weeksBefore(figures).length) - 1;
      const end = figures.edges.length - 1 - 2 * WINDOW_DAYS;
      const found: [Breakdown, Map<string, number[]>][] = [];
      for (const [breakdown, keys] of doubtful) {
        const weekly = await Promise.all(
          Array.from({ length: Math.max(0, weeks) }, (_, week) => {
            const from = end - 7 * (weeks - week);
            const span = spanOf(figures.edges, from, from + 7);
            return countKeys(subject, SOURCES[breakdown], { span, keys }, options);
          }),
        );
        found.push([breakdown, new Map(keys.map(key => [key, weekly.map(counts => counts.get(key) ?? 0)]))]);
      }
      return Object.fromEntries(found);
    },
  };
}
