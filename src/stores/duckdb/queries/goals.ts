/** Translates conditions of goals, and of steps of funnels, to SQL. */
import { type EventCondition, type GoalCondition, toComparedText } from '../../../core/goals/condition.ts';
import { parsePathPattern, toRe2 } from '../../../core/goals/path-pattern.ts';
import { MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import { toPropertyDimension } from '../../../core/hits/properties.ts';
import type { Span } from '../../../core/span.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { join, raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { findComparedValue } from './dimensions.ts';

/** Returns the condition that a path matches a pattern, over `path`. */
export const isPath = (path: string): Sql => {
  const pattern = parsePathPattern(path);
  const { start, rest } = pattern;
  if (rest.length === 0) return sql`path = ${path}`;
  const isPrefix = rest.length === 1 && rest.every(({ wildcard, text }) => wildcard === '**' && text === '');
  if (isPrefix) return sql`starts_with(path, ${start})`;
  return sql`(starts_with(path, ${start}) and regexp_full_match(path, ${toRe2(pattern)}))`;
};

/** Returns the condition for the value and properties of an event; undefined where its name is enough. */
export const hasDetails = ({ value, properties = {} }: EventCondition): Sql | undefined => {
  const conditions = [
    ...(value === undefined ? [] : [sql`value = ${value}`]),
    ...Object.entries(properties).map(([name, wanted]) => {
      const dimension = toPropertyDimension(name);
      const compared = findComparedValue({ kind: 'event' }, dimension);
      return sql`coalesce(${toFilterSql(compared, { dimension, is: toComparedText(wanted) })}, false)`;
    }),
  ];
  return conditions.length === 0 ? undefined : join(conditions, ' and ');
};

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
  if ('path' in condition) return isPath(condition.path);
  if ('scrollDepth' in condition)
    return sql`id in (select hit_id from (${selectReadHits(scope, condition.scrollDepth)}))`;
  const details = hasDetails(condition);
  return details ? sql`(event = ${condition.event} and ${details})` : sql`event = ${condition.event}`;
};
