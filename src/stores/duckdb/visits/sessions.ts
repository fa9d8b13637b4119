/**
 * Works visits out from rows: a visit is a run of one visitor's hits and events of a site without a pause of more than 30
 * minutes, within one day.
 */
import { VISIT_TIMEOUT_MS } from '../../../core/hits/query.ts';
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

/** The figures of a visit, from its rows in order. */
const SUMS = sql`
  coalesce(arg_min(row_ref, place) filter (where not is_event), arg_min(row_ref, place)) as visit_id,
  (count(*) filter (where not is_event))::integer as visit_hits,
  (count(*) filter (where is_unique))::integer as visit_unique_hits,
  (count(*) filter (where is_event))::integer as visit_events,
  (max(ms) - min(ms))::integer as visit_duration_ms,
  nullif(arg_max(path, place) filter (where not is_event), arg_min(path, place) filter (where not is_event))
    as visit_exit_page`;

/** Selects `is_event`, `id` and the values of `VISIT_COLUMNS` of rows of visitors, which are sorted once. */
export const selectVisitValues = (rows: VisitorRows): Sql => sql`
  with in_order as (
    select site_id, visitor_hash, day, epoch_ms(created_at) as ms, is_event, row_ref, path, is_unique
    from (${selectVisitorRows(rows)}) order by visitor_hash, site_id, day, ms, is_event, row_ref),
  begun as (
    select *, row_number() over () as place,
      coalesce(visitor_hash = lag(visitor_hash) over () and site_id = lag(site_id) over () and day = lag(day) over ()
        and ms - lag(ms) over () <= ${raw(String(VISIT_TIMEOUT_MS))}, false) as goes_on
    from in_order),
  runs as materialized (
    select ms, is_event, row_ref, path, hash(path) as path_hash, is_unique, place,
      count(case when not goes_on then 1 end) over (rows unbounded preceding) as run
    from begun),
  figures as (select run, ${SUMS} from runs group by run),
  of_visits as materialized (
    select run, is_event, row_ref, path_hash, ${raw(['visit_id', ...FIGURES].join(', '))} from runs join figures using (run)),
  views as (
    select min(row_ref) as row_ref from of_visits where not is_event and visit_hits > 1 group by run, path_hash)
  select is_event, row_ref // 2 as id, visit_id, ${raw(
    FIGURES.map(name => `case when row_ref = visit_id then ${name} end as ${name}`).join(', '),
  )}, case when not is_event and (visit_hits = 1 or views.row_ref is not null) then true end as visit_is_first_view
  from of_visits left join views using (row_ref)`;
