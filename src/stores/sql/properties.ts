/**
 * The values of a property, read from the text in which a row has all of them (`core/hits/properties.ts`): the JSON is without
 * blanks, quotation marks within texts are escaped, so that `"name":` is found nowhere else. Decision 034.
 */

import { contains } from './dialect.ts';
import { raw, type Sql, sql } from './fragment.ts';

/** What a query knows of the texts that it reads properties from. */
export interface PropertyTexts {
  /** Whether rows share few texts: those are stored as a dictionary, and a function of the column alone runs once for each text. */
  readonly sharesTexts?: boolean;
}

/** Reads the value as JSON: the pointer takes three quarters of the time of a path. Names have no character that either escapes. */
const toJsonValue = (properties: Sql, name: string): Sql =>
  sql`case when contains(${properties}, ${raw(`'"${name}":'`)}) then json_extract_string(${properties}, ${raw(`'/${name}'`)}) end`;

/** Returns the function of the column alone that reads a value of one form; empty where it has another. */
const extract = (properties: Sql, name: string, form: string): Sql =>
  sql`nullif(regexp_extract(${properties}, ${raw(`'"${name.replaceAll('.', String.raw`\.`)}":${form}'`)}, 1), '')`;

const TEXT = String.raw`"([^"\\]+)"`;
const NUMBER_OR_BOOLEAN = String.raw`(-?[0-9][0-9.eE+\-]*|true|false)`;

const ofDuckDb = (properties: Sql, name: string, { sharesTexts = false }: PropertyTexts): Sql => {
  const json = toJsonValue(properties, name);
  if (!sharesTexts) return json;
  return sql`coalesce(${extract(properties, name, TEXT)}, ${extract(properties, name, NUMBER_OR_BOOLEAN)}, ${json})`;
};

const ofClickHouse = (column: Sql, name: string): Sql => {
  const properties = sql`ifNull(${column}, '')`;
  // Numbers are taken as they are written: the parser knows no whole number of more than 64 bits.
  const written = `"${name.replaceAll('.', '[.]')}":([^,}]+)`;
  return sql`multiIf(position(${properties}, ${`"${name}":`}) = 0, null,
    JSONType(${properties}, ${name}) = 'String', JSONExtractString(${properties}, ${name}), extract(${properties}, ${written}))`;
};

/** Returns the value of a property: a text, or a number or truth value as it is written; null for none. */
export const toPropertyValue = (properties: Sql, name: string, texts: PropertyTexts): Sql => ({
  duckdb: ofDuckDb(properties, name, texts),
  clickhouse: ofClickHouse(properties, name),
});

/** A text that JSON writes as it stands, and that no number or truth value is written as. */
const PLAIN = /^[ !#-[\]-~]+$/;
const NUMBER_LIKE = /^-?[0-9][0-9.eE+-]*$|^true$|^false$/;

/** Returns the condition that a property has a value, without reading the value; undefined where it takes more. */
export const hasPropertyValue = (properties: Sql, name: string, value: string): Sql | undefined =>
  PLAIN.test(value) && !NUMBER_LIKE.test(value)
    ? contains(properties, sql`${`"${name}":"${value}"`}`)
    : undefined;
