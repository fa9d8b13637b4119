/** Reads the rows of few visitors, from which groups are counted as `selectMatching` and its sums count them from many. */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import type { Dimension, Filter, HitQuery } from '../../../core/hits/query.ts';
import { countChanges, type KeyedQuery, type KeyedRow } from '../../../core/hits/visitor-delta.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { findComparedValue } from '../queries/dimensions.ts';
import { unionAll } from '../queries/parts.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { ownKey } from './matching.ts';

/** Maximum number of rows that are counted here: of more, statements count. */
const MAX_ROWS = 2_000;

/** Rows of the visitors in a table. */
interface FewVisitorsRequest {
  readonly query: HitQuery;
  /** What is grouped by; undefined: all rows are one group. */
  readonly dimension: Dimension | undefined;
  /** The table of the visitors, for `with`. */
  readonly visitors: Sql;
  /** The condition for their rows, of either table. */
  readonly rows: Sql;
  /** The condition for hits without a visitor. Default: none are read. */
  readonly anonymous?: Sql;
  /** Conditions for rows that are counted already. */
  readonly isSummed: Readonly<Record<'hits' | 'events', Sql>>;
  /** Conditions for rows that reach a goal. */
  readonly reaches?: Readonly<Record<'hits' | 'events', Sql>>;
}

const NEVER = { hits: raw('false'), events: raw('false') };

const toPage = (dimension: Dimension): Sql | undefined =>
  dimension === 'entry_page' || dimension === 'exit_page' ? raw('path') : undefined;

/** Returns the expression of a hit's value. Channels are found from the rows that were read: planning their rules takes longer. */
const toKey = ({ query, dimension }: FewVisitorsRequest): Sql =>
  dimension === undefined || dimension === 'channel'
    ? raw('null::varchar')
    : (toPage(dimension) ?? ownKey(query, dimension));

const matchesFilter = (query: HitQuery, filter: Filter): Sql => {
  const page = toPage(filter.dimension);
  const value = page ? { value: page } : findComparedValue(query, filter.dimension);
  return sql`coalesce(${toFilterSql(value, filter)}, false)`;
};

/** Reads rows of visitors; undefined where they are more than few. */
export const readKeyedRows = async (
  read: Read,
  request: FewVisitorsRequest,
): Promise<readonly KeyedRow[] | undefined> => {
  const { query, dimension, visitors, anonymous, isSummed, reaches = NEVER } = request;
  const isChannel = dimension === 'channel';
  const bases = isChannel ? (['url', 'referrer', 'source'] as const) : [];
  const matches = listFilters(query.filters).map(filter => matchesFilter(query, filter));
  const hits = (condition: Sql): Sql => sql`
    select ${raw(bases.map(name => `${name}, `).join(''))}false as is_event, id, created_at, day, visitor_hash, is_unique,
      ${toKey(request)} as key, ${join([raw('true'), ...matches], ' and ')} as matches, not ${isSummed.hits} as is_late,
      ${reaches.hits} as reaches
    from hits where ${condition}`;
  const rows = await read<KeyedRow & Arrival>(
    sql`with ${visitors} ${unionAll([
      hits(request.rows),
      ...(anonymous ? [hits(anonymous)] : []),
      sql`select ${raw('null, '.repeat(bases.length))}true, id, created_at, day, visitor_hash, false, null, false,
      not ${isSummed.events}, ${reaches.events} from events where ${request.rows}`,
    ])} limit ${MAX_ROWS + 1}`,
  );
  if (rows.length > MAX_ROWS) return undefined;
  const { siteHosts } = query;
  return isChannel ? rows.map(row => ({ ...row, key: findChannel({ ...row, siteHosts }).channel })) : rows;
};

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
