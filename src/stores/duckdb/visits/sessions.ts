/**
 * Works visits out from rows: a visit is a run of one visitor's hits and events of a site without a pause of more than 30
 * minutes, within one UTC day.
 */
import { MAX_PAUSE_MS } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

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

/** Orders the rows of a visitor and day by time, then hits before events, then by id. `position` is the number of a row in it. */
const ORDER = raw('created_at, is_event, id');
/** Puts the row that has the figures of its visit first: the first hit, or the first event where there is no hit. */
const FIRST = raw('case when is_event then position + (1::bigint << 62) else position end');

/** Conditions for hits and events. They have to match all rows of their visitors and UTC days. */
export interface VisitorRows {
  readonly hits: Sql;
  readonly events: Sql;
}

/** Selects rows of visitors with `row_ref`, which is twice the id of a hit, and that of an event and one more. */
export const selectVisitorRows = ({ hits, events }: VisitorRows): Sql => sql`
  select false as is_event, id, id * 2 as row_ref, site_id, created_at, visitor_hash, path, is_unique from hits
    where visitor_hash is not null and ${hits}
  union all
  select true, id, id * 2 + 1, site_id, created_at, visitor_hash, path, false from events
    where visitor_hash is not null and ${events}`;

/** Selects `is_event`, `id` and the values of `VISIT_COLUMNS` of rows of visitors. */
export const selectVisitValues = (rows: VisitorRows): Sql => {
  const day = raw(`partition by site_id, visitor_hash, created_at::date order by ${ORDER.text}`);
  return sql`
    with visitor_rows as (${selectVisitorRows(rows)}),
    begun as (
      select *, row_number() over (${day}) as position,
        case when epoch_ms(created_at) - lag(epoch_ms(created_at)) over (${day}) <= ${raw(String(MAX_PAUSE_MS))}
          then null else row_ref end as begun_by from visitor_rows),
    runs as materialized (
      select * exclude (begun_by), last_value(begun_by ignore nulls) over (${day}) as run from begun),
    figures as (
      select run, arg_min(row_ref, ${FIRST}) as visit_id,
        (count(*) filter (where not is_event))::integer as visit_hits,
        (count(*) filter (where is_unique))::integer as visit_unique_hits,
        (count(*) filter (where is_event))::integer as visit_events,
        (max(epoch_ms(created_at)) - min(epoch_ms(created_at)))::integer as visit_duration_ms,
        nullif(arg_max(path, position) filter (where not is_event), arg_min(path, position) filter (where not is_event))
          as visit_exit_page
      from runs group by run),
    views as (select min(row_ref) as row_ref from runs where not is_event group by run, hash(path))
    select runs.is_event, runs.id, visit_id, ${raw(
      FIGURES.map(name => `case when row_ref = visit_id then ${name} end as ${name}`).join(', '),
    )}, case when views.row_ref is not null then true end as visit_is_first_view
    from runs join figures using (run) left join views using (row_ref)`;
};
