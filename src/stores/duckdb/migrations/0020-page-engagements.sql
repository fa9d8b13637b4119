-- How views of pages were read by UTC day: of the hits up to `rollup_state.watermark` and the reports up to
-- `rollup_state.engagement_watermark`. A median of any days follows from the number of views of each value.
create table page_engagements (
  site_id integer not null,
  day date not null,
  -- 0: seconds of views; 1: depths of views; 2: visits that their engagement keeps from being bounces.
  measure utinyint not null,
  -- The number of the page's path; null: all pages together.
  page integer,
  value integer not null,
  views integer not null
);

-- Days of which rows were removed, and that the next rebuild works out anew; until then raw rows answer.
create table stale_engagements (site_id integer not null, day date not null);

alter table rollup_state add column engagement_watermark bigint default 0;
