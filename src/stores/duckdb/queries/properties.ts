/**
 * The values of a property, read from the text in which a row has all of them (`core/hits/properties.ts`): the JSON is without
 * blanks, quotation marks within texts are escaped, so that `"name":` is found nowhere else. Decision 034.
 */

import { listFilters } from '../../../core/hits/conditions.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import { type Dimension, type HitQuery, hasVisits, type ReadOptions } from '../../../core/hits/query.ts';
import { TABLES } from '../engine-types.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';

/** What a query knows of the texts that it reads properties from. */
export interface PropertyTexts {
  /** Whether rows share few texts: those are stored as a dictionary, and a function of the column alone runs once for each text. */
  readonly sharesTexts?: boolean;
}

/** Rows of which the texts are counted: more cost as much as what is saved. */
const SAMPLED_ROWS = 30_000;
/** Share of different texts up to which rows share them. */
const MAX_TEXT_SHARE = 0.1;

/** Reads the value as JSON: the pointer takes three quarters of the time of a path. Names have no character that either escapes. */
const toJsonValue = (properties: Sql, name: string): Sql =>
  sql`case when contains(${properties}, ${raw(`'"${name}":'`)}) then json_extract_string(${properties}, ${raw(`'/${name}'`)}) end`;

/** Returns the function of the column alone that reads a value of one form; empty where it has another. */
const extract = (properties: Sql, name: string, form: string): Sql =>
  sql`nullif(regexp_extract(${properties}, ${raw(`'"${name.replaceAll('.', String.raw`\.`)}":${form}'`)}, 1), '')`;

const TEXT = String.raw`"([^"\\]+)"`;
const NUMBER_OR_BOOLEAN = String.raw`(-?[0-9][0-9.eE+\-]*|true|false)`;

/** Returns the value of a property: a text, or a number or truth value as it is written; null for none. */
export const toPropertyValue = (
  properties: Sql,
  name: string,
  { sharesTexts = false }: PropertyTexts,
): Sql => {
  const json = toJsonValue(properties, name);
  if (!sharesTexts) return json;
  return sql`coalesce(${extract(properties, name, TEXT)}, ${extract(properties, name, NUMBER_OR_BOOLEAN)}, ${json})`;
};

/** A text that JSON writes as it stands, and that no number or truth value is written as. */
const PLAIN = /^[ !#-[\]-~]+$/;
const NUMBER_LIKE = /^-?[0-9][0-9.eE+-]*$|^true$|^false$/;

/** Returns the condition that a property has a value, without reading the value; undefined where it takes more. */
export const hasPropertyValue = (properties: Sql, name: string, value: string): Sql | undefined =>
  PLAIN.test(value) && !NUMBER_LIKE.test(value)
    ? sql`contains(${properties}, ${`"${name}":"${value}"`})`
    : undefined;

const isProperty = (dimension: Dimension): boolean => findPropertyName(dimension) !== undefined;

/** What is read of properties beside the filters of a query. */
interface PropertyReads {
  readonly dimension?: Dimension | undefined;
  readonly readsAll?: boolean;
  /** Whether sums by day answer where the site has them: few rows are read then. */
  readonly readsSums?: boolean;
}

/**
 * Creates the function that returns a query which knows whether its rows share texts, where it reads properties of many rows. The
 * first ones decide: the answer is the same in either way.
 */
export const createTextSampling =
  (store: {
    readonly readWith: (options?: ReadOptions) => Read;
    /** Whether there are many rows. */
    readonly usesRollUps: () => boolean;
    readonly maxTextShare?: number | undefined;
    /** Returns whether a query is about one property that its site has sums by. */
    readonly hasSums: (read: Read, query: HitQuery, dimension?: Dimension) => Promise<boolean>;
  }) =>
  async (query: HitQuery, options?: ReadOptions, reads: PropertyReads = {}): Promise<HitQuery> => {
    const { dimension, readsAll = false, readsSums = false } = reads;
    const dimensions = [
      ...listFilters(query.filters).map(filter => filter.dimension),
      ...(dimension ? [dimension] : []),
    ];
    const isRead = readsAll || dimensions.some(isProperty);
    if (!isRead || !hasVisits(query.kind) || !store.usesRollUps()) return query;
    const read = store.readWith(options);
    if (readsSums && (await store.hasSums(read, query, dimension))) return query;
    const sample = sql`select properties from ${raw(TABLES[query.kind])}
      where site_id = ${query.siteId} and ${within('created_at', query.span)} and properties is not null limit ${SAMPLED_ROWS}`;
    const [counted] = await read<{ readonly rows: number; readonly texts: number }>(
      sql`select count(*) as rows, count(distinct properties) as texts from (${sample})`,
    );
    const { rows = 0, texts = 0 } = counted ?? {};
    const known: HitQuery & PropertyTexts = {
      ...query,
      sharesTexts: texts <= rows * (store.maxTextShare ?? MAX_TEXT_SHARE),
    };
    return known;
  };
