/** The tables that reads by visit select from: visits as they are stored, and as they are worked out where those are out of date. */

import { coverDays } from '../../../core/days.ts';
import { columns } from '../../../core/hits/columns.ts';
import { type HitQuery, VISIT_DIMENSIONS } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { listBaseColumns } from '../../sql/dimensions.ts';
import { type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import { IS_SUMMED, selectFreshDays, selectUnsummedDays } from './fresh.ts';
import { selectFromText, sessionize, type VisitorRow, type VisitTexts } from './sessionize.ts';
import {
  FIGURES,
  selectVisitorRows,
  selectVisitValues,
  VISIT_COLUMNS,
  type VisitorRows,
} from './sessions.ts';

/** Rows of visitors with stale visits that are processed here; more than this are processed by the statement. */
const MAX_FRESH_ROWS = 2_000;

/** Where rows of visits are read from, each a table or a part of the statement with its columns. */
export type RowTables = Readonly<Record<'hits' | 'events', Sql>>;

const STORED: RowTables = { hits: raw('hits'), events: raw('events') };

/** Rows of a site and days whose visits are read. */
interface VisitRows {
  readonly siteId: number;
  readonly zone: string | undefined;
  /** Whole days; null: all time. */
  readonly days: Span | null;
  /** Default: all stored rows. */
  readonly tables?: RowTables;
  /** Whether visits are those of the rows that sums have, without later ones. */
  readonly isBefore?: boolean;
}

/** Rows and where their visits are. */
export interface VisitSource extends VisitRows {
  /** Date of the first day with stored visits that are out of date; null: none. */
  readonly freshFrom: Date | null;
  /** The visits that replace those, where they are few. */
  readonly fresh?: VisitTexts;
}

/** Selects the visitors and days of a site whose stored visits are out of date. */
const freshOf = ({ siteId, zone, days, isBefore = false }: VisitRows): Sql => {
  const rows = sql`site_id = ${siteId} and ${within('created_at', days)}`;
  return isBefore
    ? selectUnsummedDays(rows)
    : selectFreshDays({ rows, days: sql`site_id = ${siteId} and ${withinDays('day', days, zone)}` });
};

/** Returns the conditions for all rows of the visitors and days in the table `fresh_days`. */
const ofFreshDays = ({ siteId, days, freshFrom, isBefore = false }: VisitSource): VisitorRows => {
  const rows = sql`site_id = ${siteId} and ${within('created_at', days)} and day >= ${freshFrom}
    and (visitor_hash, day) in (select visitor_hash, day from fresh_days)`;
  return isBefore
    ? { hits: sql`${rows} and ${IS_SUMMED.hits}`, events: sql`${rows} and ${IS_SUMMED.events}` }
    : { hits: rows, events: rows };
};

/** Selects the table `fresh_days`. */
const selectFreshVisitors = (source: VisitRows): Sql =>
  sql`fresh_days as materialized (select distinct visitor_hash, day from (${freshOf(source)}))`;

/** Finds where the visits of some rows are. */
export const findVisitSource = async (read: Read, rows: VisitRows): Promise<VisitSource> => {
  const [first] = await read<{ day: Date | null }>(sql`select min(day) as day from (${freshOf(rows)})`);
  const source = { ...rows, freshFrom: first?.day ?? null };
  if (source.freshFrom === null) return source;
  const found = await read<VisitorRow>(sql`with ${selectFreshVisitors(source)}
    ${selectVisitorRows(ofFreshDays(source))} limit ${MAX_FRESH_ROWS + 1}`);
  return found.length > MAX_FRESH_ROWS ? source : { ...source, fresh: sessionize(found) };
};

/** Columns that the dimensions of a visit are, or are derived from; those of its first row. */
const OWN_COLUMNS: readonly string[] = [
  ...columns
    .map(({ name }) => name)
    .filter(name => [...VISIT_DIMENSIONS].some(dimension => listBaseColumns(dimension).includes(name))),
  'channel',
];

/** Returns a column of `visit_rows`, which has a prefix: the row beside it may have one of the same name. */
export const visitColumn = (name: string): Sql => raw(`visit_rows.visit_${name}`);

/** Selects the values of a table's rows that are worked out. */
const selectFresh = (table: 'hits' | 'events', fresh: VisitTexts | undefined): Sql =>
  fresh
    ? selectFromText(fresh[table], VISIT_COLUMNS)
    : sql`select * from fresh_values where ${raw(table === 'events' ? 'is_event' : 'not is_event')}`;

/** Selects rows of a table with their visits as they are now. */
const selectRows = (
  table: 'hits' | 'events',
  { siteId, days, tables = STORED, freshFrom, fresh }: VisitSource,
): Sql => {
  const rows = sql`select * from ${tables[table]} where site_id = ${siteId} and ${within('created_at', days)}`;
  if (freshFrom === null || fresh?.[table] === '') return rows;
  const values = VISIT_COLUMNS.map(
    name => `case when fresh.id is null then stored.${name} else fresh.${name} end as ${name}`,
  );
  return sql`${rows} and day < ${freshFrom} union all
    select stored.* replace (${raw(values.join(', '))})
    from (${rows} and day >= ${freshFrom}) stored
      left join (${selectFresh(table, fresh)}) fresh on stored.id = fresh.id`;
};

/** Selects the visits of a table's rows: each is the first row of one. */
const selectVisits = (table: 'hits' | 'events'): Sql => sql`
  select visit_id, ${raw(FIGURES.slice(0, -1).join(', '))}, created_at as visit_created_at, day as visit_day, visitor_hash as visit_visitor_hash,
    ${raw(table === 'hits' ? 'path as visit_entry_page, coalesce(visit_exit_page, path)' : 'null::varchar, null::varchar')}
      as visit_exit_page,
    ${raw(OWN_COLUMNS.map(name => `${name} as visit_${name}`).join(', '))}
  from ${raw(table)}_of_visits where visit_hits is not null`;

/** Puts the tables of a source before a statement, which reads those that have all rows by scans of its own: copies would spill. */
export const withVisits = (source: VisitSource, statement: Sql): Sql => {
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
  query: Pick<HitQuery, 'siteId' | 'span' | 'zone'>,
  statement: Sql,
): Promise<Row[]> => {
  // No visit is in two days.
  const source = await findVisitSource(read, {
    siteId: query.siteId,
    zone: query.zone,
    days: query.span && coverDays(query.span, query.zone),
  });
  return read<Row>(withVisits(source, statement));
};
