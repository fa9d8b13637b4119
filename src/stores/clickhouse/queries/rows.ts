/**
 * Selects the rows of a query with everything that its filters and groups speak of: their visit, or what their visitor did in
 * the span.
 */
import { columns } from '../../../core/hits/columns.ts';
import {
  type Dimension,
  type HitQuery,
  hasVisits,
  MAX_PAUSE_MS,
  VISIT_DIMENSIONS,
} from '../../../core/hits/query.ts';
import { coverDays } from '../../../core/span.ts';
import { storedColumns } from '../schema.ts';
import { all, join, raw, type Sql, sql, within } from '../sql.ts';
import { findBaseColumn, keyOf } from './dimensions.ts';
import { toFilterOfAny, toFilterSql } from './filters.ts';

/** Columns that the dimensions of a visit are, or are derived from. */
const OWN_COLUMNS: readonly string[] = columns
  .map(({ name }) => name)
  .filter(name => [...VISIT_DIMENSIONS].some(dimension => findBaseColumn(dimension) === name));

const FIRST_COLUMNS = OWN_COLUMNS.map(name => `first_${name}`).join(', ');

/** Columns of rows, as the table has them. */
const ROW_COLUMNS = ['kind', 'id', ...storedColumns.map(({ name }) => name)].join(', ');

const isSite = (siteId: number): Sql => sql`site_id = ${siteId}`;

/** Returns the statement's tables `visitor_rows` and `visits`: rows of visitors with the number of their visit, and the visits. */
const withVisits = ({ siteId, span }: Pick<HitQuery, 'siteId' | 'span'>): Sql => {
  const day = raw(
    'partition by visitor, day order by created_at, is_event, id rows between unbounded preceding and current row',
  );
  const first = raw('(is_event, created_at, id)');
  return sql`visitor_rows as (
    select *, sum(begins) over (${day}) as run from (
      select *, toUnixTimestamp64Milli(created_at) - lagInFrame(toUnixTimestamp64Milli(created_at), 1, -5000000000000)
        over (${day}) > ${raw(String(MAX_PAUSE_MS))} as begins
      from (select *, toDate(created_at) as day, assumeNotNull(visitor_hash) as visitor, kind = 'event' as is_event
        from rows where ${isSite(siteId)} and kind in ('hit', 'event') and visitor_hash is not null
          and ${within(span && coverDays(span))}))),
  visits as (
    select visitor, day, run, argMin(id * 2 + is_event, ${first}) as visit_id, countIf(not is_event) as visit_hits,
      countIf(is_event) as visit_events,
      toUnixTimestamp64Milli(max(created_at)) - toUnixTimestamp64Milli(min(created_at)) as visit_duration_ms,
      argMinIf(path, (created_at, id), not is_event) as visit_entry_page, argMaxIf(path, (created_at, id), not is_event) as visit_exit_page,
      groupUniqArrayIf(assumeNotNull(event), is_event) as visit_sent,
      argMin(tuple(${raw(OWN_COLUMNS.join(', '))}), ${first}) as first_row,
      ${raw(OWN_COLUMNS.map((name, index) => `first_row.${index + 1} as first_${name}`).join(', '))}
    from visitor_rows group by visitor, day, run)`;
};

const VISIT_FIGURES = 'visit_id, visit_hits, visit_events, visit_duration_ms';

/** Returns the table `own`: rows of a query with the columns of their visit; an anonymous row has none, and its own values. */
const ownOfVisits = ({ siteId, kind, span }: HitQuery): Sql => sql`own as (
  select ${raw(ROW_COLUMNS)}, ${raw(VISIT_FIGURES)}, visit_entry_page, visit_exit_page, visit_sent, ${raw(FIRST_COLUMNS)}
    from (select * from visitor_rows where kind = ${kind} and ${within(span)}) as found
      inner join visits on found.visitor = visits.visitor and found.day = visits.day and found.run = visits.run
  union all select ${raw(ROW_COLUMNS)}, null, 0, 0, 0, null, null, [], ${raw(OWN_COLUMNS.join(', '))}
    from rows where ${isSite(siteId)} and kind = ${kind} and ${within(span)} and visitor_hash is null)`;

/** Returns the table `around`: the rows of `own` with what their visitor did in the span. */
const aroundVisitors = ({ siteId, span }: HitQuery): Sql => sql`
  visitors as (select assumeNotNull(visitor_hash) as visitor, argMin(path, (created_at, id)) as visitor_entry_page,
      argMax(path, (created_at, id)) as visitor_exit_page
    from rows where ${isSite(siteId)} and kind = 'hit' and visitor_hash is not null and ${within(span)} group by visitor),
  senders as (select assumeNotNull(visitor_hash) as visitor, groupUniqArray(assumeNotNull(event)) as visitor_sent
    from rows where ${isSite(siteId)} and kind = 'event' and visitor_hash is not null and ${within(span)} group by visitor),
  around as (select own.*, visitor_entry_page, visitor_exit_page, visitor_sent
    from own left join visitors on own.visitor_hash = visitors.visitor left join senders on own.visitor_hash = senders.visitor)`;

const ownOnly = ({ siteId, kind, span }: HitQuery): Sql => sql`
  own as (select ${raw(ROW_COLUMNS)}, null as visit_id from rows where ${isSite(siteId)} and kind = ${kind} and ${within(span)})`;

const PAGES: ReadonlySet<Dimension> = new Set<Dimension>(['entry_page', 'exit_page']);

const speaksOfVisit = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  attribution === 'visit' &&
  hasVisits(kind) &&
  (VISIT_DIMENSIONS.has(dimension) || (kind === 'hit' && dimension === 'event'));

const speaksOfVisitor = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  attribution !== 'visit' && kind === 'hit' && (PAGES.has(dimension) || dimension === 'event');

/** Returns the column of what a row's visit or visitor did. */
const nameAround = (query: HitQuery, dimension: Dimension): string | undefined => {
  if (speaksOfVisit(query, dimension)) return `visit_${dimension}`;
  return speaksOfVisitor(query, dimension) ? `visitor_${dimension}` : undefined;
};

/** Returns the value of a dimension that groups are made of. */
const toKey = (query: HitQuery, dimension: Dimension): Sql => {
  if (PAGES.has(dimension)) return raw(nameAround(query, dimension) ?? 'cast(null as Nullable(String))');
  const isOfVisit = speaksOfVisit(query, dimension) && VISIT_DIMENSIONS.has(dimension);
  return keyOf(query.kind, dimension, isOfVisit ? 'first_' : '');
};

const toCondition = (query: HitQuery): Sql =>
  all(
    query.filters.map(filter =>
      query.kind === 'hit' && filter.dimension === 'event'
        ? toFilterOfAny(raw(query.attribution === 'visit' ? 'visit_sent' : 'visitor_sent'), filter)
        : toFilterSql(toKey(query, filter.dimension), filter),
    ),
  );

/** What a statement reads of a query's rows besides their columns. */
export interface RowNeeds {
  /** The dimension that they are grouped by. */
  readonly dimension?: Dimension;
  readonly needsVisits?: boolean;
}

/**
 * Returns the tables of a statement: `matching` are the rows that match all filters of a query, with `key` where they are
 * grouped, and with `visit_id` and the figures of the visit where those are needed.
 */
export const withMatching = (query: HitQuery, { dimension, needsVisits = false }: RowNeeds = {}): Sql => {
  const dimensions = [...query.filters.map(filter => filter.dimension), ...(dimension ? [dimension] : [])];
  const readsVisits =
    hasVisits(query.kind) && (needsVisits || dimensions.some(each => speaksOfVisit(query, each)));
  const readsVisitors = dimensions.some(each => speaksOfVisitor(query, each));
  const tables = [
    ...(readsVisits ? [withVisits(query), ownOfVisits(query)] : [ownOnly(query)]),
    ...(readsVisitors ? [aroundVisitors(query)] : []),
    sql`matching as (select *, ${dimension ? toKey(query, dimension) : raw('null')} as key
      from ${raw(readsVisitors ? 'around' : 'own')} where ${toCondition(query)})`,
  ];
  return sql`with ${join(tables, ', ')}`;
};
