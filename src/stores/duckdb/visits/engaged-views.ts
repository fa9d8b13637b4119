/**
 * Views of pages with their engagement, from rows. A report of engagement belongs to the hits of its visitor, path and day
 * that came before it: one without any counts for nothing, nor do more seconds than have passed since.
 */
import { ENGAGED_VISIT_SECONDS, MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

const KEY = raw('site_id, visitor_hash, hash(path) as page, day');
const SAME_KEY = raw('site_id, visitor_hash, page, day');

/** Returns the condition that a report has no more seconds than passed since a hit. */
const isPlausible = (hitAt: Sql): Sql =>
  sql`reports.created_at >= ${hitAt} and reports.engaged_seconds * 1000 <=
    epoch_ms(reports.created_at) - epoch_ms(${hitAt}) + ${raw(String(MAX_REPORT_LEAD_SECONDS * 1000))}`;

/** Selects some reports that can be tied to hits. */
const selectReports = (reports: Sql): Sql =>
  sql`select ${KEY}, path, created_at, view, engaged_seconds, scroll_depth from engagements
    where visitor_hash is not null and path is not null and ${reports}`;

/** Selects the first of some hits of each visitor, page and day. */
export const selectFirstHits = (hits: Sql): Sql =>
  sql`select ${KEY}, min(created_at) as first_at from ${hits} group by all`;

/** The path of a view, which takes a text for each. */
export const VIEW_PATH = raw('any_value(path) as path');
/** The hash of a view's path. */
export const VIEW_PAGE = raw('page');

/** Selects views as `site_id`, `day`, their page, `seconds` and `depth`: reports have totals, and the largest of a view count. */
export const selectViews = (reports: Sql, firstHits: Sql, page: Sql): Sql => sql`
  select site_id, day, ${page}, max(engaged_seconds) as seconds, max(scroll_depth) as depth
  from (${selectReports(reports)}) reports join (${firstHits}) firsts using (${SAME_KEY})
  where ${isPlausible(raw('first_at'))}
  group by ${SAME_KEY}, view`;

/** Rows that engaged visits are found in. */
interface BounceRows {
  /** A select of visits of one hit, and no event: `visit_id`, and the columns of the hit. */
  readonly bounces: Sql;
  /** The condition for hits and reports on all days of those. */
  readonly rows: Sql;
}

/** Selects `visit_id`, `site_id` and `day` of the visits whose page was engaged: reports are of the last hit before them. Visits may repeat. */
export const selectEngagedVisits = ({ bounces, rows }: BounceRows): Sql => sql`
  select visit_id, bounces.site_id, bounces.day
  from (select visit_id, ${KEY}, created_at as hit_at from (${bounces})) bounces
    join (select * from (${selectReports(rows)}) where engaged_seconds >= ${ENGAGED_VISIT_SECONDS}) reports using (${SAME_KEY})
  where ${isPlausible(raw('hit_at'))} and not exists (
    select 1 from (select ${KEY}, created_at as later_at from hits where visitor_hash is not null and ${rows}
      and (site_id, visitor_hash) in (select site_id, visitor_hash from (${bounces}))) later
    where later.site_id = bounces.site_id and later.visitor_hash = bounces.visitor_hash and later.page = bounces.page
      and later.day = bounces.day and later_at > hit_at and later_at <= reports.created_at)`;
