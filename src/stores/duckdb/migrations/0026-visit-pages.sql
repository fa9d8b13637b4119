-- Hits by week, a value that their visit began with, and page: of the hits up to `rollup_state.watermark`. Weeks begin on Thursdays, as
-- 1 January 1970 did. Hits without a visit are among them, by their own values. The numbers of the dimensions are in visit-dimensions.ts.
create table visit_pages (
  site_id integer not null,
  dimension utinyint not null,
  week date not null,
  key varchar,
  -- The number of the page's path.
  page integer,
  hits integer not null,
  unique_hits integer not null
);

-- Sites that have them. The next rebuild works them out for others with enough hits; until then raw rows answer.
create table visit_page_sites (site_id integer not null);
