-- needs setting materialize_projections_on_merge
-- A delivery is a small part, whose rows are read as quickly as their sums; those of larger parts are made where parts are merged.
alter table $rows modify setting materialize_projections_on_insert = 0, materialize_projections_on_merge = 1;
