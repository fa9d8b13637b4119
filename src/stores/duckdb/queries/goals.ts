/** Translates conditions of goals, and of steps of funnels, to SQL. */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import { MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import type { ComparedValue } from '../../sql/filters.ts';
import { isEvent, isPath } from '../../sql/goals.ts';
import { raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { findComparedValue } from './dimensions.ts';

/** Returns the value of a dimension of events. */
export const ofEvent = (dimension: Dimension): ComparedValue =>
  findComparedValue({ kind: 'event' }, dimension);

/** Where a condition is looked for. */
export interface GoalScope {
  readonly siteId: number;
  readonly span: Span | null;
  readonly zone?: string | undefined;
}

/**
 * Selects hits of which a report has a depth, as `hit_id` and the greatest `depth`. A report belongs to the last hit of its
 * visitor, path and day that its engaged seconds have room after.
 */
export const selectReadHits = ({ siteId, span, zone }: GoalScope, minDepth: number): Sql => {
  const rows = sql`site_id = ${siteId} and visitor_hash is not null and ${withinDays('day', span, zone)}`;
  const key = raw('visitor_hash, hash(path) as page, day');
  const leadMs = raw(String(MAX_REPORT_LEAD_SECONDS * 1000));
  const reports = sql`select ${key}, scroll_depth, created_at
      - to_milliseconds(greatest(0, engaged_seconds::bigint * 1000 - ${leadMs})) as begun_at
    from engagements where ${rows} and scroll_depth >= ${minDepth}`;
  const hits = sql`select max(id) as hit_id, ${key}, created_at as hit_at from hits
    where ${rows} and visitor_hash in (select visitor_hash from engagements where ${rows} and scroll_depth >= ${minDepth})
    group by all`;
  return sql`select hit_id, max(scroll_depth) as depth from (${reports}) reports asof join (${hits}) hits
    on reports.visitor_hash = hits.visitor_hash and reports.page = hits.page and reports.day = hits.day
      and reports.begun_at >= hits.hit_at
    group by hit_id`;
};

/** Returns the condition that a row meets a goal's: over the columns of `hits`, or of `events` for an event. */
export const toGoalSql = (condition: GoalCondition, scope: GoalScope): Sql => {
  if ('path' in condition) return isPath(condition);
  if ('scrollDepth' in condition)
    return sql`id in (select hit_id from (${selectReadHits(scope, condition.scrollDepth)}))`;
  return isEvent(condition, ofEvent);
};
