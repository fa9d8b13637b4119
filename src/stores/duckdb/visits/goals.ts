/** `goals`, `conversions` and `conversionSeries`: how often goals were reached. Each needs one transaction. */

import type {
  ConversionOptions,
  Conversions,
  GoalCounts,
  GoalsQuery,
  GroupConversions,
} from '../../../core/goals/query.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import { type Dimension, type HitQuery, hasVisits, type ReadOptions } from '../../../core/hits/query.ts';
import { NO_FIGURES } from '../../../core/hits/visitor-delta.ts';
import { type GoalRevenueRow, type GoalRow, toGoalCounts } from '../../goal-counts.ts';
import { keyOf, listBaseColumns } from '../../sql/dimensions.ts';
import { any } from '../../sql/fragment.ts';
import type { SumsState } from '../aggregates/state.ts';
import { splitDays } from '../queries/parts.ts';
import { queryTotals } from '../queries/totals.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { selectVisitorPages } from '../queries/visitors-by-page.ts';
import { join, type Read, raw, type Sql, sql, within, withinTransaction } from '../sql/sql.ts';
import { ROWS, selectConversions } from './conversions.ts';
import { visitConditions } from './journeys.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { hasRowsOf, isMatchingVisit, isOfVisit, selectMatching, speaksOfVisits } from './matching.ts';
import { addBucket, toBucketRequest } from './series.ts';
import { readVisits, visitColumn } from './source.ts';

/** Selects the conversions of a query: of visits that match its filters, or of all rows where it has none. For `readVisits`. */
const selectMatchingConversions = (query: GoalsQuery): Sql =>
  query.filters.length === 0
    ? selectConversions(query, query.goals, ROWS.stored)
    : sql`select * from (${selectConversions(query, query.goals, ROWS.ofVisits)})
        where ${join([raw('visit_id is not null'), ...visitConditions(query)], ' and ')}`;

/** A query, and whether sums are read. */
interface GoalsRequest {
  readonly query: GoalsQuery;
  readonly state: SumsState;
}

/** Counts the visitors with a hit or event in a span: those of hits, and those of events who have none. */
const countAllVisitors = async (read: Read, { query, state }: GoalsRequest): Promise<number> => {
  const rows = sql`site_id = ${query.siteId} and ${within('created_at', query.span)} and visitor_hash is not null`;
  const ofEvents = sql`select visitor_hash from events where ${rows}`;
  const hits = { ...query, kind: 'hit', filters: [] } as const;
  const { visitors } = await queryTotals(withinTransaction(read), { query: hits, state });
  const [others] = await read<{ visitors: number }>(sql`
    select count(distinct visitor_hash) as visitors from (${ofEvents}) senders
    where not exists (select 1 from hits where ${rows} and hits.visitor_hash = senders.visitor_hash)`);
  return visitors + (others?.visitors ?? 0);
};

/** Counts the visitors with a hit or event in the span of a query, and a visit that matches. */
const countVisitors = async (read: Read, request: GoalsRequest): Promise<number> => {
  const { query } = request;
  if (query.filters.length === 0) return countAllVisitors(read, request);
  const rows = { ...query, filters: [], attribution: 'visit' } as const;
  const hasRows = any([hasRowsOf({ ...rows, kind: 'hit' }), hasRowsOf({ ...rows, kind: 'event' })]);
  const [row] = await readVisits<{ visitors: number }>(
    read,
    query,
    sql`select count(distinct visit_visitor_hash) as visitors from visit_rows
      where ${join([hasRows, ...visitConditions(query)], ' and ')}`,
  );
  return row?.visitors ?? 0;
};

/** Reads what goals brought in: those of events alone, as hits have no revenue. */
const readRevenue = async (read: Read, query: GoalsQuery): Promise<GoalRevenueRow[]> => {
  const events = query.goals.flatMap((condition, goal) =>
    'event' in condition ? [{ condition, goal }] : [],
  );
  if (events.length === 0) return [];
  const ofEvents = { ...query, goals: events.map(({ condition }) => condition) };
  const sums = await readVisits<GoalRevenueRow>(
    read,
    query,
    sql`select goal, revenue_currency as currency, sum(revenue_amount) as amount
      from (select * from (${selectMatchingConversions(ofEvents)}))
      where revenue_currency is not null group by all order by currency`,
  );
  return sums.map(row => ({ ...row, goal: events[row.goal]?.goal ?? row.goal }));
};

/** Counts how often goals were reached. */
export const queryGoals = async (read: Read, request: GoalsRequest): Promise<GoalCounts> => {
  const { query } = request;
  const visitors = await countVisitors(read, request);
  if (query.goals.length === 0) return { visitors, goals: [] };
  const counts = await readVisits<GoalRow>(
    read,
    query,
    sql`select goal, count(*) as conversions, count(distinct visitor_hash) as visitors
      from (select * from (${selectMatchingConversions(query)})) group by goal`,
  );
  return { visitors, goals: toGoalCounts(query.goals, { counts, sums: await readRevenue(read, query) }) };
};

/** Selects the visits that reached a goal in the span of a query, as the table `reached`. */
const selectReached = (query: HitQuery, goal: ConversionOptions['goal']): Sql => sql`
  reached as materialized (select visit_id, count(*) as conversions
    from (${selectConversions(query, [goal], ROWS.ofVisits)}) where visit_id is not null group by visit_id)`;

/** Returns the columns of visits that a dimension reads. */
const listVisitColumns = (dimension: Dimension): readonly string[] =>
  dimension === 'channel' ? ['channel', ...listBaseColumns(dimension)] : listBaseColumns(dimension);

/** Selects visits of the table `reached` first, so that what is derived is worked out for those alone. */
const selectReachedVisits = (query: HitQuery, dimension: Dimension | undefined): Sql => {
  const dimensions = [
    ...listFilters(query.filters).map(filter => filter.dimension),
    ...(dimension ? [dimension] : []),
  ];
  const ofDimensions = dimensions.filter(each => each !== 'event').flatMap(listVisitColumns);
  const names = ['visitor_hash', 'hits', 'events', 'created_at', ...ofDimensions].map(
    name => `visit_${name}`,
  );
  return sql`reached_visits as materialized (
    select visit_id, ${raw([...new Set(names)].join(', '))} from visit_rows where visit_id in (select visit_id from reached))`;
};

/** Returns whether a query and its groups refer to visits of whole days alone. */
const isOfWholeVisits = (query: HitQuery, dimension: Dimension | undefined): boolean =>
  speaksOfVisits(query) &&
  (dimension === undefined || isOfVisit(query, dimension)) &&
  splitDays(query.span, query.zone)?.partialUnits.length === 0;

/** Selects the visits of a query's rows as `visit_id` and `visitor_hash`, with `key`; a visit may be in several rows. */
const selectVisits = (query: HitQuery, dimension: Dimension | undefined): Sql => {
  const end = dimension && query.attribution !== 'visit' ? findJourneyEnd(query.kind, dimension) : undefined;
  if (end)
    return sql`select visit_id, visitor_hash, pages.key from (${selectMatching(query)})
      join (${selectVisitorPages(query, end)}) pages using (visitor_hash)`;
  if (!isOfWholeVisits(query, dimension)) return selectMatching(query, dimension);
  return sql`select visit_id, visit_visitor_hash as visitor_hash,
      ${dimension ? keyOf(dimension, visitColumn, query) : raw('null::varchar')} as key
    from (with ${selectReachedVisits(query, dimension)} select * from reached_visits) visit_rows
    where ${raw(query.kind === 'hit' ? 'visit_hits' : 'visit_events')} > 0
      and ${within('visit_created_at', splitDays(query.span, query.zone)?.wholeUnits ?? null)} and ${isMatchingVisit(query)}`;
};

interface KeyedRow extends Conversions {
  readonly key: string | null;
}

/** Counts how often a goal was reached in the visits of a query's rows, by group. */
const queryConversions = async (
  read: Read,
  query: HitQuery,
  { goal, dimension }: ConversionOptions,
): Promise<GroupConversions[]> => {
  if (!hasVisits(query.kind)) return [];
  const key = raw(dimension ? 'any_value(key)' : 'null::varchar');
  const group = raw(dimension ? 'hash(key)' : 'true');
  const rows = await readVisits<KeyedRow>(
    read,
    query,
    sql`select * from (with ${selectReached(query, goal)}
      select ${key} as key, sum(conversions)::bigint as conversions, count(distinct visitor_hash) as visitors
      from (select ${key} as key, any_value(visitor_hash) as visitor_hash, any_value(conversions) as conversions
        from (${selectVisits(query, dimension)}) join reached using (visit_id) group by visit_id, ${group})
      group by ${group})`,
  );
  return rows.map(({ key: value, conversions, visitors }) => ({ key: value, conversions, visitors }));
};

/** Creates the read of conversions of groups: those that are kept, with what came since, or all of them. */
export const createConversions =
  (
    kept: KeptAnswers,
    inTransaction: <T>(work: (read: Read) => Promise<T>, options?: ReadOptions) => Promise<T>,
  ) =>
  async (
    query: HitQuery & Pick<ConversionOptions, 'goal' | 'dimension'>,
    options: ReadOptions = {},
  ): Promise<GroupConversions[]> => {
    const count = (read: Read): Promise<GroupConversions[]> => queryConversions(read, query, query);
    const { goal, dimension } = query;
    const found = await kept.find({ query, dimension, goal }, options, async read => {
      const groups = await count(read);
      return new Map(
        groups.map(({ key, conversions, visitors }) => [
          key,
          { ...NO_FIGURES, conversions, converters: visitors },
        ]),
      );
    });
    return found
      ? Array.from(found, ([key, { conversions, converters }]) => ({
          ...{ key, conversions, visitors: converters },
        })).filter(({ conversions }) => conversions > 0)
      : inTransaction(count, options);
  };

/** Counts how often a goal was reached in the visits with a row of each bucket. */
export const queryConversionSeries = async (
  read: Read,
  series: { readonly query: HitQuery; readonly edges: readonly Date[] },
  { goal }: Pick<ConversionOptions, 'goal'>,
): Promise<Conversions[]> => {
  const request = hasVisits(series.query.kind) ? toBucketRequest(series) : undefined;
  const rows = request
    ? await readVisits<Conversions & { readonly bucket: number }>(
        read,
        request.query,
        sql`select * from (with ${selectReached(request.query, goal)}
          select bucket, sum(conversions)::bigint as conversions, count(distinct visitor_hash) as visitors
          from (select bucket, any_value(visitor_hash) as visitor_hash, any_value(conversions) as conversions
            from (${addBucket(selectReachedRows(request.query), request)}) group by visit_id, bucket)
          group by bucket)`,
      )
    : [];
  const found = new Map(rows.map(row => [row.bucket, row]));
  return series.edges.slice(0, -1).map((_, bucket) => {
    const { conversions = 0, visitors = 0 } = found.get(bucket) ?? {};
    return { conversions, visitors };
  });
};

/** Selects the rows of a query whose visits are in the table `reached`. */
const selectReachedRows = (query: HitQuery): Sql => sql`
  select created_at, visit_id, visitor_hash, conversions from (${selectMatching(query)}) join reached using (visit_id)`;
