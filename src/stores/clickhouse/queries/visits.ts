/** Works visits out: the runs of each visitor's hits and events. */
import { coverDays } from '../../../core/days.ts';
import { columns } from '../../../core/hits/columns.ts';
import { type HitQuery, VISIT_TIMEOUT_MS } from '../../../core/hits/query.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';
import { dayOf, within } from '../sql.ts';
import {
  FIRST_COLUMNS,
  findStoredVisits,
  HIT_COLUMNS,
  type StoredVisits,
  type VisitHints,
} from './stored-visits.ts';

/** What a statement reads of visits besides their figures. */
export interface VisitNeeds {
  /** Columns of their first row. */
  readonly first: readonly string[];
  /** Whether entry and exit page are read. */
  readonly hasPages: boolean;
  /** Whether the events are read that were sent in them. */
  readonly hasSent: boolean;
  /** Conditions of rows of a visit: which of them any row meets. */
  readonly done?: readonly Sql[];
}

type Visited = Pick<HitQuery, 'siteId' | 'kind' | 'span'> & VisitHints;

/** Which rows are read. */
interface VisitorNeeds {
  /** A condition for visitors. Default: all. */
  readonly visitors?: Sql | undefined;
  /** Whether events are rows of a query of hits, too. */
  readonly hasEvents?: boolean;
  /** A condition for the days. Default: all of the span. */
  readonly days?: Sql | undefined;
}

const OF_DAY =
  'partition by visitor, day order by created_at, is_event, id rows between unbounded preceding and current row';

/**
 * Returns the table `visitor_rows`: hits and events of visitors on all days of a span, with the number of their visit, and with
 * their place in the sort order that determines the first row of a visit: hits before events. Numbers are compared faster than times and ids.
 */
export const visitorRows = (
  { siteId, kind, span, ...ofDays }: Visited,
  { visitors = raw('true'), hasEvents = false, days = raw('true') }: VisitorNeeds = {},
): Sql => sql`visitor_rows as (
  select *, sum(begins) over (${raw(OF_DAY)}) as run, is_event * ${raw(String(2 ** 40))} + row_number() over (${raw(OF_DAY)}) as place
  from (
    select *, toUnixTimestamp64Milli(created_at) - lagInFrame(toUnixTimestamp64Milli(created_at), 1, -5000000000000)
      over (${raw(OF_DAY)}) > ${raw(String(VISIT_TIMEOUT_MS))} as begins
    from (select * except (day), ${dayOf({ ...ofDays, span })} as day, assumeNotNull(visitor_hash) as visitor, kind = 'event' as is_event,
        ${within(span, ofDays)} as is_within, ${hasEvents ? raw('true') : sql`kind = ${kind}`} and is_within as is_own
      from rows where site_id = ${siteId} and kind in ('hit', 'event') and visitor_hash is not null
        and ${within(span && coverDays(span, ofDays.zone), ofDays)} and ${days} and ${visitors})))`;

/** Aggregate over the rows of a visit: its number. */
export const VISIT_ID = 'argMin(id * 2 + is_event, place) as visit_id';

/** Aggregates over the rows of a visit: its number and its figures. */
export const FIGURES = `${VISIT_ID}, countIf(not is_event) as visit_hits, countIf(is_event) as visit_events,
  toUnixTimestamp64Milli(max(created_at)) - toUnixTimestamp64Milli(min(created_at)) as visit_duration_ms`;

const typeOf = new Map(columns.map(({ name, type }) => [name as string, type]));
const isText = (name: string): boolean => typeOf.get(name) === 'varchar';

/** Selects a column of the first row, null or not. Texts are compared as such, which takes less than in a tuple. */
const selectFirst = (name: string): string =>
  isText(name)
    ? `argMin(ifNull(concat('=', ${name}), ''), place) as marked_${name},
      if(marked_${name} = '', null, substring(marked_${name}, 2)) as first_${name}`
    : `argMin(tuple(${name}), place).1 as first_${name}`;

/** Aggregates over the rows of a visit: its pages, and the events that were sent in it. */
export const PAGE_COLUMNS = [
  'argMinIf(path, place, not is_event) as visit_entry_page',
  'argMaxIf(path, place, not is_event) as visit_exit_page',
];
export const SENT_COLUMN = 'groupUniqArrayIf(assumeNotNull(event), is_event) as visit_sent';

/** Returns what is selected of a visit. */
const toParts = ({ first, hasPages, hasSent }: VisitNeeds): string[] => [
  FIGURES,
  ...first.map(selectFirst),
  ...(hasPages ? PAGE_COLUMNS : []),
  ...(hasSent ? [SENT_COLUMN] : []),
];

/** Returns the column that tells whether a row of a visit meets a condition. */
export const nameDone = (index: number): string => `visit_done_${index}`;

/** Returns the aggregates of `toParts`, and whether conditions are met. */
export const selectOfVisits = (needs: VisitNeeds): Sql => {
  const done = needs.done?.map((isMet, index) => sql`countIf(${isMet}) > 0 as ${raw(nameDone(index))}`) ?? [];
  return join([raw(toParts(needs).join(', ')), ...done], ', ');
};

/** Columns of `selectOfVisits`. */
const toNames = ({ first, hasPages, hasSent, done = [] }: VisitNeeds): string[] => [
  'visit_id',
  'visit_hits',
  'visit_events',
  'visit_duration_ms',
  ...first.map(name => `first_${name}`),
  ...(hasPages ? ['visit_entry_page', 'visit_exit_page'] : []),
  ...(hasSent ? ['visit_sent'] : []),
  ...done.map((_, index) => nameDone(index)),
];

/** The same of a row without a visitor, which has no visit. */
const toAnonymous = ({ first, hasPages, hasSent, done = [] }: VisitNeeds): string[] => [
  'null',
  '0',
  '0',
  '0',
  ...first,
  ...(hasPages ? ['null', 'null'] : []),
  ...(hasSent ? ['[]'] : []),
  ...done.map(() => '0'),
];

const selectAnonymous = ({ siteId, kind, span, ...days }: Visited, selected: readonly Sql[]): Sql => sql`
  select ${join(selected, ', ')}
  from rows where site_id = ${siteId} and kind = ${kind} and ${within(span, days)} and visitor_hash is null`;

const VISITOR = 'cast(visitor as Nullable(UInt64))';

/** Whether everything that is read of visits is stored with them. */
const isStored = ({ first, done = [] }: VisitNeeds): boolean =>
  done.length === 0 && first.every(name => FIRST_COLUMNS.includes(name));

/** Joins tables of `union all`. */
const unite = (tables: readonly (Sql | undefined)[]): Sql =>
  join(
    tables.flatMap(table => table ?? []),
    ' union all ',
  );

/** Starts the tables of a statement with where visits are, and with the rows of those that are worked out. */
const begin = (query: Visited, stored: StoredVisits | undefined, needs: VisitorNeeds = {}): Sql =>
  stored
    ? sql`${stored.days}, ${visitorRows(query, { ...needs, days: stored.isWorkedOut })}`
    : visitorRows(query, needs);

/** Returns the table `own`: visits with rows of a query, counted, and rows without a visitor. */
export const wholeVisits = (query: Visited, needs: VisitNeeds): Sql => {
  const stored = isStored(needs) ? findStoredVisits(query) : undefined;
  const names = raw(toNames(needs).join(', '));
  const [hits, uniqueHits] = query.kind === 'hit' ? ['visit_hits', 'unique_hits'] : ['visit_events', '0'];
  return sql`${begin(query, stored)},
  visits as (select visitor, day, run, ${selectOfVisits(needs)}, countIf(is_own) as hits,
      countIf(is_own and coalesce(is_unique, false)) as unique_hits
    from visitor_rows group by visitor, day, run having hits > 0),
  own as (${unite([
    sql`select ${raw(VISITOR)} as visitor_hash, cast(day as Nullable(Date)) as visit_day, hits, unique_hits, ${names} from visits`,
    stored &&
      sql`select ${raw(VISITOR)}, cast(day as Nullable(Date)), ${raw(`${hits}, ${uniqueHits}`)}, ${names}
        from stored_visits where ${stored.isRead} and ${raw(hits)} > 0`,
    selectAnonymous(query, [
      raw('null'),
      dayOf(query),
      raw('1, toUInt64(coalesce(is_unique, false))'),
      ...toAnonymous(needs).map(raw),
    ]),
  ])})`;
};

/** Columns that every row has here. */
const ROW_COLUMNS = ['id', 'created_at', 'is_unique'];

/** What is read of rows: columns of theirs. */
interface RowsOfVisits extends VisitNeeds, Pick<VisitorNeeds, 'visitors' | 'hasEvents'> {
  readonly columns: readonly string[];
}

/** A text as it is kept in a list. */
const toListed = (name: string): string => (isText(name) ? `cast(${name} as Nullable(String))` : name);

/** Whether the rows of a query are stored with their visits. */
const hasStoredRows = ({ kind }: Visited, needs: RowsOfVisits): boolean =>
  kind === 'hit' &&
  !(needs.hasEvents || needs.visitors) &&
  isStored(needs) &&
  needs.columns.every(name => HIT_COLUMNS.includes(name));

/** Returns the table `own`: rows of a query with the columns of their visit. */
export const visitRows = (query: Visited, needs: RowsOfVisits): Sql => {
  const names = [...new Set([...ROW_COLUMNS, ...needs.columns])];
  const stored = hasStoredRows(query, needs) ? findStoredVisits(query) : undefined;
  const ofVisit = raw(toNames(needs).join(', '));
  return sql`${begin(query, stored, needs)},
  visits as (select visitor, day, run, ${selectOfVisits(needs)},
      groupArrayIf(tuple(${raw(names.map(toListed).join(', '))}), is_own) as own_rows
    from visitor_rows group by visitor, day, run),
  own as (${unite([
    sql`select ${raw(VISITOR)} as visitor_hash, ${raw(names.map((name, index) => `own_row.${index + 1} as ${name}`).join(', '))},
      ${ofVisit} from (select *, arrayJoin(own_rows) as own_row from visits)`,
    stored &&
      sql`select ${raw(VISITOR)}, ${raw(names.map(name => `hit_${name}`).join(', '))}, ${ofVisit}
        from stored_visits array join ${raw(names.map(name => `hit_${name}`).join(', '))} where ${stored.isRead}`,
    selectAnonymous(query, ['null', ...names.map(toListed), ...toAnonymous(needs)].map(raw)),
  ])})`;
};
