/** Translates conditions of goals, and of steps of funnels, to SQL, over the columns of `rows`. */
import { coverDays } from '../../../core/days.ts';
import { type GoalCondition, goalKind } from '../../../core/goals/condition.ts';
import { MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../../sql/fragment.ts';
import { isEvent, isPath } from '../../sql/goals.ts';
import { dayOf, type OfDays, within } from '../sql.ts';
import { findComparedValue } from './dimensions.ts';

/** Where a condition is looked for. */
export type GoalScope = Pick<HitQuery, 'siteId' | 'span'> & OfDays;

/**
 * Selects the hits of which a report has a depth, as `hit_id`. A report belongs to the last hit of its visitor, path and day
 * that its engaged seconds have room after.
 */
const selectReadHits = ({ siteId, span, ...days }: GoalScope, minDepth: number): Sql => {
  const ofSite = sql`site_id = ${siteId} and visitor_hash is not null and ${within(span && coverDays(span, days.zone), days)}`;
  const isReport = sql`kind = 'engagement' and ${ofSite} and scroll_depth >= ${minDepth}`;
  const day = dayOf({ ...days, span });
  const key = sql`assumeNotNull(visitor_hash) as visitor, assumeNotNull(path) as page, ${day} as site_day`;
  const leadMs = raw(String(MAX_REPORT_LEAD_SECONDS * 1000));
  return sql`select hit_id from (
      select ${key}, created_at
        - toIntervalMillisecond(greatest(0, toInt64(assumeNotNull(engaged_seconds)) * 1000 - ${leadMs})) as begun_at
      from rows where ${isReport}) as reports
    asof join (select ${key}, created_at as hit_at, max(id) as hit_id from rows
      where kind = 'hit' and path is not null and ${ofSite} and visitor_hash in (select visitor_hash from rows where ${isReport})
      group by visitor, page, ${day}, hit_at) as hits
    on reports.visitor = hits.visitor and reports.page = hits.page and reports.site_day = hits.site_day
      and reports.begun_at >= hits.hit_at`;
};

/** Returns the condition that a row meets a goal's; false where a column has no value. */
export const toGoalSql = (condition: GoalCondition, scope: GoalScope): Sql => {
  const kind = sql`kind = ${goalKind(condition)}`;
  if ('path' in condition) return sql`(${kind} and ${isPath(condition)})`;
  if ('event' in condition)
    return sql`(${kind} and ${isEvent(condition, dimension => findComparedValue({ kind: 'event' }, dimension))})`;
  return sql`(${kind} and id in (${selectReadHits(scope, condition.scrollDepth)}))`;
};
