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

/** Selects rows of a kind that match any step, or all of them: as `visitor`, `place`, `is_hit`, `mask`, `visit_id` and `page`. */
const selectRows = (
  { query, places }: PlacedQuery,
  kind: StepKind,
  which: 'matching' | 'all' = 'matching',
): Sql => {
  const matched = query.steps.flatMap((step, index) =>
    toKind(step) === kind ? [{ bit: 1 << index, isMatch: toGoalSql(step, query) }] : [],
  );
  const bits = matched.map(
    ({ bit, isMatch }) => sql`case when ${isMatch} then ${raw(String(bit))} else 0 end`,
  );
  return sql`select visitor_hash as visitor, ${places[kind]} as place, ${raw(kind === 'hit' ? '1' : '0')} as is_hit,
      ${join([raw('0'), ...bits], ' + ')} as mask, visit_id, hash(path) as page
    from ${FROM[kind]} where ${whereVisited(query)}
      and ${which === 'all' ? raw('true') : orAll(matched.map(({ isMatch }) => isMatch))}`;
};

/** Selects the rows of every kind that some step is of. */
const selectMatching = (placed: PlacedQuery, kinds: readonly StepKind[] = KINDS): Sql => {
  const needed = kinds.filter(kind => placed.query.steps.some(step => toKind(step) === kind));
  const none = sql`${selectRows(placed, 'hit')} and false`;
  return needed.length === 0
    ? none
    : join(
        needed.map(kind => selectRows(placed, kind)),
        ' union all ',
      );
};

/** Returns the table `step_rows` of all rows that match a step. */
const looseRows = (placed: PlacedQuery): Sql => sql`step_rows as materialized (${selectMatching(placed)})`;

/**
 * Returns the same table without hits that repeat the page of the one before, and with the number of pages that the visitor has viewed:
 * `turn` is up to the row, `before` without it. Only visitors who came to the first step have rows.
 */
const strictRows = (placed: PlacedQuery): Sql => {
  const inOrder = raw('over (partition by visitor order by place)');
  return sql`
  entered as materialized (select distinct visitor from (${selectMatching(placed)}) where ${isStep(0)}),
  turns as (select * exclude (last_page) from (
      select *, lag(page) ${inOrder} as last_page
      from (${selectRows(placed, 'hit', 'all')}) as views semi join entered using (visitor))
    where page is distinct from last_page),
  sent as (
    select * from (${selectMatching(placed, ['event', 'read'])}) as sent_rows semi join entered using (visitor)),
  step_rows as materialized (select *, turn - is_hit as before from (
      select *, (sum(is_hit) ${inOrder})::bigint as turn from (from turns union all from sent))
    where mask <> 0)`;
};

/** Returns the tables that the chains of a funnel are made of. For `readVisits`. */
export const withStepRows = (placed: PlacedQuery): Sql =>
  placed.query.order === 'strict' ? strictRows(placed) : looseRows(placed);
