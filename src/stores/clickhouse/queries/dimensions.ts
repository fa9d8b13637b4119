/** Translates dimensions to SQL: columns, and expressions derived from them. */
import { columns, type HitKind } from '../../../core/hits/columns.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../../../core/hits/url-parameters.ts';
import { raw, type Sql, sql } from '../sql.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = String.raw`'(?i)^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\\\@]*@)?(?:www\\.)?(\\[[^\\]/?#]*\\]|[^/?#\\\\: ]*)'`;

const toHost = (referrer: Sql): Sql =>
  sql`nullIf(trim(trailing '.' from lowerUTF8(extract(coalesce(${referrer}, ''), ${raw(HOST)}))), '')`;

/** Returns the decoded value of the first parameter with a name; undecoded where it is malformed. */
const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const value = sql`replaceAll(extract(coalesce(${url}, ''), ${raw(`'[?&]${name}=([^&#]+)'`)}), '+', ' ')`;
    const decoded = sql`decodeURLComponent(${value})`;
    return sql`nullIf(trim(both ' ' from if(isValidUTF8(${decoded}), ${decoded}, ${value})), '')`;
  };

const toDevice = (isMobile: Sql): Sql =>
  sql`multiIf(${isMobile} is null, 'unknown', ${isMobile}, 'mobile', 'desktop')`;

interface Derived {
  readonly from: string;
  readonly toKey: (column: Sql) => Sql;
}

const PARAMETERS = Object.fromEntries(
  PARAMETER_DIMENSIONS.map(name => [name, { from: 'url', toKey: toParameter(URL_PARAMETERS[name]) }]),
) as Readonly<Record<ParameterDimension, Derived>>;

const DERIVED: Readonly<Partial<Record<Dimension, Derived>>> = {
  referrer_host: { from: 'referrer', toKey: toHost },
  ...PARAMETERS,
  device: { from: 'is_mobile', toKey: toDevice },
};

/** Returns the column that a dimension is, or is derived from. */
export const findBaseColumn = (dimension: Dimension): string => DERIVED[dimension]?.from ?? dimension;

const NULL = raw('cast(null as Nullable(String))');

/** Returns a dimension's value as text over its column, which may have a prefix; null where the kind lacks the column. */
export const keyOf = (kind: HitKind, dimension: Dimension, prefix = ''): Sql => {
  const base = findBaseColumn(dimension);
  const column = columns.find(({ name, kinds }) => name === base && kinds.includes(kind));
  if (!column) return NULL;
  const name = raw(`${prefix}${base}`);
  const key = DERIVED[dimension]?.toKey(name) ?? name;
  return sql`cast(${key} as Nullable(String))`;
};
