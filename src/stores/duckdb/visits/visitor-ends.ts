/** Visitors of a span by the first and the last of all their pages in it, from sums of whole days. Each needs a transaction. */
import type { HitQuery } from '../../../core/hits/query.ts';
import { any } from '../../sql/fragment.ts';
import { planSums } from '../aggregates/plan.ts';
import { selectVisitorDays } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { extendToDays, splitDays } from '../queries/parts.ts';
import { type JourneyEnd, toMoment } from '../queries/visitor-filters.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { IS_SUMMED } from './fresh.ts';
import { findLateDays, ofLateVisitors, selectUnsummed } from './late-visitors.ts';

/** A query, and the state of the sums that may answer it. */
interface QueryOfSums {
  readonly query: HitQuery;
  readonly state: SumsState;
}

const NONE = raw('select 1 as sign, null::varchar as entry, null::varchar as exit, 0 as hits where false');

/** Visitors that sums know but for later rows. */
export interface SummedVisitors {
  /** The query, of whole days. */
  readonly query: HitQuery;
  /**
   * A select of what later rows change: visitors as they are now, and (sign -1) as the sums have them, with `entry`, `exit` and the number
   * of their `hits`.
   */
  readonly changes: Sql;
}

const selectChanges = async (read: Read, query: HitQuery): Promise<Sql> => {
  const days = await findLateDays(read, { query });
  if (days === null) return NONE;
  const rows = sql`select visitor_hash, path, ${toMoment(query)} as moment, ${IS_SUMMED.hits} as is_summed
    from hits where ${ofLateVisitors({ query }, days)} and ${within('created_at', query.span)}`;
  return sql`with ${selectUnsummed({ query })}, rows as materialized (${rows})
    select sign, arg_min_null(path, moment) as entry, arg_max_null(path, moment) as exit, count(*) as hits
    from (select *, 1 as sign from rows union all select *, -1 from rows where is_summed) group by visitor_hash, sign`;
};

/** Finds the visitors of all hits of a span; undefined where rows have to answer: the sums are out of date, or the span has parts of days. */
export const findSummedVisitors = async (
  read: Read,
  { query: asked, state }: QueryOfSums,
): Promise<SummedVisitors | undefined> => {
  const { siteId, zone } = asked;
  if (planSums({ query: asked, countsVisitors: true }, state).from !== 'visitorDays') return undefined;
  const hits = sql`site_id = ${siteId} and visitor_hash is not null`;
  const span = asked.span && (await extendToDays(read, { span: asked.span, zone, hits }));
  if (splitDays(span, zone)?.partialUnits.length !== 0) return undefined;
  const query = { ...asked, span };
  return { query, changes: await selectChanges(read, query) };
};

/** Selects the visitors as `key` and `visitors` by one end, the changes being in a table `changes`. */
export const selectEnds = ({ query }: SummedVisitors, end: JourneyEnd): Sql => {
  const [name, page] = end === 'arg_min' ? (['entries', 'entry'] as const) : (['exits', 'exit'] as const);
  return sql`select key, sum(visitors)::bigint as visitors from (
      select key, visitors from (${selectVisitorDays(name, query)}) union all select ${raw(page)}, sign from changes)
    group by key having sum(visitors) > 0`;
};

/** Selects the groups of all hits' visitors by one end; undefined where rows have to answer. */
export const findGroupsByEnd = async (
  read: Read,
  request: QueryOfSums,
  end: JourneyEnd,
): Promise<Sql | undefined> => {
  const found = await findSummedVisitors(read, request);
  return (
    found &&
    sql`with changes as materialized (${found.changes})
      select key, visitors as hits, 0 as unique_hits from (${selectEnds(found, end)})`
  );
};

/** Returns the number of visitors of a span as a scalar: from sums, or from the marks of first hits of a day. */
export const countVisitors = async (read: Read, request: QueryOfSums): Promise<Sql> => {
  const found = await findSummedVisitors(read, request);
  if (found)
    return sql`((select coalesce(sum(visitors), 0) from (${selectVisitorDays('entries', found.query)}))
      + (select coalesce(sum(sign), 0) from (${found.changes})))`;
  const { siteId, span, zone } = request.query;
  const { partialUnits } = splitDays(span, zone) ?? { partialUnits: span ? [span] : [] };
  const isSufficient = any([raw('is_first_of_day'), ...partialUnits.map(part => within('created_at', part))]);
  return sql`(select count(distinct visitor_hash) from hits
    where site_id = ${siteId} and ${within('created_at', span)} and ${isSufficient})`;
};
