/** The tables that reads by visit select from: visits as they are stored, and as they are worked out where those are out of date. */
import { columns } from '../../../core/hits/columns.ts';
import { type HitQuery, VISIT_DIMENSIONS } from '../../../core/hits/query.ts';
import { coverDays, type Span } from '../../../core/span.ts';
import { findBaseColumn } from '../queries/dimensions.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { selectFreshDays } from './fresh.ts';
import { selectFromText, sessionize, type VisitorRow, type VisitTexts } from './sessionize.ts';
import {
  FIGURES,
  selectVisitorRows,
  selectVisitValues,
  VISIT_COLUMNS,
  type VisitorRows,
} from './sessions.ts';

/** Rows of visitors whose stored visits are out of date: up to so many are worked out here, more by the statement. */
const MAX_FRESH_ROWS = 2_000;

/** A site and its days whose visits are read. */
interface VisitSource {
  readonly siteId: number;
  /** Whole UTC days; null: all time. */
  readonly days: Span | null;
  /** First day with stored visits that are out of date; null: none. */
  readonly freshFrom: Date | null;
  /** The visits that replace those, where they are few. */
  readonly fresh?: VisitTexts;
}

/** Selects the visitors and days of a site whose stored visits are out of date. */
const freshOf = ({ siteId, days }: Pick<VisitSource, 'siteId' | 'days'>): Sql =>
  selectFreshDays({
    rows: sql`site_id = ${siteId} and ${within('created_at', days)}`,
    days: sql`site_id = ${siteId} and ${within('day', days)}`,
  });

/** Returns the conditions for all rows of the visitors and days in the table `fresh_days`. */
const ofFreshDays = ({ siteId, days, freshFrom }: VisitSource): VisitorRows => {
  const rows = sql`site_id = ${siteId} and ${within('created_at', days)} and created_at >= ${freshFrom}
    and (visitor_hash, created_at::date) in (select visitor_hash, day from fresh_days)`;
  return { hits: rows, events: rows };
};

/** Selects the table `fresh_days`. */
const selectFreshVisitors = (source: VisitSource): Sql =>
  sql`fresh_days as materialized (select distinct visitor_hash, day from (${freshOf(source)}))`;

/** Finds where the visits of a query's rows are. */
const findVisits = async (
  read: Read,
  { siteId, span }: Pick<HitQuery, 'siteId' | 'span'>,
): Promise<VisitSource> => {
  // No visit is in two days.
  const days = span && coverDays(span);
  const [first] = await read<{ day: Date | null }>(
    sql`select min(day) as day from (${freshOf({ siteId, days })})`,
  );
  const source = { siteId, days, freshFrom: first?.day ?? null };
  if (source.freshFrom === null) return source;
  const rows = await read<VisitorRow>(sql`with ${selectFreshVisitors(source)}
    ${selectVisitorRows(ofFreshDays(source))} limit ${MAX_FRESH_ROWS + 1}`);
  return rows.length > MAX_FRESH_ROWS ? source : { ...source, fresh: sessionize(rows) };
};

/** Columns that the dimensions of a visit are, or are derived from; those of its first row. */
const OWN_COLUMNS: readonly string[] = columns
  .map(({ name }) => name)
  .filter(name => [...VISIT_DIMENSIONS].some(dimension => findBaseColumn(dimension) === name));

/** Returns a column of `visit_rows`, which has a prefix: the row beside it may have one of the same name. */
export const visitColumn = (name: string): Sql => raw(`visit_rows.visit_${name}`);

/** Selects the values of a table's rows that are worked out. */
const selectFresh = (table: 'hits' | 'events', fresh: VisitTexts | undefined): Sql =>
  fresh
    ? selectFromText(fresh[table], VISIT_COLUMNS)
    : sql`select * from fresh_values where ${raw(table === 'events' ? 'is_event' : 'not is_event')}`;

/** Selects rows of a table with their visits as they are now. */
const selectRows = (table: 'hits' | 'events', { siteId, days, freshFrom, fresh }: VisitSource): Sql => {
  const rows = sql`select * from ${raw(table)} where site_id = ${siteId} and ${within('created_at', days)}`;
  if (freshFrom === null || fresh?.[table] === '') return rows;
  const values = VISIT_COLUMNS.map(
    name => `case when fresh.id is null then stored.${name} else fresh.${name} end as ${name}`,
  );
  return sql`${rows} and created_at < ${freshFrom} union all
    select stored.* replace (${raw(values.join(', '))})
    from (${rows} and created_at >= ${freshFrom}) stored
      left join (${selectFresh(table, fresh)}) fresh on stored.id = fresh.id`;
};

/** Selects the visits of a table's rows: each is the first row of one. */
const selectVisits = (table: 'hits' | 'events'): Sql => sql`
  select visit_id, ${raw(FIGURES.slice(0, -1).join(', '))}, created_at as visit_created_at, visitor_hash as visit_visitor_hash,
    ${raw(table === 'hits' ? 'path as visit_entry_page, coalesce(visit_exit_page, path)' : 'null::varchar, null::varchar')}
      as visit_exit_page,
    ${raw(OWN_COLUMNS.map(name => `${name} as visit_${name}`).join(', '))}
  from ${raw(table)}_of_visits where visit_hits is not null`;

/** Puts the tables of a source before a statement, which reads those that have all rows by scans of its own: copies would spill. */
const withVisits = (source: VisitSource, statement: Sql): Sql => {
  const tables = sql`
    hits_of_visits as not materialized (${selectRows('hits', source)}),
    events_of_visits as not materialized (${selectRows('events', source)}),
    visit_rows as not materialized (${selectVisits('hits')} union all ${selectVisits('events')})`;
  if (source.freshFrom === null || source.fresh) return sql`with ${tables} ${statement}`;
  return sql`with ${selectFreshVisitors(source)},
    fresh_values as materialized (${selectVisitValues(ofFreshDays(source))}),
    ${tables} ${statement}`;
};

/**
 * Reads from the visits of a query's rows: `visit_rows`, and `hits_of_visits` and `events_of_visits`, whose `visit_id` is null
 * for anonymous rows. It runs up to three statements, which need one transaction.
 */
export const readVisits = async <Row>(
  read: Read,
  query: Pick<HitQuery, 'siteId' | 'span'>,
  statement: Sql,
): Promise<Row[]> => read<Row>(withVisits(await findVisits(read, query), statement));
