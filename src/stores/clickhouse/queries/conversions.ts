/** `goals`, `goalSeries`, `conversions` and `conversionSeries`: how often goals were reached. */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type {
  ConversionOptions,
  Conversions,
  GoalCounts,
  GoalSeriesQuery,
  GoalsQuery,
  GroupConversions,
} from '../../../core/goals/query.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import { type Filter, type HitQuery, hasVisits, isOfHits } from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import { type GoalRevenueRow, type GoalRow, toGoalCounts } from '../../goal-counts.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { any, join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { type OfDays, within } from '../sql.ts';
import { toBucket } from './counts.ts';
import { findComparedValue } from './dimensions.ts';
import { type GoalScope, toGoalSql } from './goals.ts';
import { toCondition, toVisitNeeds, withMatching } from './rows.ts';
import { selectOfVisits, VISIT_ID, visitorRows } from './visits.ts';

const ofSite = ({ siteId, span, ...days }: GoalScope): Sql =>
  sql`site_id = ${siteId} and kind in ('hit', 'event') and ${within(span, days)}`;

/** Returns the table `matching`: visits that match every filter of a query, as `visitor`, `day` and `run`. */
const withMatchingVisits = ({ filters, goals: _, ...site }: GoalsQuery): Sql => {
  const query: HitQuery = { ...site, kind: 'hit', attribution: 'visit', filters };
  const ofHits = listFilters(filters).filter(({ dimension }) => isOfHits(dimension));
  const counted = ofHits.map((filter, index) => {
    const isMet = toFilterSql(findComparedValue({ kind: 'hit' }, filter.dimension), filter);
    const isSeen = toPredicate(filter).isExcluding ? sql`not ${isMet}` : isMet;
    return sql`countIf(not is_event and is_within and ${isSeen}) as seen_${raw(String(index))}`;
  });
  const toSeen = (filter: Filter): Sql | undefined => {
    const index = ofHits.indexOf(filter);
    return index === -1 ? undefined : raw(`seen_${index} ${toPredicate(filter).isExcluding ? '=' : '>'} 0`);
  };
  return sql`${visitorRows(query)},
    visits as (select ${join([raw('visitor, day, run, countIf(is_within) as own_rows'), selectOfVisits(toVisitNeeds(query)), ...counted], ', ')}
      from visitor_rows group by visitor, day, run having own_rows > 0),
    matching as (select visitor, day, run from visits where ${toCondition(query, toSeen)})`;
};

/** Selects the rows of a query that reach a goal, once for each goal that they reach, as `goal`, `visitor` and revenue. */
const selectConversions = (query: GoalsQuery): Sql => {
  const conditions = query.goals.map(goal => toGoalSql(goal, query));
  const numbered = conditions.map((condition, goal) => sql`if(${condition}, ${goal}, -1)`);
  const columns = sql`created_at, visitor_hash, revenue_amount, revenue_currency,
    arrayJoin(arrayFilter(each -> each >= 0, [${join(numbered, ', ')}])) as goal`;
  // Few rows reach any: the others are left out first.
  if (query.filters.length === 0)
    return sql`select ${columns} from rows where ${ofSite(query)} and ${any(conditions)}`;
  return sql`select ${columns} from (
    with ${withMatchingVisits(query)}
    select visitor_rows.* from visitor_rows inner join matching using (visitor, day, run)
    where is_within and ${any(conditions)})`;
};

const countVisitors = async (read: Read, query: GoalsQuery): Promise<number> => {
  const [row] = await read<{ visitors: number }>(
    query.filters.length === 0
      ? sql`select uniqExact(visitor_hash) as visitors from rows where ${ofSite(query)}`
      : sql`with ${withMatchingVisits(query)} select uniqExact(visitor) as visitors from matching`,
  );
  return row?.visitors ?? 0;
};

/** Counts how often goals were reached. */
export const queryGoals = async (read: Read, query: GoalsQuery): Promise<GoalCounts> => {
  const visitors = await countVisitors(read, query);
  if (query.goals.length === 0) return { visitors, goals: [] };
  const conversions = selectConversions(query);
  const counts = await read<GoalRow>(sql`
    select goal, count() as conversions, uniqExact(visitor_hash) as visitors from (${conversions}) group by goal`);
  const sums = query.goals.some(goal => 'event' in goal)
    ? await read<GoalRevenueRow>(sql`
        select goal, assumeNotNull(revenue_currency) as currency, sum(assumeNotNull(revenue_amount)) as amount
        from (${conversions}) where revenue_currency is not null group by goal, currency order by currency`)
    : [];
  return { visitors, goals: toGoalCounts(query.goals, { counts, sums }) };
};

/** Counts the conversions of goals between consecutive edges, whatever visit they are in. */
export const queryGoalSeries = async (
  read: Read,
  { goals, ...site }: GoalSeriesQuery & OfDays,
  edges: readonly Date[],
): Promise<number[][]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2 || goals.length === 0)
    return goals.map(() => edges.slice(1).map(() => 0));
  const span = { start, end };
  const rows = await read<{ goal: number; bucket: number; count: number }>(sql`
    select goal, ${toBucket(edges)} as bucket, count() as count
    from (${selectConversions({ ...site, span, goals, filters: [] })}) group by goal, bucket`);
  const found = new Map(rows.map(({ goal, bucket, count }) => [`${goal} ${bucket}`, count]));
  return goals.map((_, goal) => edges.slice(0, -1).map(edge => found.get(`${goal} ${+edge}`) ?? 0));
};

/** Returns the condition for the visitors who reached a goal in the span of a query: visits of others do not count. */
const hasReached = (query: HitQuery, goal: GoalCondition): Sql => sql`visitor_hash in (
  select visitor_hash from rows where ${ofSite(query)} and visitor_hash is not null and ${toGoalSql(goal, query)})`;

/** Selects the visits that reached a goal in the span of a query, as `visit_id` and `conversions`. */
const selectReached = (query: HitQuery, goal: GoalCondition): Sql => sql`
  select ${raw(VISIT_ID)}, countIf(is_within and ${toGoalSql(goal, query)}) as conversions
  from (with ${visitorRows(query, { visitors: hasReached(query, goal) })} select * from visitor_rows)
  group by visitor, day, run having conversions > 0`;

/** Selects the visits of a query's rows that reached a goal, once for each group: an expression over the rows. */
const selectGroups = (query: HitQuery, { goal, dimension }: ConversionOptions, group: Sql): Sql => sql`
  select group, visit_id, any(visitor_hash) as visitor_hash, any(conversions) as conversions
  from (${withMatching(query, { dimension, needsVisits: true, visitors: hasReached(query, goal) })}
    select ${group} as group, visitor_hash, assumeNotNull(visit_id) as visit_id from matching where visit_id is not null) as own
    inner join (${selectReached(query, goal)}) as reached using (visit_id)
  group by group, visit_id`;

/** Counts how often a goal was reached in the visits of a query's rows, by group. */
export const queryConversions = async (
  read: Read,
  query: HitQuery,
  options: ConversionOptions,
): Promise<GroupConversions[]> => {
  if (!hasVisits(query.kind)) return [];
  const rows = await read<GroupConversions>(sql`
    select cast(group as Nullable(String)) as key, sum(conversions) as conversions, uniqExact(visitor_hash) as visitors
    from (${selectGroups(query, options, raw('key'))}) group by group`);
  return rows.map(({ key, conversions, visitors }) => ({ key, conversions, visitors }));
};

/** Counts how often a goal was reached in the visits with a row of each bucket. */
export const queryConversionSeries = async (
  read: Read,
  { query, edges }: { readonly query: HitQuery; readonly edges: readonly Date[] },
  { goal }: Pick<ConversionOptions, 'goal'>,
): Promise<Conversions[]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const within = { ...query, span: { start, end } };
  const rows = hasVisits(query.kind)
    ? await read<Conversions & { readonly bucket: number }>(sql`
        select group as bucket, sum(conversions) as conversions, uniqExact(visitor_hash) as visitors
        from (${selectGroups(within, { goal }, toBucket(edges))}) group by group`)
    : [];
  const found = new Map(rows.map(row => [row.bucket, row]));
  return edges.slice(0, -1).map(edge => {
    const { conversions = 0, visitors = 0 } = found.get(+edge) ?? {};
    return { conversions, visitors };
  });
};
