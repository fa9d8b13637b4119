/**
 * What the rows of one visitor come to in a report of hits. Every figure is a sum over visitors, and each visitor's share depends on
 * their own rows alone: the values that filters and groups mean are worked out by ClickHouse, row by row; their visits here.
 */
import { compareRows, type RowInTime, splitVisitor } from '../../../core/hits/visitor-delta.ts';

/** Counts of a group: their place in `Counts`. */
export const COUNT = {
  hits: 0,
  uniqueHits: 1,
  visitors: 2,
  visits: 3,
  bounces: 4,
  visitHits: 5,
  durationMs: 6,
} as const;
const COUNTS = Object.keys(COUNT).length;

export type Counts = readonly number[];

/** Counts by group; null is the group without a value. */
export type Figures = ReadonlyMap<string | null, Counts>;

/** A hit or an event of a visitor, with what a question asks of it. */
export interface VisitorRow extends RowInTime {
  readonly created_at: number;
  readonly isUnique: boolean;
  readonly path: string | null;
  /** Number of the delivery that it came with; 0 if it came before all that matter. */
  readonly delivery: number;
  /** Whether the row's own values match each filter. */
  readonly matches: readonly boolean[];
  /** The row's own value of the dimension. */
  readonly key: string | null;
}

/** Whose value a group has: the row's, that of the first row of its visit, or a page of its visit or visitor. */
export type KeyOf =
  | 'row'
  | 'visit'
  | 'visit_entry'
  | 'visit_exit'
  | 'visitor_entry'
  | 'visitor_exit'
  | ((at: number) => string);

/** What a question counts. */
export interface Rules {
  readonly isWithin: (at: number) => boolean;
  /** Whether each filter means the first row of a visit. */
  readonly filtersVisit: readonly boolean[];
  readonly keyOf: KeyOf;
}

const findPage = (rows: readonly VisitorRow[], isLast: boolean): string | null => {
  const isPage = (row: VisitorRow) => !row.is_event && row.path !== null;
  return (isLast ? rows.findLast(isPage) : rows.find(isPage))?.path ?? null;
};

/** Adds counts to those of a group. */
export type AddCounts = (key: string | null, counts: Counts) => void;

const toCounts = (given: Partial<Record<keyof typeof COUNT, number>>): number[] => {
  const counts = Array<number>(COUNTS).fill(0);
  for (const [name, count] of Object.entries(given)) counts[COUNT[name as keyof typeof COUNT]] = count;
  return counts;
};

/** Returns the row whose values are those of a visit: its first hit, whatever event was before. */
const findFirst = (visit: readonly VisitorRow[]): VisitorRow | undefined =>
  visit.find(row => !row.is_event) ?? visit[0];

const keyOfRow = (keyOf: KeyOf, row: VisitorRow, visit: readonly VisitorRow[]): string | null => {
  if (typeof keyOf === 'function') return keyOf(row.created_at);
  if (keyOf === 'visit') return findFirst(visit)?.key ?? null;
  return keyOf === 'row' ? row.key : findPage(visit, keyOf === 'visit_exit');
};

/** Counts a visitor once, on the page that they entered or left on. */
function addPageOfVisitor(hits: readonly VisitorRow[], { keyOf }: Rules, add: AddCounts): void {
  if (hits.some(({ matches }) => matches.every(Boolean)))
    add(findPage(hits, keyOf === 'visitor_exit'), toCounts({ hits: 1 }));
}

/** Adds what the hits of a visitor come to. */
export function addVisitor(given: readonly VisitorRow[], rules: Rules, add: AddCounts): void {
  const { isWithin, filtersVisit, keyOf } = rules;
  const rows = given.toSorted(compareRows);
  if (keyOf === 'visitor_entry' || keyOf === 'visitor_exit') {
    const hits = rows.filter(row => !row.is_event && isWithin(row.created_at));
    addPageOfVisitor(hits, rules, add);
    return;
  }
  const seen = new Set<string | null>();
  for (const visit of splitVisitor(rows)) {
    const first = findFirst(visit);
    const isCounted = (row: VisitorRow): boolean =>
      !row.is_event &&
      isWithin(row.created_at) &&
      filtersVisit.every((isOfVisit, index) => (isOfVisit ? first : row)?.matches[index]);
    const events = visit.filter(row => row.is_event).length;
    const visitHits = visit.length - events;
    const durationMs = (visit.at(-1)?.created_at ?? 0) - (visit[0]?.created_at ?? 0);
    const ofVisit = { bounces: Number(visitHits === 1 && events === 0), visitHits, durationMs };
    for (const [key, own] of Map.groupBy(visit.filter(isCounted), row => keyOfRow(keyOf, row, visit))) {
      const uniqueHits = own.filter(row => row.isUnique).length;
      const visitors = Number(!seen.has(key));
      seen.add(key);
      add(key, toCounts({ hits: own.length, uniqueHits, visitors, visits: 1, ...ofVisit }));
    }
  }
}

/** Adds a hit without a visitor, which has no visit: where visits are meant, its own values are those of its visit. */
export function addAnonymous(row: VisitorRow, { isWithin, keyOf }: Rules, add: AddCounts): void {
  if (row.is_event || !isWithin(row.created_at) || !row.matches.every(Boolean)) return;
  if (keyOf === 'visitor_entry' || keyOf === 'visitor_exit') return;
  const key =
    keyOf === 'row' || keyOf === 'visit'
      ? row.key
      : typeof keyOf === 'function'
        ? keyOf(row.created_at)
        : null;
  add(key, toCounts({ hits: 1, uniqueHits: Number(row.isUnique) }));
}
