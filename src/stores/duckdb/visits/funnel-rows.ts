/** The rows of visitors that match steps of a funnel, with their places in order of time. */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type { FunnelQuery } from '../../../core/hits/funnels.ts';
import type { Span } from '../../../core/span.ts';
import { orAll } from '../queries/filters.ts';
import { toGoalSql } from '../queries/goals.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';
import { whereVisited } from './journeys.ts';

/** All bits but the sign. */
const PLACE_BITS = 63;
const LEAST_TIME_BITS = 24;

/** Kinds of rows that match steps, in the order of those of the same instant. A hit that was read so far is a row once more. */
const KINDS = ['hit', 'event', 'read'] as const;
type StepKind = (typeof KINDS)[number];
const KIND_BITS = 2;

const toKind = (step: GoalCondition): StepKind => {
  if ('event' in step) return 'event';
  return 'scrollDepth' in step ? 'read' : 'hit';
};

/** Expressions of places: time, kind and low bits of the id of a row, packed into one integer of 64 bits. */
export interface Places extends Readonly<Record<StepKind, Sql>> {
  /** The time of a column of places, in milliseconds. */
  readonly timeOf: (column: string) => Sql;
}

/** A funnel, and the places of its rows. */
export interface PlacedQuery {
  readonly query: FunnelQuery;
  readonly places: Places;
}

/**
 * Creates the expressions for a span. A visitor's rows of the same kind and millisecond keep their order unless their ids differ
 * by more than the bits that are left for them: 29 for a month, 25 for two years.
 */
export const createPlaces = ({ start, end }: Span): Places => {
  const timeBits = Math.max(LEAST_TIME_BITS, Math.ceil(Math.log2(Math.max(2, +end - +start))));
  const idBits = PLACE_BITS - timeBits - KIND_BITS;
  const ids = 2 ** idBits;
  const toPlace = (kind: StepKind): Sql =>
    // A product instead of a shift, which takes longer as it looks for an overflow.
    sql`(epoch_ms(created_at) - ${+start}::bigint) * ${raw(String(ids * 2 ** KIND_BITS))}
      + ${raw(String(ids * KINDS.indexOf(kind)))} + (id & ${raw(String(ids - 1))})`;
  return {
    hit: toPlace('hit'),
    event: toPlace('event'),
    read: toPlace('read'),
    timeOf: column => raw(`(${column} >> ${idBits + KIND_BITS})`),
  };
};

/** Returns the condition that a row of `step_rows` matches a step, by its index. */
export const isStep = (index: number): Sql => raw(`mask & ${1 << index} <> 0`);

const FROM: Readonly<Record<StepKind, Sql>> = {
  hit: raw('hits_of_visits'),
  event: raw('events_of_visits'),
  read: raw('hits_of_visits'),
};

/** Steps of one kind, by index. */
interface StepsOfKind {
  readonly kind: StepKind;
  readonly steps: readonly { readonly index: number; readonly step: GoalCondition }[];
}

/** Groups steps by the kind of their rows. */
const groupSteps = ({ query }: PlacedQuery, isWanted: (index: number) => boolean): StepsOfKind[] => {
  const steps = query.steps.map((step, index) => ({ index, step })).filter(({ index }) => isWanted(index));
  return KINDS.map(kind => ({ kind, steps: steps.filter(({ step }) => toKind(step) === kind) }));
};

/**
 * Selects rows of a kind that match any of some steps, or all of them: as `visitor`, `place`, `is_hit`, `mask`, `visit_id` and
 * `page`. A match is a number and no case, so that a pattern is compared once with each text of a block, not with each row.
 */
const selectRows = (
  { query, places }: PlacedQuery,
  { kind, steps }: StepsOfKind,
  which: 'matching' | 'all' = 'matching',
): Sql => {
  const matches = steps.map(({ index, step }) => ({ bit: 1 << index, isMatch: toGoalSql(step, query) }));
  const bits = matches.map(
    ({ bit, isMatch }) => sql`coalesce((${isMatch})::integer, 0) * ${raw(String(bit))}`,
  );
  return sql`select visitor_hash as visitor, ${places[kind]} as place, ${raw(kind === 'hit' ? '1' : '0')} as is_hit,
      ${join([raw('0'), ...bits], ' + ')} as mask, visit_id, hash(path) as page
    from ${FROM[kind]} where ${whereVisited(query)}
      and ${which === 'all' ? raw('true') : orAll(matches.map(({ isMatch }) => isMatch))}`;
};

/** Selects the rows of every kind that match any of some steps. */
const selectMatching = (placed: PlacedQuery, isWanted: (index: number) => boolean = () => true): Sql =>
  join(
    groupSteps(placed, isWanted)
      .filter(({ steps }) => steps.length > 0)
      .map(each => selectRows(placed, each)),
    ' union all ',
  );

/**
 * Returns the tables that the chains of a funnel are made of: `entered`, the visitors with the first step and the place of its first row
 * as `place_0`, and `step_rows`, their rows from there on that match any step. For `readVisits`.
 */
export const withStepRows = (placed: PlacedQuery): Sql => sql`
  entered as materialized (select visitor, min(place) as place_0
    from (${selectMatching(placed, index => index === 0)}) group by visitor),
  step_rows as materialized (select matching_rows.* from (${selectMatching(placed)}) as matching_rows
    join entered using (visitor) where place >= place_0)`;

/**
 * Returns the table `turns`: the rows that match any step of the visitors in `rest`, and all of their hits, without those that repeat
 * the page of the hit before.
 */
export const withTurns = (placed: PlacedQuery): Sql => {
  const views = groupSteps(placed, () => true).filter(({ kind }) => kind === 'hit');
  return sql`
  turns as (
    select * exclude (last_page) from (
      select *, lag(page) over (partition by visitor order by place) as last_page
      from (${join(
        views.map(each => selectRows(placed, each, 'all')),
        ' union all ',
      )}) as views semi join rest using (visitor))
    where page is distinct from last_page
    union all select * from step_rows semi join rest using (visitor) where is_hit = 0)`;
};
