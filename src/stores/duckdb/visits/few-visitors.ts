/**
 * Counts groups of few visitors from their rows, as `selectMatching` and its sums do from many: there, planning a statement of that
 * many parts costs more than the rows.
 */
import type { ColumnName } from '../../../core/hits/columns.ts';
import type { Dimension, Filter } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type ComparedValue, toFilterSql } from '../queries/filters.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';
import { splitIntoVisits, type VisitorRow } from './sessionize.ts';

/** A row of a visitor with its value of a dimension. */
export interface KeyedRow extends VisitorRow {
  readonly key: string | null;
  /** Whether the filters match the value. */
  readonly matches: boolean;
  /** Whether the sums lack the row. */
  readonly is_late: boolean;
}

/** What is grouped. */
export interface KeyedQuery {
  readonly dimension: Dimension;
  readonly span: Span | null;
  /** Whether hits are grouped by their own values, not by those of their visits. */
  readonly isOfHits: boolean;
}

/** Numbers of a group. */
interface Counts {
  hits: number;
  unique_hits: number;
  visits: number;
  readonly visitors: Set<bigint>;
}

type Groups = Map<string | null, Counts>;

/** What is read of rows, beside the columns of `VisitorRow`. */
interface KeyedColumns {
  /** A condition for the rows of either table. */
  readonly rows: Sql;
  /** The value of a hit. */
  readonly key: Sql;
  readonly filters: readonly Sql[];
  /** Columns of a hit that its value is worked out from where rows are counted; they are null in events. */
  readonly bases?: readonly ColumnName[];
  /** Conditions for rows that sums have. */
  readonly isSummed: Readonly<Record<'hits' | 'events', Sql>>;
}

/** Selects rows of visitors as `KeyedRow`. */
export const selectKeyedRows = ({ rows, key, filters, bases = [], isSummed }: KeyedColumns): Sql => sql`
  select ${raw(bases.map(name => `${name}, `).join(''))}false as is_event, id, id * 2 as row_ref, created_at, day, visitor_hash, path, is_unique, ${key} as key,
    ${join([raw('true'), ...filters], ' and ')} as matches, not ${isSummed.hits} as is_late from hits where ${rows}
  union all
  select ${raw('null, '.repeat(bases.length))}true, id, id * 2 + 1, created_at, day, visitor_hash, path, false, null, false, not ${isSummed.events} from events where ${rows}`;

/** Returns the condition that a filter matches a value. */
export const matchesKey = (filter: Filter, value: ComparedValue): Sql =>
  sql`coalesce(${toFilterSql(value, filter)}, false)`;

/** Returns the hit whose value a visit has. */
const findKeyed = (dimension: Dimension, hits: readonly KeyedRow[]): KeyedRow | undefined =>
  dimension === 'exit_page' ? hits.at(-1) : hits[0];

const isWithin = ({ created_at: at }: KeyedRow, span: Span | null): boolean =>
  span === null || (at >= span.start && at < span.end);

const addTo = (groups: Groups, key: string | null, hits: readonly KeyedRow[]): void => {
  const counts = groups.get(key) ?? { hits: 0, unique_hits: 0, visits: 0, visitors: new Set() };
  groups.set(key, counts);
  counts.hits += hits.length;
  counts.unique_hits += hits.filter(row => row.is_unique).length;
  counts.visits += 1;
  for (const { visitor_hash: visitor } of hits) counts.visitors.add(visitor);
};

/** Counts groups of rows. They have to be all rows of their visitors and days. */
const countGroups = (rows: readonly KeyedRow[], { dimension, span, isOfHits }: KeyedQuery): Groups => {
  const groups: Groups = new Map();
  for (const visit of splitIntoVisits(rows)) {
    const hits = visit.filter(row => !row.is_event);
    const shown = hits.filter(row => isWithin(row, span));
    if (isOfHits)
      for (const [key, ofKey] of Map.groupBy(shown, row => row.key))
        if (ofKey[0]?.matches) addTo(groups, key, ofKey);
    const keyed = isOfHits ? undefined : findKeyed(dimension, hits);
    if (keyed?.matches && shown.length > 0) addTo(groups, keyed.key, shown);
  }
  return groups;
};

const COUNTS = ['hits', 'unique_hits', 'visitors', 'visits'] as const;

const toNumbers = (groups: Groups, key: string | null): number[] => {
  const { hits = 0, unique_hits = 0, visitors, visits = 0 } = groups.get(key) ?? {};
  return [hits, unique_hits, visitors?.size ?? 0, visits];
};

/** What rows change in a group. */
export interface GroupChange {
  readonly key: string | null;
  /** Numbers to add, in the order of `COUNTS`. */
  readonly numbers: readonly number[];
}

/** Returns what all rows of some visitors amount to, without what those have that are in sums. */
export const countChanges = (rows: readonly KeyedRow[], query: KeyedQuery): GroupChange[] => {
  const now = countGroups(rows, query);
  const before = countGroups(
    rows.filter(row => !row.is_late),
    query,
  );
  const keys = [...new Set([...now.keys(), ...before.keys()])];
  return keys.map(key => {
    const stored = toNumbers(before, key);
    const numbers = toNumbers(now, key).map((number, index) => number - (stored[index] ?? 0));
    return { key, numbers };
  });
};

/** Selects the same as `key` and `COUNTS`. */
export const selectChanges = (rows: readonly KeyedRow[], query: KeyedQuery): Sql => {
  const changes = countChanges(rows, query);
  const named = changes.filter(({ key }) => key !== null);
  const columns = COUNTS.map(
    (name, index) =>
      sql`unnest(${named.map(({ numbers }) => numbers[index] ?? 0)}::bigint[]) as ${raw(name)}`,
  );
  const unnamed = changes.find(({ key }) => key === null)?.numbers ?? [0, 0, 0, 0];
  return sql`select unnest(${named.map(({ key }) => key ?? '')}::varchar[]) as key, ${join(columns, ', ')}
    union all select null, ${join(
      unnamed.map(number => sql`${number}::bigint`),
      ', ',
    )}`;
};
