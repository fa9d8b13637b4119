/** Which days of a span sums of engagement answer, and which rows they lack. */

import { type DaySpan, spanOfDates, startOfDate } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { selectChangedDays } from '../aggregates/reading.ts';
import type { SumsState } from '../aggregates/state.ts';
import { isOf } from '../aggregates/sums.ts';
import { splitDays } from '../queries/parts.ts';
import { type Read, type Sql, sql, within, withinDays } from '../sql/sql.ts';

/** Maximum number of runs of days with new rows that are read separately: usually there is one, which ends today. */
const MAX_RUNS = 4;

/** A span, split. */
export interface EngagedParts {
  /** The condition for the days that sums have. */
  readonly days: Sql;
  /** The part that must be read from rows. */
  readonly spans: readonly Span[];
  /** Whether there are any reports: most sites have none at all. */
  readonly hasReports: boolean;
}

/** Engaged visits of a day, by its first instant. */
interface EngagedDay {
  readonly day: Date;
  readonly visits: number;
}

/** Joins dates that follow each other. */
const toRuns = (days: readonly Date[]): DaySpan[] => {
  const runs: DaySpan[] = [];
  for (const start of days) {
    const end = new Date(+start + DAY_MS);
    const last = runs.at(-1);
    if (last && +last.end === +start) runs.splice(-1, 1, { start: last.start, end });
    else runs.push({ start, end });
  }
  return runs;
};

/** A span of a site. */
type DaysOfSite = Pick<HitQuery, 'siteId' | 'span' | 'zone'>;

/** Returns the condition for rows of a site on all days of a span. */
export const isOnDays = ({ siteId, span, zone }: DaysOfSite): Sql =>
  sql`site_id = ${siteId} and ${withinDays('day', span, zone)}`;

/** Returns the condition that the days of a query have reports of so many seconds. */
export const hasReportsOn = (query: DaysOfSite, seconds = 0): Sql =>
  sql`exists (select 1 from engagements where visitor_hash is not null and ${isOnDays(query)} and engaged_seconds >= ${seconds})`;

/** Splits the span of a query between sums of engagement and rows; undefined where rows have to answer. Needs a transaction. */
export const splitEngaged = async (read: Read, query: DaysOfSite): Promise<EngagedParts | undefined> => {
  const { siteId, span, zone } = query;
  const parts = splitDays(span, zone);
  if (!parts) return undefined;
  const site = sql`site_id = ${siteId}`;
  const changed = selectChangedDays(
    sql`${site} and ${within('day', parts.days)}`,
    sql`${site} and ${within('day', parts.days)}`,
  );
  const found = await read<{ day: Date | null }>(sql`select distinct day from (${changed})
    union all select null where ${hasReportsOn(query)} order by day nulls last`);
  const runs = toRuns(found.flatMap(({ day }) => day ?? []));
  if (runs.length > MAX_RUNS) return undefined;
  const lacking = runs.reduce((text, run) => sql`${text} and not (${within('day', run)})`, sql`true`);
  return {
    days: sql`${within('day', parts.days)} and ${lacking}`,
    spans: [
      ...parts.partialUnits,
      ...runs.map(({ start, end }) => spanOfDates(start, new Date(+end - DAY_MS), zone)),
    ],
    hasReports: found.at(-1)?.day === null,
  };
};

/** A query of visits, and whether sums may answer it. */
interface EngagedVisitsRequest {
  readonly query: HitQuery;
  readonly state: SumsState;
}

/** Counts visits that are no bounces for their engagement, of all hits: those of days that sums have. Needs a transaction. */
export const sumEngagedVisits = async (
  read: Read,
  { query, state }: EngagedVisitsRequest,
): Promise<{ readonly spans: readonly (Span | null)[]; readonly byDay: readonly EngagedDay[] }> => {
  const parts = state.isUsed && query.filters.length === 0 ? await splitEngaged(read, query) : undefined;
  if (!parts) return { spans: [query.span], byDay: [] };
  const byDay = await read<EngagedDay>(
    sql`select day, visits from sums where site_id = ${query.siteId} and ${isOf('engaged', 'none')} and ${parts.days}`,
  );
  return {
    spans: parts.spans,
    byDay: byDay.map(each => ({ ...each, day: startOfDate(each.day, query.zone) })),
  };
};
