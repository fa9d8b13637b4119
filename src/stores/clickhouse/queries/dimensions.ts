/** Translates dimensions to SQL: columns, and expressions derived from them. */
import { type ColumnName, columns } from '../../../core/hits/columns.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Dimension, HitQuery, OfSite } from '../../../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../../../core/hits/url-parameters.ts';
import { toHost, toParameter } from '../../sql/addresses.ts';
import { raw, type Sql, sql } from '../../sql/fragment.ts';
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

/** Returns the value of a property: a text, or a number or truth value as it is written. */
const toProperty = (name: string): Derived => ({
  from: ['properties'],
  toKey: column => {
    const properties = sql`ifNull(${column('properties')}, '')`;
    // Numbers are taken as they are written: the parser knows no whole number of more than 64 bits.
    const written = `"${name.replaceAll('.', '[.]')}":([^,}]+)`;
    return sql`multiIf(position(${properties}, ${`"${name}":`}) = 0, null,
      JSONType(${properties}, ${name}) = 'String', JSONExtractString(${properties}, ${name}), extract(${properties}, ${written}))`;
  },
});

const findDerived = (dimension: Dimension): Derived | undefined => {
  const property = findPropertyName(dimension);
  return property === undefined ? DERIVED[dimension] : toProperty(property);
};

/** Returns the columns that a dimension is, or is derived from. */
export const listBaseColumns = (dimension: Dimension): readonly string[] =>
  findDerived(dimension)?.from ?? [dimension];

const NULL = raw('cast(null as Nullable(String))');

/** Returns a dimension's value as text over its columns, which may have a prefix; null where the kind lacks one. */
export const keyOf = (query: Pick<HitQuery, 'kind'> & OfSite, dimension: Dimension, prefix = ''): Sql => {
  const bases = listBaseColumns(dimension);
  const found = columns.filter(({ name, kinds }) => bases.includes(name) && kinds.includes(query.kind));
  if (found.length < bases.length) return NULL;
  const column: ReadColumn = name => raw(`${prefix}${name}`);
  const key = findDerived(dimension)?.toKey(column, query) ?? column(dimension as ColumnName);
  return sql`cast(${key} as Nullable(String))`;
};
