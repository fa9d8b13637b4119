/**
 * What a row had before changes that can be undone, newest first: `[{"as":5,"path":"/a?b","own":true,"unique":true}]`, where `own` says
 * that its address followed from its path. It is part of the row, so that whatever removes or moves the row does so with it.
 */
import { contains, startsWith } from './dialect.ts';
import { raw, type Sql, sql } from './fragment.ts';

const COLUMN = raw("coalesce(former_values, '')");
const markOf = (heldAs: number): string => `{"as":${heldAs},`;

/** Returns the condition for rows whose newest values are of a change. */
export const isNewest = (heldAs: number): Sql => startsWith(COLUMN, sql`${`[${markOf(heldAs)}`}`);

/** Returns the condition for rows that have values of a change. */
export const hasFormer = (heldAs: number): Sql => contains(COLUMN, sql`${markOf(heldAs)}`);

/** Expressions of what a row has: those that its kind lacks are null. */
export interface PresentValues {
  readonly path: Sql;
  readonly url: Sql;
  readonly isUnique: Sql;
}

/** Returns former values with the present ones in front. */
export const withPresent = (heldAs: number, { path, url, isUnique }: PresentValues): Sql => {
  const rest = sql`coalesce(',' || substring(former_values, 2), ']')`;
  return {
    duckdb: sql`concat('[', json_object('as', ${heldAs}::bigint, 'path', ${path}, 'own', ${url} is null, 'unique', ${isUnique})::varchar, ${rest})`,
    clickhouse: sql`concat('[{"as":', toString(${heldAs}), ',"path":', toJSONString(coalesce(${path}, '')), ',"own":', if(${url} is null, 'true', 'false'),
      ',"unique":', multiIf(${isUnique} is null, 'null', coalesce(${isUnique}, false), 'true', 'false'), '}', ${rest})`,
  };
};

/** The list of former values. */
const LIST: Sql = {
  duckdb: raw(`json_extract(former_values, '$[*]')::varchar[]`),
  clickhouse: raw(`JSONExtractArrayRaw(coalesce(former_values, '[]'))`),
};

/** Returns a list of them as a text; null where it is empty. */
const toText = (list: Sql): Sql => ({
  duckdb: sql`('[' || nullif(array_to_string(${list}, ','), '') || ']')`,
  clickhouse: sql`('[' || nullIf(arrayStringConcat(${list}, ','), '') || ']')`,
});

/** Former values without the newest ones. */
export const WITHOUT_NEWEST = toText({
  duckdb: sql`(${LIST})[2:]`,
  clickhouse: sql`arrayPopFront(${LIST})`,
});

/** Returns former values without those of a change. */
export const withoutChange = (heldAs: number): Sql =>
  toText({
    duckdb: sql`list_filter(${LIST}, lambda each: not starts_with(each, ${markOf(heldAs)}))`,
    clickhouse: sql`arrayFilter(each -> not startsWith(each, ${markOf(heldAs)}), ${LIST})`,
  });

/** The newest former values. */
export const NEWEST = {
  path: {
    duckdb: raw(`json_extract_string(former_values, '$[0].path')`),
    clickhouse: raw(`JSONExtractString(coalesce(former_values, '[]'), 1, 'path')`),
  } as Sql,
  /** Whether the address followed from the path. */
  isOwnUrl: {
    duckdb: raw(`json_extract_string(former_values, '$[0].own') = 'true'`),
    clickhouse: raw(`JSONExtractBool(coalesce(former_values, '[]'), 1, 'own')`),
  } as Sql,
  isUnique: {
    duckdb: raw(`json_extract_string(former_values, '$[0].unique')::boolean`),
    clickhouse: raw(`JSONExtract(coalesce(former_values, '[]'), 1, 'unique', 'Nullable(Bool)')`),
  } as Sql,
};
