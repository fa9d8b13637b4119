-- The visit of a row: twice the id of the visit's first hit, or twice the id of its first event and one more where it has no
-- hit. Null for anonymous rows. That first row has the figures of the visit, too; those of other rows are null.
--
-- They are those of the rows up to `visit_state`. Of a visitor and UTC day with later rows, or in `stale_visits`, they are out
-- of date until the next rebuild, and reads work them out from the rows.
alter table hits add column visit_id bigint;
alter table hits add column visit_hits integer;
alter table hits add column visit_unique_hits integer;
alter table hits add column visit_events integer;
alter table hits add column visit_duration_ms integer;
-- Null where the visit ended on its entry page.
alter table hits add column visit_exit_page varchar;
-- True for one hit of each visit and path, null for others.
alter table hits add column visit_is_first_view boolean;

alter table events add column visit_id bigint;
alter table events add column visit_hits integer;
alter table events add column visit_unique_hits integer;
alter table events add column visit_events integer;
alter table events add column visit_duration_ms integer;
alter table events add column visit_exit_page varchar;
alter table events add column visit_is_first_view boolean;

create table visit_state (hit_watermark bigint not null, event_watermark bigint not null);
insert into visit_state values (0, 0);

-- Visitors and UTC days of which rows were removed.
create table stale_visits (
  site_id integer not null,
  visitor_hash ubigint not null,
  day date not null
);
