/** What the two engines write differently, side by side. Texts are compared by code points, patterns are those of RE2. */
import { join, raw, type Sql, sql } from './fragment.ts';

/** Returns a text as a literal. */
export const literal = (text: string): Sql => ({
  duckdb: raw(`'${text.replaceAll("'", "''")}'`),
  clickhouse: raw(`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`),
});

/** Returns a text in lower case. */
export const lower = (text: Sql): Sql => ({
  duckdb: sql`lower(${text})`,
  clickhouse: sql`lowerUTF8(${text})`,
});

/** Returns a text, of one line, as `foldCase` of `lib/fold-case.ts` does. In ASCII there is nothing but capitals. */
export const foldCase = (text: Sql): Sql => ({
  duckdb: sql`case when strlen(${text}) = length(${text}) then lower(${text})
    else replace(replace(lower(replace(${text}, 'İ', chr(1))), chr(1), 'İ'), 'ς', 'σ') end`,
  clickhouse: sql`replaceAll(replaceAll(lowerUTF8(replaceAll(${text}, 'İ', char(1))), char(1), 'İ'), 'ς', 'σ')`,
});

/** Returns the number of letters of a text. */
const countLetters = (text: Sql): Sql => ({
  duckdb: sql`length(${text})`,
  clickhouse: sql`lengthUTF8(${text})`,
});

/** Returns whether a text is another one but for case. Most differ in length, which costs less to find out. */
export const isSameFolded = (text: Sql, folded: string): Sql =>
  sql`(${countLetters(text)} = ${[...folded].length} and ${foldCase(text)} = ${folded})`;

/** Returns whether a text contains a part. */
export const contains = (text: Sql, part: Sql): Sql => ({
  duckdb: sql`contains(${text}, ${part})`,
  clickhouse: sql`position(${text}, ${part}) > 0`,
});

/** Returns whether a text begins with another. */
export const startsWith = (text: Sql, start: Sql): Sql => ({
  duckdb: sql`starts_with(${text}, ${start})`,
  clickhouse: sql`startsWith(${text}, ${start})`,
});

/** Returns whether a text ends with another. */
export const endsWith = (text: Sql, end: Sql): Sql => ({
  duckdb: sql`ends_with(${text}, ${end})`,
  clickhouse: sql`endsWith(${text}, ${end})`,
});

/** Returns whether a part of a text matches a pattern. */
export const matches = (text: Sql, pattern: Sql): Sql => ({
  duckdb: sql`regexp_matches(${text}, ${pattern})`,
  clickhouse: sql`match(${text}, ${pattern})`,
});

/** Returns a condition that does not hold where another has no value; on DuckDB it has none itself there, so that it is not negated. */
export const isTrue = (condition: Sql): Sql => ({
  duckdb: condition,
  clickhouse: sql`coalesce(${condition}, false)`,
});

/** Returns the complement of a condition, which holds where that has no value. */
export const isNotTrue = (condition: Sql): Sql => ({
  duckdb: sql`(${condition}) is not true`,
  clickhouse: sql`not coalesce(${condition}, false)`,
});

/** Texts up to which DuckDB has them listed in a statement: more are planned faster as a table. */
const MAX_LISTED = 100;

/** Returns whether a text is one of some, at least one. */
export const isIn = (text: Sql, texts: readonly string[]): Sql => ({
  duckdb:
    texts.length > MAX_LISTED
      ? sql`${text} in (select unnest(${texts}::varchar[]))`
      : sql`${text} in (${join(
          texts.map(each => sql`${each}`),
          ', ',
        )})`,
  clickhouse: sql`${text} in (${texts})`,
});

/** Returns the group of a pattern in the first part of a text that matches it, empty without any. */
export const extract = (text: Sql, pattern: string): Sql => ({
  duckdb: sql`regexp_extract(${text}, ${literal(pattern)}, 1)`,
  clickhouse: sql`extract(coalesce(${text}, ''), ${literal(pattern)})`,
});

/** Replaces all that matches a pattern by a text. */
export const replacePattern = (text: Sql, pattern: string, by: string): Sql => ({
  duckdb: sql`regexp_replace(${text}, ${literal(pattern)}, ${literal(by)}, 'g')`,
  clickhouse: sql`replaceRegexpAll(${text}, ${literal(pattern)}, ${literal(by)})`,
});

/** Returns the first characters of a text. */
export const truncate = (text: Sql, length: number): Sql => ({
  duckdb: sql`left(${text}, ${raw(String(length))})`,
  clickhouse: sql`leftUTF8(${text}, ${raw(String(length))})`,
});

/** Decodes what is escaped in a part of an address; the text itself where that is not UTF-8. */
export const decodeUrl = (text: Sql): Sql => ({
  duckdb: sql`coalesce(try(url_decode(${text})), ${text})`,
  clickhouse: sql`if(isValidUTF8(decodeURLComponent(${text})), decodeURLComponent(${text}), ${text})`,
});

/** Returns an expression over a value that it uses several times, and that is worked out once: ClickHouse finds that itself. */
export const withValue = (value: Sql, toExpression: (name: Sql) => Sql): Sql => ({
  duckdb: sql`list_transform([${value}], lambda v: ${toExpression(raw('v'))})[1]`,
  clickhouse: toExpression(value),
});
