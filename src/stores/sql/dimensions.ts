/** Translates dimensions to SQL: columns of a kind's table, and expressions derived from them. */
import { type ColumnName, columns, type HitKind } from '../../core/hits/columns.ts';
import { findPropertyName } from '../../core/hits/properties.ts';
import type { Dimension, OfSite } from '../../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../../core/hits/url-parameters.ts';
import { foldCase as foldText } from '../../lib/fold-case.ts';
import { toAsciiHost } from '../../lib/punycode.ts';
import { toHost, toParameter } from './addresses.ts';
import { equalsChannel, type KnownChannels, mayBeChannel, toChannel } from './channels.ts';
import { foldCase, isSameFolded, startsWith } from './dialect.ts';
import { type ComparedValue, containsText } from './filters.ts';
import { type Sql, sql } from './fragment.ts';
import { hasPropertyValue, type PropertyTexts, toPropertyValue } from './properties.ts';

/** Returns the expression of a column of some rows; `channel` is the stored one, null where there is none. */
export type ReadColumn = (name: ColumnName | 'channel') => Sql;

/** On DuckDB sums have the column as text, beside the keys of others. */
const toDevice = (column: Sql): Sql => {
  const isMobile: Sql = { duckdb: sql`try_cast(${column} as boolean)`, clickhouse: column };
  return sql`case when ${isMobile} then 'mobile' when not ${isMobile} then 'desktop' else 'unknown' end`;
};

/** What of a query the expressions of dimensions depend on. */
export type OfQuery = OfSite & PropertyTexts & KnownChannels;

interface Derived {
  readonly from: readonly ColumnName[];
  readonly toKey: (column: ReadColumn, query: OfQuery) => Sql;
  /** A cheap condition that holds for every row whose value contains the text. */
  readonly mayHave?: (column: ReadColumn, text: string) => Sql;
  /** Returns the value that a filter means by a text. */
  readonly fold?: (text: string) => string;
  /** The condition that the value is a text, where that is known without the value; undefined for another text. */
  readonly equals?: (column: ReadColumn, text: string, query: OfQuery) => Sql | undefined;
}

const PARAMETERS = Object.fromEntries(
  PARAMETER_DIMENSIONS.map((name): [string, Derived] => {
    const toKey = toParameter(URL_PARAMETERS[name]);
    return [name, { from: ['url'], toKey: column => toKey(column('url')) }];
  }),
) as Readonly<Record<ParameterDimension, Derived>>;

const toHostname = (column: ReadColumn, { siteHosts }: OfSite): Sql =>
  siteHosts?.[0] === undefined
    ? toHost(column('url'))
    : sql`coalesce(${toHost(column('url'))}, ${siteHosts[0]})`;

/** A host as it is written in nearly all urls. */
const PLAIN_HOST = /^(?!www\.)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Matches by prefix first, since most urls begin with the host of the filter: that costs less than extracting the host. */
const equalsHostname = (column: ReadColumn, text: string, site: OfSite): Sql | undefined =>
  PLAIN_HOST.test(text)
    ? sql`(${startsWith(column('url'), sql`${`https://${text}/`}`)} or ${toHostname(column, site)} = ${text})`
    : undefined;

const DERIVED: Readonly<Partial<Record<Dimension, Derived>>> = {
  referrer_host: {
    from: ['referrer'],
    toKey: column => toHost(column('referrer')),
    fold: toAsciiHost,
    mayHave: (column, text) => containsText(column('referrer'), text),
  },
  source: {
    from: ['source'],
    toKey: column => foldCase(column('source')),
    fold: foldText,
    equals: (column, text) => isSameFolded(column('source'), text),
  },
  written_source: { from: ['source'], toKey: column => column('source') },
  // A row without a url is at the site's own address.
  hostname: {
    from: ['url'],
    toKey: toHostname,
    fold: toAsciiHost,
    equals: equalsHostname,
  },
  channel: {
    from: ['referrer', 'source', 'url'],
    toKey: toChannel,
    mayHave: mayBeChannel,
    equals: equalsChannel,
  },
  ...PARAMETERS,
  device: { from: ['is_mobile'], toKey: column => toDevice(column('is_mobile')) },
};

const toProperty = (name: string): Derived => ({
  from: ['properties'],
  toKey: (column, query) => toPropertyValue(column('properties'), name, query),
  equals: (column, value) => hasPropertyValue(column('properties'), name, value),
});

const findDerived = (dimension: Dimension): Derived | undefined => {
  const property = findPropertyName(dimension);
  return property === undefined ? DERIVED[dimension] : toProperty(property);
};

/** Returns the columns that a dimension is, or is derived from. */
export const listBaseColumns = (dimension: Dimension): readonly string[] =>
  findDerived(dimension)?.from ?? [dimension];

/** Returns the one column that a dimension is, or is derived from; undefined where it is derived from several. */
export const findBaseColumn = (dimension: Dimension): string | undefined => {
  const [first, ...others] = listBaseColumns(dimension);
  return others.length === 0 ? first : undefined;
};

/** Returns whether a dimension is derived from columns. */
export const isDerived = (dimension: Dimension): boolean => findDerived(dimension) !== undefined;

/** Returns the expression of a dimension's value over its columns. */
export const keyOf = (dimension: Dimension, column: ReadColumn, query: OfQuery): Sql =>
  findDerived(dimension)?.toKey(column, query) ?? column(dimension as ColumnName);

/** Returns whether rows are grouped by the column that a dimension is derived from first: few values are left to derive from. */
export const isGroupedByColumn = (dimension: Dimension): boolean =>
  isDerived(dimension) && listBaseColumns(dimension).length === 1;

/** Returns the value that rows are grouped by: the one column that a dimension is derived from, or its value. */
export const toGroupKey = (dimension: Dimension, column: ReadColumn, query: OfQuery): Sql => {
  const [base, ...others] = findDerived(dimension)?.from ?? [];
  return base && others.length === 0 ? column(base) : keyOf(dimension, column, query);
};

/** Returns the value that filters on a dimension compare, over its columns. */
export const toComparedValue = (dimension: Dimension, column: ReadColumn, query: OfQuery): ComparedValue => {
  const { mayHave, equals, fold } = findDerived(dimension) ?? {};
  return {
    value: keyOf(dimension, column, query),
    ...(fold && { fold }),
    ...(mayHave && { mayContain: (text: string) => mayHave(column, text) }),
    ...(equals && { equals: (text: string) => equals(column, text, query) }),
  };
};

/** Returns what filters on a dimension compare, over a text that is a value of it; of sources, one as it is written. */
export const toComparedText = (dimension: Dimension, text: Sql): ComparedValue => {
  const fold = findDerived(dimension)?.fold;
  return { value: dimension === 'source' ? foldCase(text) : text, ...(fold && { fold }) };
};

/** Returns whether rows of a kind have all columns of a dimension. */
export const hasColumns = (kind: HitKind, dimension: Dimension): boolean => {
  const bases = listBaseColumns(dimension);
  return (
    columns.filter(({ name, kinds }) => bases.includes(name) && kinds.includes(kind)).length >= bases.length
  );
};
