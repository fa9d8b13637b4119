/**
 * Reads stored visits. A day's are read only while the sum of its rows is the one that they were made of: whatever happens to
 * rows, visits of that day are worked out from them until its visits are stored again (decision 037).
 */
import { coverDays } from '../../../core/days.ts';
import { type HitQuery, VISIT_DIMENSIONS } from '../../../core/hits/query.ts';
import { listBaseColumns } from '../../sql/dimensions.ts';
import { all, raw, type Sql, sql } from '../../sql/fragment.ts';
import { dayOf, findWholeDays, isDayWithin, type OfDays, within } from '../sql.ts';

/** Pages of a visit: dimensions that are no columns of its first row. */
export const PAGES: ReadonlySet<string> = new Set(['entry_page', 'exit_page']);

/** Columns of the first row that are stored. */
export const FIRST_COLUMNS: readonly string[] = [
  ...new Set(
    [...VISIT_DIMENSIONS]
      .filter(dimension => !PAGES.has(dimension))
      .flatMap(each => [...listBaseColumns(each)]),
  ),
];

/** Columns of the hits that are stored, in lists. */
export const HIT_COLUMNS = ['id', 'created_at', 'is_unique', 'path', 'referrer', 'country', 'browser_name'];

/** The sum of rows: others have another one. The projection `by_day` has it. */
export const CHECKSUM = raw('sum(cityHash64(kind, id, created_at, coalesce(is_unique, false)))');

/** Condition for rows that visits are made of. */
export const IS_VISITED = raw("kind in ('hit', 'event')");

/** Where the visits of a query are: parts of a statement. */
export interface StoredVisits {
  /**
   * The first expression of its `with`: the builds that are read, and the days whose visits are worked out. It alone looks for sums
   * of rows, whatever the statement's setting.
   */
  readonly days: Sql;
  /** The condition for rows of those days. */
  readonly isWorkedOut: Sql;
  /** The condition for visits that are read. */
  readonly isRead: Sql;
}

/** What queries carry beside what they ask for. */
export interface VisitHints extends OfDays {
  /** False where no visits of the site are stored: to look for them takes longer than to work out the few that there are. */
  readonly hasStoredVisits?: boolean | undefined;
}

/** Returns where the visits of a query are; undefined when all of them are worked out, as where no day of its span is whole. */
export function findStoredVisits({
  siteId,
  span,
  hasStoredVisits = true,
  ...days
}: Pick<HitQuery, 'siteId' | 'span'> & VisitHints): StoredVisits | undefined {
  const whole = span && findWholeDays(span, days);
  if (whole === undefined || !hasStoredVisits) return undefined;
  const isOfSite = sql`site_id = ${siteId}`;
  const isWhole = whole ? isDayWithin(whole, days) : raw('true');
  const day = dayOf({ ...days, span });
  return {
    days: sql`(select tuple(groupArrayIf(build, is_stored), groupArrayIf(day, not is_stored)) from (
      select day, build, build != 0 and ${isWhole} as is_stored from (
        select ${day} as day, ${CHECKSUM} as checksum from rows
        where ${isOfSite} and ${IS_VISITED} and ${within(span && coverDays(span, days.zone), days)} group by ${day}) as sums
      left any join (select day, checksum, build from stored_visit_days where ${isOfSite} and ${isWhole}) as built
        using (day, checksum)) settings optimize_use_projections = 1) as days`,
    isWorkedOut: sql`${day} in (select arrayJoin(days.2))`,
    isRead: all([isOfSite, isWhole, raw('build in (select arrayJoin(days.1))')]),
  };
}
