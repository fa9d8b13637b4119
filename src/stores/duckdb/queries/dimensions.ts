/** Translates dimensions to SQL: columns of a kind's table, and expressions derived from them. */
import { columns, type HitKind } from '../../../core/hits/columns.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../../../core/hits/url-parameters.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { type ComparedValue, containsText } from './filters.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = raw(
  String.raw`'^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)', 1, 'i'`,
);

const toHost = (referrer: Sql): Sql =>
  sql`nullif(rtrim(lower(regexp_extract(${referrer}, ${HOST})), '.'), '')`;

/**
 * Returns the decoded value of the first parameter with a name; undecoded where it is malformed. Most of the url is cut off
 * before the pattern is matched, which is several times as fast.
 */
const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const parameter = raw(`'${name}='`);
    const end = sql`substr(${url}, strpos(${url}, ${parameter}) - 1)`;
    const value = sql`replace(regexp_extract(${end}, ${raw(`'[?&]${name}=([^&#]+)', 1`)}), '+', ' ')`;
    const decoded = sql`nullif(trim(coalesce(try(url_decode(${value})), ${value})), '')`;
    return sql`case when contains(${url}, ${parameter}) then ${decoded} end`;
  };

/** Roll-ups have the column as text. */
const toDevice = (isMobile: Sql): Sql =>
  sql`case ${isMobile}::boolean when true then 'mobile' when false then 'desktop' else 'unknown' end`;

interface Derived {
  readonly from: string;
  readonly toKey: (column: Sql) => Sql;
  /** A cheap condition that holds for every column whose value contains the text. */
  readonly mayHave?: (column: Sql, text: string) => Sql;
}

const PARAMETERS = Object.fromEntries(
  PARAMETER_DIMENSIONS.map(name => [name, { from: 'url', toKey: toParameter(URL_PARAMETERS[name]) }]),
) as Readonly<Record<ParameterDimension, Derived>>;

const DERIVED: Readonly<Partial<Record<Dimension, Derived>>> = {
  referrer_host: { from: 'referrer', toKey: toHost, mayHave: containsText },
  ...PARAMETERS,
  device: { from: 'is_mobile', toKey: toDevice },
};

/** Returns the column that a dimension is, or is derived from. */
export const findBaseColumn = (dimension: Dimension): string => DERIVED[dimension]?.from ?? dimension;

/** Returns whether a dimension is derived from a column. */
export const isDerived = (dimension: Dimension): boolean => DERIVED[dimension] !== undefined;

/** Returns the expression of a dimension's value over its column. */
export const keyOf = (dimension: Dimension, column: Sql): Sql => DERIVED[dimension]?.toKey(column) ?? column;

/** Returns the value that filters on a dimension compare, over its column. */
export const toComparedValue = (dimension: Dimension, column: Sql): ComparedValue => {
  const mayHave = DERIVED[dimension]?.mayHave;
  return {
    value: keyOf(dimension, column),
    ...(mayHave && { mayContain: (text: string) => mayHave(column, text) }),
  };
};

/**
 * Finds the column of a kind that a dimension is, as text, or that it is derived from; undefined where the kind lacks it.
 */
export const findColumn = (kind: HitKind, dimension: Dimension): Sql | undefined => {
  const base = findBaseColumn(dimension);
  const column = columns.find(({ name, kinds }) => name === base && kinds.includes(kind));
  if (!column) return undefined;
  return raw(column.type === 'varchar' || isDerived(dimension) ? base : `${base}::varchar`);
};

/** Returns the value that filters on a dimension compare in rows of a kind; null where the kind lacks the column. */
export const findComparedValue = (kind: HitKind, dimension: Dimension): ComparedValue => {
  const column = findColumn(kind, dimension);
  return column ? toComparedValue(dimension, column) : { value: raw('null::varchar') };
};
