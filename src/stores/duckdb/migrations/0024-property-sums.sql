-- `hit_groups` gets sums by values of properties, as `name=value`; their number is in rollups/properties.ts. Properties of a site that were
-- decided on:
create table summed_properties (
  site_id integer not null,
  name varchar not null,
  -- Whether it has too many values: it has no sums then, and raw rows answer.
  is_wide boolean not null,
  -- How many hits the site had when that was decided.
  decided_at bigint not null
);

-- Whether the hits up to the watermark were looked at; null: the next rebuild does.
alter table rollup_state add column knows_properties boolean;
