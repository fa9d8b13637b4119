/** Translates dimensions to SQL: columns, and expressions derived from them. */
import { type ColumnName, columns } from '../../../core/hits/columns.ts';
import type { Dimension, HitQuery, OfSite } from '../../../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../../../core/hits/url-parameters.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { toHost, toParameter } from './addresses.ts';
import { toChannel } from './channels.ts';

const toDevice = (isMobile: Sql): Sql =>
  sql`multiIf(${isMobile} is null, 'unknown', ${isMobile}, 'mobile', 'desktop')`;

/** Returns the expression of a column of some rows. */
export type ReadColumn = (name: ColumnName) => Sql;

interface Derived {
  readonly from: readonly ColumnName[];
  readonly toKey: (column: ReadColumn, site: OfSite) => Sql;
}

const PARAMETERS = Object.fromEntries(
  PARAMETER_DIMENSIONS.map((name): [string, Derived] => {
    const toKey = toParameter(URL_PARAMETERS[name]);
    return [name, { from: ['url'], toKey: column => toKey(column('url')) }];
  }),
) as Readonly<Record<ParameterDimension, Derived>>;

/** A row without a url is at the site's own address. */
const toHostname = (url: Sql, { siteHost }: OfSite): Sql =>
  siteHost === undefined ? toHost(url) : sql`coalesce(${toHost(url)}, ${siteHost})`;

const DERIVED: Readonly<Partial<Record<Dimension, Derived>>> = {
  referrer_host: { from: ['referrer'], toKey: column => toHost(column('referrer')) },
  hostname: { from: ['url'], toKey: (column, site) => toHostname(column('url'), site) },
  channel: { from: ['referrer', 'source', 'url'], toKey: toChannel },
  ...PARAMETERS,
  device: { from: ['is_mobile'], toKey: column => toDevice(column('is_mobile')) },
};

/** Returns the columns that a dimension is, or is derived from. */
export const listBaseColumns = (dimension: Dimension): readonly string[] =>
  DERIVED[dimension]?.from ?? [dimension];

const NULL = raw('cast(null as Nullable(String))');

/** Returns a dimension's value as text over its columns, which may have a prefix; null where the kind lacks one. */
export const keyOf = (query: Pick<HitQuery, 'kind'> & OfSite, dimension: Dimension, prefix = ''): Sql => {
  const bases = listBaseColumns(dimension);
  const found = columns.filter(({ name, kinds }) => bases.includes(name) && kinds.includes(query.kind));
  if (found.length < bases.length) return NULL;
  const column: ReadColumn = name => raw(`${prefix}${name}`);
  const key = DERIVED[dimension]?.toKey(column, query) ?? column(dimension as ColumnName);
  return sql`cast(${key} as Nullable(String))`;
};
