/**
 * Works visits out from rows: a visit is a run of one visitor's hits and events of a site without a pause of more than 30
 * minutes, within one day.
 */
import { VISIT_TIMEOUT_MS } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

/** Columns that only the first row of a visit has. */
export const FIGURES = [
  'visit_hits',
  'visit_unique_hits',
  'visit_events',
  'visit_duration_ms',
  'visit_exit_page',
] as const;

/** Columns of hits and events that rebuilds work out from visits. */
export const VISIT_COLUMNS = ['visit_id', ...FIGURES, 'visit_is_first_view'] as const;

/** Bits of an id beside the time within the day. */
const ID_BITS = 34;
/** Orders the rows of one kind of a visitor and day: by time, then by id. No zone is a day from UTC. */
const PLACE = raw(`((epoch_ms(created_at) - epoch_ms(day) + ${DAY_MS}) << ${ID_BITS}) + id`);
/** The bit above both, by which hits come before events. */
const EVENT_BIT = raw('(1::bigint << 62)');
/** The row that has the figures of its visit, from its place: the first hit, or the first event where there is no hit. */
const FIRST_ROW = raw(`(first_place & ((1::bigint << ${ID_BITS}) - 1)) * 2 + (first_place >> 62)`);

/** The figures of the rows of a visit. */
const SUMS = sql`
  min(place + case when is_event then ${EVENT_BIT} else 0 end) as first_place,
  (count(*) filter (where not is_event))::integer as visit_hits,
  (count(*) filter (where is_unique))::integer as visit_unique_hits,
  (count(*) filter (where is_event))::integer as visit_events,
  (max(epoch_ms(created_at)) - min(epoch_ms(created_at)))::integer as visit_duration_ms,
  nullif(arg_max(path, place) filter (where not is_event), arg_min(path, place) filter (where not is_event))
    as visit_exit_page`;
/** Columns of a row and of its visit. */
const OF_ROW = raw(`is_event, id, row_ref, hash(path) as path_hash, first_place, ${FIGURES.join(', ')}`);

/** Conditions for hits and events. They have to match all rows of their visitors and days. */
export interface VisitorRows {
  readonly hits: Sql;
  readonly events: Sql;
}

/** Selects rows of visitors with `row_ref`, which is twice the id of a hit, and that of an event and one more. */
export const selectVisitorRows = ({ hits, events }: VisitorRows): Sql => sql`
  select false as is_event, id, id * 2 as row_ref, site_id, created_at, day, visitor_hash, path, is_unique from hits
    where visitor_hash is not null and ${hits}
  union all
  select true, id, id * 2 + 1, site_id, created_at, day, visitor_hash, path, false from events
    where visitor_hash is not null and ${events}`;

/**
 * Selects `is_event`, `id` and the values of `VISIT_COLUMNS` of rows of visitors. A day that is no longer than a pause is one visit: only
 * the rows of other days, which are few, have to be put in order.
 */
export const selectVisitValues = (rows: VisitorRows): Sql => {
  const visitorDay = raw('site_id, visitor_hash, day');
  const inOrder = sql`partition by ${visitorDay} order by created_at, is_event, id`;
  const pause = raw(String(VISIT_TIMEOUT_MS));
  return sql`
    with visitor_rows as not materialized (
      select *, ${PLACE} as place from (${selectVisitorRows(rows)})),
    visitor_days as materialized (select ${visitorDay}, ${SUMS} from visitor_rows group by all),
    begun as (
      select *, case when epoch_ms(created_at) - lag(epoch_ms(created_at)) over (${inOrder}) <= ${pause}
          then null else row_ref end as begun_by
      from visitor_rows semi join (select * from visitor_days where visit_duration_ms > ${pause}) using (${visitorDay})),
    runs as materialized (
      select * exclude (begun_by), last_value(begun_by ignore nulls) over (${inOrder}) as run from begun),
    figures as (select run, ${SUMS} from runs group by run),
    of_visits as materialized (
      select ${OF_ROW} from visitor_rows join visitor_days using (${visitorDay}) where visit_duration_ms <= ${pause}
      union all select ${OF_ROW} from runs join figures using (run)),
    views as (
      select min(row_ref) as row_ref from of_visits where not is_event and visit_hits > 1 group by first_place, path_hash)
    select is_event, id, ${FIRST_ROW} as visit_id, ${join(
      FIGURES.map(name => sql`case when row_ref = ${FIRST_ROW} then ${raw(name)} end as ${raw(name)}`),
      ', ',
    )}, case when not is_event and (visit_hits = 1 or views.row_ref is not null) then true end as visit_is_first_view
    from of_visits left join views using (row_ref)`;
};
