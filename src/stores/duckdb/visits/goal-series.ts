/** `goalSeries`: how often goals were reached between edges. */
import { goalKind } from '../../../core/goals/condition.ts';
import type { GoalSeriesQuery } from '../../../core/goals/query.ts';
import { toGoalSql } from '../queries/goals.ts';
import { unionAll } from '../queries/parts.ts';
import { type Read, raw, sql, within } from '../sql/sql.ts';
import { addBucket } from './series.ts';

/** Counts the conversions of goals between consecutive edges, whatever visit they are in. */
export const queryGoalSeries = async (
  read: Read,
  { siteId, zone, goals }: GoalSeriesQuery,
  edges: readonly Date[],
): Promise<number[][]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  const counts = goals.map(() => edges.slice(1).map(() => 0));
  if (!start || !end || edges.length < 2 || goals.length === 0) return counts;
  const scope = { siteId, zone, span: { start, end } };
  const conversions = goals.map((condition, goal) => {
    const rows = raw(goalKind(condition) === 'event' ? 'events' : 'hits');
    return sql`(select ${goal}::bigint as goal, created_at from ${rows}
      where site_id = ${siteId} and ${within('created_at', scope.span)} and ${toGoalSql(condition, scope)})`;
  });
  const rows = await read<{ goal: number; bucket: number; count: number }>(sql`
    select goal, bucket, count(*) as count from (${addBucket(unionAll(conversions), { edges })}) group by all`);
  for (const { goal, bucket, count } of rows) {
    const ofGoal = counts[goal];
    if (ofGoal) ofGoal[bucket] = count;
  }
  return counts;
};
