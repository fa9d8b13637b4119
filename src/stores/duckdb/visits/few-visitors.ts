/** Reads the rows of few visitors, from which groups are counted as `selectMatching` and its sums count them from many. */
import type { ColumnName } from '../../../core/hits/columns.ts';
import type { Filter } from '../../../core/hits/query.ts';
import { countChanges, type KeyedQuery, type KeyedRow } from '../../../core/hits/visitor-delta.ts';
import { type ComparedValue, toFilterSql } from '../../sql/filters.ts';
import { unionAll } from '../queries/parts.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

/** What is read of rows, beside the columns of `VisitorRow`. */
interface KeyedColumns {
  /** A condition for the rows of either table. */
  readonly rows: Sql;
  /** A condition for hits without a visitor. Default: none are read. */
  readonly anonymous?: Sql;
  /** The value of a hit. */
  readonly key: Sql;
  readonly filters: readonly Sql[];
  /** Columns of a hit that its value is worked out from where rows are counted; they are null in events. */
  readonly bases?: readonly ColumnName[];
  /** Conditions for rows that sums have. */
  readonly isSummed: Readonly<Record<'hits' | 'events', Sql>>;
  /** Conditions for rows that reach a goal. */
  readonly reaches?: Readonly<Record<'hits' | 'events', Sql>>;
}

const NEVER = { hits: raw('false'), events: raw('false') };

/** Selects rows of visitors as `KeyedRow`. */
export const selectKeyedRows = ({
  rows,
  anonymous,
  key,
  filters,
  bases = [],
  isSummed,
  reaches = NEVER,
}: KeyedColumns): Sql => {
  const hits = (condition: Sql): Sql => sql`
    select ${raw(bases.map(name => `${name}, `).join(''))}false as is_event, id, created_at, day, visitor_hash, is_unique, ${key} as key,
      ${join([raw('true'), ...filters], ' and ')} as matches, not ${isSummed.hits} as is_late, ${reaches.hits} as reaches
    from hits where ${condition}`;
  return unionAll([
    hits(rows),
    ...(anonymous ? [hits(anonymous)] : []),
    sql`select ${raw('null, '.repeat(bases.length))}true, id, created_at, day, visitor_hash, false, null, false,
      not ${isSummed.events}, ${reaches.events} from events where ${rows}`,
  ]);
};

/** Returns the condition that a filter matches a value. */
export const matchesKey = (filter: Filter, value: ComparedValue): Sql =>
  sql`coalesce(${toFilterSql(value, filter)}, false)`;

/** Selects what rows change in groups, as `key`, `hits`, `unique_hits`, `visitors` and `visits`. */
export const selectChanges = (rows: readonly KeyedRow[], query: KeyedQuery): Sql => {
  const changes = countChanges(rows, query);
  const named = [...changes].filter(([key]) => key !== null);
  const unnamed = changes.get(null);
  const counts = [
    ['hits', 'hits'],
    ['uniqueHits', 'unique_hits'],
    ['visitors', 'visitors'],
    ['visits', 'visits'],
  ] as const;
  const columns = counts.map(
    ([name, column]) => sql`unnest(${named.map(([, figures]) => figures[name])}::bigint[]) as ${raw(column)}`,
  );
  return sql`select unnest(${named.map(([key]) => key ?? '')}::varchar[]) as key, ${join(columns, ', ')}
    union all select null, ${join(
      counts.map(([name]) => sql`${unnamed?.[name] ?? 0}::bigint`),
      ', ',
    )}`;
};
