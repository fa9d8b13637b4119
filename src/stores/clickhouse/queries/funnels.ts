/**
 * Funnels. From the last step backwards, each row that matches a step has the chain that begins with it: itself, and the chain of
 * the next row that matches the step after.
 */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type { Funnel, FunnelQuery, NextPage } from '../../../core/hits/funnels.ts';
import { any, join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { BY_INSTANT, within } from '../sql.ts';
import { toGoalSql } from './goals.ts';
import { findVisited } from './journeys.ts';

/** Bits of a place below the milliseconds: those of the kind (hits come before events of the same instant), and low ones of the id. */
const ID_BITS = 20;
const TIME_SHIFT = ID_BITS + 2;

/** The place of a row in order of time; never 0. */
const toPlace = (kind: Sql, start: Date): Sql => sql`
  bitShiftLeft(toUnixTimestamp64Milli(created_at) - ${+start} + 1, ${raw(String(TIME_SHIFT))})
    + bitShiftLeft(toInt64(${kind}), ${raw(String(ID_BITS))})
    + toInt64(bitAnd(id, ${raw(String(2 ** ID_BITS - 1))}))`;

const timeOf = (place: string): string => `bitShiftRight(${place}, ${TIME_SHIFT})`;

/** Returns the condition that a row of `looked` matches a step. */
const matchStep = (query: FunnelQuery, step: GoalCondition): Sql => {
  const isOfStep = toGoalSql(step, query);
  return 'scrollDepth' in step ? sql`(is_read and ${isOfStep})` : sql`(not is_read and ${isOfStep})`;
};

/** Returns the tables of a statement: `visited` are hits and events of visitors; in `looked`, a hit that may have been read is a row once more. */
const withLooked = (query: FunnelQuery): Sql => {
  const columns = ['kind', 'path', 'event', 'value', 'properties'];
  const { tables, isVisited } = findVisited(query, { columns, hasEvents: true });
  const hasReads = query.steps.some(step => 'scrollDepth' in step);
  return sql`${tables},
    visited as (select assumeNotNull(visitor_hash) as visitor, toString(kind) as kind, created_at, id, visit_id, path, event, value,
      properties from matching where ${isVisited} and ${within(query.span, BY_INSTANT)}),
    looked as (select *, false as is_read from visited
      ${raw(hasReads ? "union all select *, true from visited where kind = 'hit'" : '')})`;
};

/** Returns the table `step_rows`: rows that match a step, with the pages that the visitor has viewed before and up to them. */
const withStepRows = (query: FunnelQuery): Sql => {
  const { steps, order, span } = query;
  const matches = steps.map(step => matchStep(query, step));
  const bits = matches.map((isMatch, index) => sql`${isMatch} * ${raw(String(1 << index))}`);
  const isAny = any(matches);
  const placed = sql`
    placed as (select visitor, visit_id, kind = 'hit' and not is_read as is_hit, cityHash64(ifNull(path, '')) as page,
        ${toPlace(raw("multiIf(is_read, 2, kind = 'event', 1, 0)"), span.start)} as place, toUInt16(${join(bits, ' + ')}) as mask
      from looked where ${order === 'strict' ? sql`(is_hit or ${isAny})` : isAny})`;
  if (order === 'loose') return sql`${placed}, step_rows as (select *, 0 as before, 0 as turn from placed)`;
  const inOrder = 'partition by visitor order by place rows between unbounded preceding and';
  return sql`${placed},
    begun as (select *, is_hit and (countIf(is_hit) over (${raw(inOrder)} 1 preceding) = 0
        or anyLastIf(page, is_hit) over (${raw(inOrder)} 1 preceding) != page) as begins from placed),
    turned as (select *, sum(begins) over (${raw(inOrder)} current row) as turn from begun where begins or not is_hit),
    step_rows as (select *, turn - begins as before from turned where mask > 0)`;
};

/** Returns the table `chains`: the longest chain of each visitor, of equal ones the earliest, as places, visits and pages. */
const withChains = (query: FunnelQuery): Sql => {
  const last = query.steps.length - 1;
  const later = 'partition by visitor order by place desc rows between unbounded preceding and 1 preceding';
  const isNext = query.order === 'strict' ? 'next.1 = turn' : 'true';
  const toTable = (step: number): Sql => {
    const row = 'tuple(place, visit_id, page)';
    if (step === last) return raw(`chains_${step} as (select *, [${row}] as chain from step_rows)`);
    const next = `argMinIf(tuple(before, chain), place, bitTest(mask, ${step + 1})) over (${later})`;
    return raw(`chains_${step} as (select * except (chain, next), arrayPushFront(if(${isNext}, next.2, []), ${row}) as chain
      from (select *, ${next} as next from chains_${step + 1}))`);
  };
  const tables = query.steps.map((_, index) => toTable(last - index));
  const isInTime =
    query.withinMs === null
      ? raw('chain')
      : sql`arrayFilter(each -> ${raw(timeOf('each.1'))} <= ${raw(timeOf('place'))} + ${query.withinMs}, chain)`;
  return sql`${join(tables, ', ')},
    chains as (select visitor, argMin(chain, (-length(chain), place)) as chain
      from (select visitor, place, ${isInTime} as chain from chains_0 where bitTest(mask, 0)) group by visitor)`;
};

const withFunnel = (query: FunnelQuery): Sql =>
  sql`${withLooked(query)}, ${withStepRows(query)}, ${withChains(query)}`;

interface StepRow {
  readonly step: number;
  readonly visitors: number;
  readonly median_ms: number;
}

interface NextRow {
  readonly step: number;
  readonly path: string;
  readonly visitors: number;
  /** Of all pages. */
  readonly gone: number;
}

/** Selects the commonest next pages of those who came no further, by step. */
const selectNextPages = (query: FunnelQuery): Sql => {
  const hitPlace = toPlace(raw('0'), query.span.start);
  return sql`${withFunnel(query)},
  leavers as (select visitor, length(chain) as step, chain[-1] as last from chains where length(chain) < ${query.steps.length}),
  next_pages as (
    select any(step) as step, visitor, argMin(assumeNotNull(path), ${hitPlace}) as next_path
    from (select * from visited where kind = 'hit') as views
      inner join (select visitor, step, last, last.2 as visit_id from leavers) as leavers using (visitor, visit_id)
    where ${hitPlace} > last.1 and cityHash64(ifNull(path, '')) != last.3 group by visitor)
  select step, next_path as path, count() as visitors, sum(count()) over (partition by step) as gone
  from next_pages group by step, next_path order by step, visitors desc, next_path limit ${query.maxPaths} by step`;
};

/** Returns how far visitors came through the steps of a funnel. */
export async function queryFunnel(read: Read, query: FunnelQuery): Promise<Funnel> {
  const [steps, nexts, [counted]] = await Promise.all([
    read<StepRow>(sql`${withFunnel(query)}
      select step, count() as visitors,
        quantileExactInclusive(0.5)(${raw(timeOf('chain[step].1'))} - ${raw(timeOf('chain[greatest(step - 1, 1)].1'))}) as median_ms
      from (select chain, arrayJoin(arrayEnumerate(chain)) as step from chains) group by step`),
    read<NextRow>(selectNextPages(query)),
    read<{ visitors: number }>(sql`${withLooked(query)}
      select uniqExact(visitor) as visitors from visited where kind = 'hit'`),
  ]);
  const visitorsOf = (step: number): number => steps.find(each => each.step === step)?.visitors ?? 0;
  return {
    visitors: counted?.visitors ?? 0,
    steps: query.steps.map((_, index) => {
      const step = index + 1;
      const went = nexts.filter(each => each.step === step);
      const ended = visitorsOf(step) - visitorsOf(step + 1) - (went[0]?.gone ?? 0);
      const pages = went.map(({ path, visitors }): NextPage => ({ path, visitors }));
      const place = pages.filter(({ visitors }) => visitors >= ended).length;
      const isLeft = step < query.steps.length && ended > 0;
      return {
        visitors: visitorsOf(step),
        medianMs: index === 0 ? null : (steps.find(each => each.step === step)?.median_ms ?? null),
        leftTo: isLeft ? pages.toSpliced(place, 0, { path: null, visitors: ended }) : pages,
      };
    }),
  };
}
