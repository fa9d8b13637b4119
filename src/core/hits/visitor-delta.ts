/**
 * What later rows change in figures that are sums over visitors: the visitors with such rows are counted with them and without, and the
 * difference is added. Their rows are few; a statement that does the same costs more to plan than they do.
 */
import type { Span } from '../span.ts';
import { type Dimension, VISIT_TIMEOUT_MS } from './query.ts';

/** What visits are made of. Instants and days of the site are dates, or numbers. */
export interface RowInTime {
  readonly is_event: boolean;
  readonly id: number;
  readonly created_at: Date | number;
  readonly day: Date | number;
}

/** A row of a visitor. */
export interface VisitRow extends RowInTime {
  readonly created_at: Date;
  readonly day: Date;
  /** Null: rows without a visitor are in no visit. */
  readonly visitor_hash: bigint | null;
}

/** A row with its value of a dimension. */
export interface KeyedRow extends VisitRow {
  readonly is_unique: boolean;
  readonly key: string | null;
  /** Whether the filters match the value. */
  readonly matches: boolean;
  /** Whether the figures lack the row. */
  readonly is_late: boolean;
  /** Whether the row reaches the goal that is counted. */
  readonly reaches?: boolean;
}

/** What is grouped. */
export interface KeyedQuery {
  /** Undefined: all rows are one group. */
  readonly dimension: Dimension | undefined;
  readonly span: Span | null;
  /** Whether hits are grouped by their own values, not by those of their visits. */
  readonly isOfHits: boolean;
  /** Whether filters match hits by the first of their visit, not each by itself. */
  readonly filtersVisits?: boolean | undefined;
}

/** Figures of a group. Conversions are those of its visits, and converters their visitors. */
export const FIGURES = ['hits', 'uniqueHits', 'visitors', 'visits', 'conversions', 'converters'] as const;
export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

export const NO_FIGURES: Figures = {
  ...{ hits: 0, uniqueHits: 0, visitors: 0, visits: 0, conversions: 0, converters: 0 },
};

/** Figures by key; null is the group without a value. */
export type FigureGroups = ReadonlyMap<string | null, Figures>;

/** Compares rows as visits are read: by time, hits before events of the same instant. */
export const compareRows = (a: RowInTime, b: RowInTime): number =>
  +a.created_at - +b.created_at || Number(a.is_event) - Number(b.is_event) || a.id - b.id;

const isSameVisit = (earlier: RowInTime, later: RowInTime): boolean =>
  +later.created_at - +earlier.created_at <= VISIT_TIMEOUT_MS && +later.day === +earlier.day;

/** Splits the rows of one visitor, in order, into visits. They have to be all rows of their days. */
export const splitVisitor = <Row extends RowInTime>(rows: readonly Row[]): Row[][] => {
  const visits: Row[][] = [];
  let last: Row | undefined;
  for (const row of rows) {
    if (last && isSameVisit(last, row)) visits.at(-1)?.push(row);
    else visits.push([row]);
    last = row;
  }
  return visits;
};

/** Splits rows into visits, each in order. They have to be all rows of their visitors and days. */
export const splitIntoVisits = <Row extends VisitRow>(rows: readonly Row[]): Row[][] =>
  [...Map.groupBy(rows, row => row.visitor_hash)].flatMap(([visitor, ofVisitor]) =>
    visitor === null ? [] : splitVisitor(ofVisitor.toSorted(compareRows)),
  );

const isWithin = ({ created_at: at }: KeyedRow, span: Span | null): boolean =>
  span === null || (at >= span.start && at < span.end);

/** Counts groups, each visitor of one once. */
const createCounter = () => {
  const groups = new Map<string | null, Record<(typeof FIGURES)[number], number>>();
  const seen = { visitors: new Set<string>(), converters: new Set<string>() };
  const find = (key: string | null) => {
    const group = groups.get(key) ?? { ...NO_FIGURES };
    groups.set(key, group);
    return group;
  };
  const countOnce = (of: keyof typeof seen, key: string | null, visitor: bigint | null): number => {
    const { size } = seen[of];
    return seen[of].add(`${visitor} ${key === null ? '' : `=${key}`}`).size - size;
  };
  return {
    groups,
    /** Adds a hit without a visitor, which is in no visit. */
    addAnonymous: (key: string | null): void => {
      find(key).hits += 1;
    },
    /** Adds the hits of a visit that are in a group. */
    addHits: (key: string | null, hits: readonly KeyedRow[], conversions: number): void => {
      const group = find(key);
      const visitor = hits[0]?.visitor_hash ?? null;
      group.hits += hits.length;
      group.uniqueHits += hits.filter(row => row.is_unique).length;
      group.visits += 1;
      group.visitors += countOnce('visitors', key, visitor);
      group.conversions += conversions;
      if (conversions > 0) group.converters += countOnce('converters', key, visitor);
    },
  };
};

const isPage = (dimension: Dimension | undefined): boolean =>
  dimension === 'entry_page' || dimension === 'exit_page';

/** Returns the hit whose value a visit has. */
const findKeyed = (dimension: Dimension | undefined, hits: readonly KeyedRow[]): KeyedRow | undefined =>
  dimension === 'exit_page' ? hits.at(-1) : hits[0];

const isShown = (row: KeyedRow, span: Span | null): boolean => !row.is_event && isWithin(row, span);

/** Returns the hits of a visit that are counted, by key. */
const groupHits = (
  hits: readonly KeyedRow[],
  { dimension, span, isOfHits, filtersVisits = false }: KeyedQuery,
): (readonly [key: string | null, hits: readonly KeyedRow[]])[] => {
  const shown = hits.filter(row => isShown(row, span));
  if (isOfHits)
    return [...Map.groupBy(shown, row => row.key)].filter(
      ([, ofKey]) => (filtersVisits ? hits : ofKey)[0]?.matches,
    );
  const keyed = findKeyed(dimension, hits);
  return keyed?.matches && shown.length > 0 ? [[keyed.key, shown]] : [];
};

/** Counts groups of rows. They have to be all rows of their visitors and days. */
const countGroups = (rows: readonly KeyedRow[], query: KeyedQuery): FigureGroups => {
  const { dimension, span } = query;
  const { groups, addAnonymous, addHits } = createCounter();
  for (const visit of splitIntoVisits(rows)) {
    const conversions = visit.filter(row => row.reaches && isWithin(row, span)).length;
    const hits = visit.filter(row => !row.is_event);
    for (const [key, ofKey] of groupHits(hits, query)) addHits(key, ofKey, conversions);
  }
  for (const row of rows)
    if (row.visitor_hash === null && isShown(row, span) && row.matches)
      addAnonymous(isPage(dimension) ? null : row.key);
  return groups;
};

/** Adds figures, or subtracts them, by key. */
export const addFigures = (groups: FigureGroups, added: FigureGroups, sign: 1 | -1 = 1): FigureGroups => {
  const sums = new Map(groups);
  for (const [key, figures] of added) {
    const before = sums.get(key);
    const sum = FIGURES.map(name => [name, (before?.[name] ?? 0) + sign * figures[name]] as const);
    sums.set(key, Object.fromEntries(sum) as unknown as Figures);
  }
  return sums;
};

/** Returns what all rows of some visitors come to, less what they do without the late ones. */
export const countChanges = (rows: readonly KeyedRow[], query: KeyedQuery): FigureGroups =>
  addFigures(
    countGroups(rows, query),
    countGroups(
      rows.filter(row => !row.is_late),
      query,
    ),
    -1,
  );
