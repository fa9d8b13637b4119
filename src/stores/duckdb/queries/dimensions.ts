/** The dimensions of each kind said in SQL: columns of its table, and what follows from one of them. */
import { columns, type HitKind } from '../../../core/hits/columns.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { hasPart, type Value } from './filters.ts';

/** A scheme and a user, which a bare host and an app's address may lack, then the host up to its port or path. */
const HOST = raw(
  String.raw`'^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)', 1, 'i'`,
);

const hostOf = (referrer: Sql): Sql =>
  sql`nullif(rtrim(lower(regexp_extract(${referrer}, ${HOST})), '.'), '')`;

/**
 * Decoded value of the first parameter of a name that has one; as it stands where it decodes to no text. Most of an
 * address is cut off before the pattern sees it, which is several times as fast.
 */
const parameterOf =
  (name: string) =>
  (url: Sql): Sql => {
    const parameter = raw(`'${name}='`);
    const end = sql`substr(${url}, strpos(${url}, ${parameter}) - 1)`;
    const value = sql`replace(regexp_extract(${end}, ${raw(`'[?&]${name}=([^&#]+)', 1`)}), '+', ' ')`;
    const decoded = sql`nullif(trim(coalesce(try(url_decode(${value})), ${value})), '')`;
    return sql`case when contains(${url}, ${parameter}) then ${decoded} end`;
  };

const deviceOf = (isMobile: Sql): Sql =>
  sql`case when ${isMobile} then 'mobile' when not ${isMobile} then 'desktop' else 'unknown' end`;

interface Derived {
  readonly from: string;
  readonly keyOf: (column: Sql) => Sql;
  /** Quick to see, and true of every column whose value has the text. */
  readonly mayHave?: (column: Sql, text: string) => Sql;
}

const DERIVED: Readonly<Partial<Record<Dimension, Derived>>> = {
  referrer_host: { from: 'referrer', keyOf: hostOf, mayHave: hasPart },
  campaign: { from: 'url', keyOf: parameterOf('utm_campaign') },
  medium: { from: 'url', keyOf: parameterOf('utm_medium') },
  device: { from: 'is_mobile', keyOf: deviceOf },
};

/** The column that a dimension is, or follows from. */
export const baseOf = (dimension: Dimension): string => DERIVED[dimension]?.from ?? dimension;

/** Whether a dimension is more than its column. */
export const isDerived = (dimension: Dimension): boolean => DERIVED[dimension] !== undefined;

/** A dimension's value out of its column, wherever that stands. */
export const keyOf = (dimension: Dimension, column: Sql): Sql => DERIVED[dimension]?.keyOf(column) ?? column;

/** What filters on a dimension compare, out of its column. */
export const comparedOf = (dimension: Dimension, column: Sql): Value => {
  const mayHave = DERIVED[dimension]?.mayHave;
  return {
    value: keyOf(dimension, column),
    ...(mayHave && { mayHave: (text: string) => mayHave(column, text) }),
  };
};

/** The column of a kind's rows that a dimension is, or follows from; undefined where the kind has none. */
export const findColumn = (kind: HitKind, dimension: Dimension): Sql | undefined => {
  const base = baseOf(dimension);
  return columns.some(({ name, kinds }) => name === base && kinds.includes(kind)) ? raw(base) : undefined;
};

/** What filters on a dimension compare in a kind's rows: null where the kind has no such column. */
export const comparedIn = (kind: HitKind, dimension: Dimension): Value => {
  const column = findColumn(kind, dimension);
  return column ? comparedOf(dimension, column) : { value: raw('null::varchar') };
};
