/**
 * Funnels. The chains of a visitor are followed from row to row, by the next row that matches each step. Without a limit of time,
 * and with anything between the steps, the chain of the earliest rows is the longest.
 */

import type { Funnel, FunnelQuery, FunnelStep } from '../../../core/hits/funnels.ts';
import type { SumsState } from '../aggregates/state.ts';
import { queryTotals } from '../queries/totals.ts';
import { join, type Read, raw, type Sql, sql, withinTransaction } from '../sql/sql.ts';
import {
  createPlaces,
  isStep,
  type PlacedQuery,
  type Places,
  selectTurns,
  withStepRows,
} from './funnel-rows.ts';
import { selectJourneyHits } from './journeys.ts';
import { readVisits } from './source.ts';

/** A funnel to query. */
interface FunnelRequest {
  readonly query: FunnelQuery;
  readonly state: SumsState;
}

/** Numbers the steps, or those after the first. */
const listSteps = ({ steps }: FunnelQuery, first = 0): number[] => [...steps.keys()].slice(first);

/** Names the places of a chain: `place_0` and so on. */
const listPlaces = (query: FunnelQuery): string =>
  listSteps(query)
    .map(step => `place_${step}`)
    .join(', ');

/** Returns the table `earliest`: the visitors with the first step, and the places of the chain of their earliest rows. */
const withEarliest = (query: FunnelQuery): Sql => {
  const [, ...later] = listSteps(query);
  const reached = later.map(
    step => sql`${raw(`reached_${step}`)} as materialized (
      select visitor, min(place) as ${raw(`place_${step}`)} from step_rows join ${raw(`reached_${step - 1}`)} using (visitor)
      where ${isStep(step)} and place > ${raw(`place_${step - 1}`)} group by visitor)`,
  );
  return sql`
  reached_0 as (from entered),
  ${join(reached, ', ')},
  earliest as materialized (select visitor, ${raw(listPlaces(query))} from reached_0
    ${raw(later.map(step => `left join reached_${step} using (visitor)`).join(' '))})`;
};

/** Selects the chains of the visitors in `rest`, of every row of the first step, as `visitor` and places. */
const selectBegun = (query: FunnelQuery, { timeOf }: Places): Sql => {
  const { order, withinMs } = query;
  const later = listSteps(query, 1);
  const joins = later.map(step => {
    const [row, last] = [`row_${step}`, `row_${step - 1}`];
    // Each side of a comparison has columns of one table: other conditions are tried for every pair of rows.
    const conditions = [
      raw(`${row}.visitor = ${last}.visitor and ${row}.place = ${last}.next_${step}`),
      ...(order === 'strict' ? [raw(`${row}.before = ${last}.turn`)] : []),
      ...(withinMs === null
        ? []
        : [sql`${timeOf(`${row}.place`)} <= ${timeOf('row_0.place')} + ${withinMs}::bigint`]),
    ];
    return sql`left join step_nexts as ${raw(row)} on ${join(conditions, ' and ')}`;
  });
  const places = listSteps(query).map(step => `row_${step}.place as place_${step}`);
  return sql`select row_0.visitor, ${raw(places.join(', '))} from step_nexts as row_0 ${join(joins, ' ')}
    where row_0.mask & 1 <> 0`;
};

/**
 * Returns the table `longest`: the chains of the visitors in `rest`. The chain of the earliest rows is at least as long as theirs, so that
 * they are the few who have two steps in it, and whose rows have to be put in order.
 */
const withLongest = (placed: PlacedQuery): Sql => {
  const { query, places } = placed;
  const later = listSteps(query, 1);
  const nexts = later.map(
    step => sql`min(case when ${isStep(step)} then place end) over following as ${raw(`next_${step}`)}`,
  );
  const length = later.map(step => `(place_${step} is not null)::tinyint`).join(' + ');
  const rows =
    query.order === 'strict'
      ? selectTurns()
      : raw('(select * from step_rows semi join rest using (visitor))');
  return sql`
  step_nexts as materialized (select *, ${join(nexts, ', ')} from ${rows}
    window following as (partition by visitor order by place rows between 1 following and unbounded following)),
  longest as (select visitor, ${raw(listPlaces(query))} from (${selectBegun(query, places)})
    qualify row_number() over (partition by visitor order by ${raw(length)} desc, place_0) = 1)`;
};

/** Returns the condition that the chain of the earliest rows may break the rules of the funnel. */
const mayBreakRules = ({ order, withinMs, steps }: FunnelQuery, { timeOf }: Places): Sql => {
  if (order === 'strict' || withinMs === null) return raw('true');
  const last = `coalesce(${[...steps.keys()]
    .reverse()
    .map(step => `place_${step}`)
    .join(', ')})`;
  return sql`${timeOf(last)} > ${timeOf('place_0')} + ${withinMs}::bigint`;
};

/** Returns the table `chains`: the visitors with the first step, and the places of their chain in `place_0` and so on. */
const withChains = (placed: PlacedQuery): Sql => {
  const { query, places } = placed;
  const earliest = withEarliest(query);
  if (query.order === 'loose' && query.withinMs === null) return sql`${earliest}, chains as (from earliest)`;
  return sql`${earliest},
  rest as materialized (select visitor from earliest where place_1 is not null and ${mayBreakRules(query, places)}),
  ${withLongest(placed)},
  chains as materialized (from longest union all select * from earliest anti join rest using (visitor))`;
};

/** Selects the visitors of each step, and the median time since the step before. */
const selectSteps = (query: FunnelQuery, { timeOf }: Places): Sql[] =>
  listSteps(query).map(step => {
    const since = sql`${timeOf(`place_${step}`)} - ${timeOf(`place_${step - 1}`)}`;
    return sql`select ${step} as step, null::varchar as path, count(*) as visitors,
        ${step === 0 ? raw('null::double') : sql`median(${since})`} as median_ms, true as is_step
      from chains where ${raw(`place_${step}`)} is not null`;
  });

/** Returns the tables `left_to`, the commonest next pages of those who came no further, and `ended`. */
const withNextPages = (query: FunnelQuery): Sql => {
  const leavers = listSteps(query, 1).map(
    step => sql`select visitor, ${step - 1} as step, ${raw(`place_${step - 1}`)} as place
      from chains where ${raw(`place_${step - 1} is not null and place_${step} is null`)}`,
  );
  return sql`
  leavers as materialized (
    select step, visitor, place, visit_id, page from (${join(leavers, ' union all ')}) join step_rows using (visitor, place)),
  next_pages as (
    select step, visitor, arg_min(path, later.place) as path from leavers join views as later using (visitor)
    where later.place > leavers.place and later.visit_id = leavers.visit_id and later.page <> leavers.page group by step, visitor),
  went as materialized (select step, path, count(*) as visitors from next_pages group by step, path),
  left_to as (select * from went
    qualify row_number() over (partition by step order by visitors desc, path) <= ${query.maxPaths}),
  ended as (select step, null::varchar as path, sum(visitors)::bigint as visitors
    from (select step, count(*) as visitors from leavers group by step union all select step, -visitors from went)
    group by step having sum(visitors) > 0)`;
};

interface Row {
  readonly step: number;
  readonly path: string | null;
  readonly visitors: number;
  readonly median_ms: number | null;
  readonly is_step: boolean;
}

/** Counts the visitors of the hits that a funnel looks at. */
const countVisitors = async (read: Read, { query, state }: FunnelRequest): Promise<number> => {
  const { siteId, span, zone, filters = [] } = query;
  if (filters.length === 0) {
    const request = { query: { siteId, span, zone, kind: 'hit', filters: [] }, state } as const;
    return (await queryTotals(withinTransaction(read), request)).visitors;
  }
  const statement = sql`select count(distinct visitor_hash) as visitors from ${selectJourneyHits(query)}`;
  const [row] = await readVisits<Pick<Row, 'visitors'>>(read, query, statement);
  return row?.visitors ?? 0;
};

const toStep = (rows: readonly Row[], step: number): FunnelStep => {
  const ofStep = rows.filter(row => row.step === step);
  const counted = ofStep.find(row => row.is_step);
  return {
    visitors: counted?.visitors ?? 0,
    medianMs: counted?.median_ms ?? null,
    leftTo: ofStep.filter(row => !row.is_step).map(({ path, visitors }) => ({ path, visitors })),
  };
};

/** Returns how far visitors came through the steps of a funnel. Needs a transaction. */
export const queryFunnel = async (read: Read, request: FunnelRequest): Promise<Funnel> => {
  const { query } = request;
  const places = createPlaces(query.span);
  const rows = await readVisits<Row>(
    read,
    query,
    sql`select * from (
      with ${withStepRows({ query, places })}, ${withChains({ query, places })},
      ${withNextPages(query)}
      ${join(selectSteps(query, places), ' union all ')}
      union all select step, path, visitors, null, false from left_to
      union all select step, path, visitors, null, false from ended)
    order by step, visitors desc, path nulls last`,
  );
  return {
    visitors: await countVisitors(read, request),
    steps: listSteps(query).map(step => toStep(rows, step)),
  };
};
