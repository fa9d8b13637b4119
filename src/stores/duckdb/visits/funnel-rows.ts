/** The rows of visitors that match steps of a funnel, with their places in order of time. */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type { FunnelQuery } from '../../../core/hits/funnels.ts';
import type { Span } from '../../../core/span.ts';
import { any } from '../../sql/fragment.ts';
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

/** Returns the bits of the steps of a kind that a row matches, and the condition that it matches any. */
const matchSteps = (query: FunnelQuery, kind: StepKind): { readonly mask: Sql; readonly isAny: Sql } => {
  const matches = query.steps.flatMap((step, index) =>
    toKind(step) === kind ? [{ bit: 1 << index, isMatch: toGoalSql(step, query) }] : [],
  );
  // A number and no case, so that a pattern is compared once with each text of a block, not with each row.
  const bits = matches.map(
    ({ bit, isMatch }) => sql`coalesce((${isMatch})::integer, 0) * ${raw(String(bit))}`,
  );
  return {
    mask: join([raw('0'), ...bits], ' + '),
    isAny: matches.length === 0 ? raw('false') : any(matches.map(({ isMatch }) => isMatch)),
  };
};

/** Selects the rows of a kind as `visitor`, `place` and `visit_id`, with some of their columns. */
const selectRows = ({ query, places }: PlacedQuery, kind: StepKind, columns: Sql): Sql =>
  sql`select visitor_hash as visitor, ${places[kind]} as place, visit_id, ${columns} from ${FROM[kind]} where ${whereVisited(query)}`;

/** Selects the rows that match steps without being hits, of the visitors in `entered`. */
const selectSent = (placed: PlacedQuery): Sql[] =>
  (['event', 'read'] as const)
    .filter(kind => placed.query.steps.some(step => toKind(step) === kind))
    .map(kind => {
      const { mask, isAny } = matchSteps(placed.query, kind);
      return sql`select visitor, place, 0 as is_hit, mask, visit_id, page
        from (${selectRows(placed, kind, sql`${mask} as mask, hash(path) as page`)} and ${isAny}) semi join entered using (visitor)`;
    });

/**
 * Returns the tables that the chains of a funnel are made of: `entered`, the visitors with the first step and the place of its first row
 * as `place_0`; `views`, their hits; and `step_rows`, their rows that match any step: as `visitor`, `place`, `is_hit`, `mask`,
 * `visit_id` and `page`. For `readVisits`.
 */
export const withStepRows = (placed: PlacedQuery): Sql => {
  const { query } = placed;
  const first = query.steps.slice(0, 1);
  const kind = first.map(toKind).at(0) ?? 'hit';
  const { isAny } = matchSteps({ ...query, steps: first }, kind);
  const { mask } = matchSteps(query, 'hit');
  // A hit that repeats the one before the first row may only be known by it where that row is no hit.
  const isLater = raw(kind === 'hit' ? 'where place >= place_0' : '');
  return sql`
  entered as materialized (select visitor, min(place) as place_0
    from (${selectRows(placed, kind, raw('1'))} and ${isAny}) group by visitor),
  views as materialized (select visitor, place, 1 as is_hit, ${mask} as mask, visit_id, hash(path) as page, path
    from (${selectRows(placed, 'hit', raw('path'))}) join entered using (visitor) ${isLater}),
  step_rows as materialized (${join(
    [
      raw('select visitor, place, is_hit, mask, visit_id, page from views where mask <> 0'),
      ...selectSent(placed),
    ],
    ' union all ',
  )})`;
};

/**
 * Selects the rows of the visitors in `rest` that match any step, without hits that repeat the page of the one before, and with the number
 * of pages that the visitor has viewed: `turn` is up to the row, `before` without it.
 */
export const selectTurns = (): Sql =>
  raw(`
  (select *, turn - is_hit as before from (
    select *, (sum(is_hit) over (partition by visitor order by place))::bigint as turn from (
      select * exclude (last_page, path) from (
        select *, lag(page) over (partition by visitor order by place) as last_page from views semi join rest using (visitor))
      where page is distinct from last_page
      union all select * from step_rows semi join rest using (visitor) where is_hit = 0))
  where mask <> 0)`);
