/** Statements of ClickHouse: how values are bound, and the days and instants of rows. */
import {
  areMidnights,
  coverDays,
  DEFAULT_ZONE,
  dateOf,
  listOffsets,
  nextMidnight,
  toMidnight,
} from '../../core/days.ts';
import type { Span } from '../../core/span.ts';
import { memoizeByText } from '../../lib/memoize.ts';
import { SECOND_MS } from '../../lib/time-units.ts';
import { any, raw, type Sql, sql, type Value, write } from '../sql/fragment.ts';

const TYPES = {
  string: 'String',
  number: 'Int64',
  bigint: 'UInt64',
  boolean: 'Bool',
} as const;

const findType = (value: Exclude<Value, Date>): string => {
  if (value === null) return 'Nullable(Nothing)';
  if (typeof value !== 'object') return TYPES[typeof value as keyof typeof TYPES];
  return `Array(${TYPES[typeof (value[0] ?? 0) as keyof typeof TYPES]})`;
};

const toParameter = (value: Value): unknown => {
  if (value instanceof Date) return +value;
  return typeof value === 'bigint' ? String(value) : value;
};

/** Characters of a list up to which it is a parameter: parameters are in the address of a request, texts of statements are not. */
const MAX_PARAMETER_LENGTH = 60_000;

type List = Extract<Value, readonly unknown[]>;
const isLong = (value: Value): value is List =>
  Array.isArray(value) && encodeURIComponent(value.join()).length > MAX_PARAMETER_LENGTH;

const toLiteral = (value: List[number]): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);

const toList = (values: List): string => `[${values.map(toLiteral).join(',')}]::${findType(values)}`;

/** Returns a value in a statement. An instant is sent as a number: a subquery reads the text of one in 1970 as a year. */
const toPlaceholder = (name: string, value: Value): string => {
  if (value instanceof Date) return `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;
  return isLong(value) ? toList(value) : `{${name}:${findType(value)}}`;
};

/** Returns a statement's text with named parameters, and their values. */
export const toStatement = (
  statement: Sql,
): { readonly query: string; readonly query_params: Record<string, unknown> } => {
  const { texts, values } = write(statement, 'clickhouse');
  const written = values.map((value, index) => toPlaceholder(`p${index + 1}`, value));
  const parameters = values.flatMap((value, index) =>
    isLong(value) ? [] : [[`p${index + 1}`, toParameter(value)] as const],
  );
  return {
    query: texts.map((text, index) => `${text}${written[index] ?? ''}`).join(''),
    query_params: Object.fromEntries(parameters),
  };
};

/** What a statement has to know of the days of a site's rows. */
export interface OfDays {
  /** The zone whose midnights begin them. Default: UTC. */
  readonly zone?: string | undefined;
  /** False while `day` may be the date in another zone. */
  readonly hasStoredDays?: boolean | undefined;
}

/** Says that rows are found by instants: those of several sites, or few. */
export const BY_INSTANT: OfDays = { hasStoredDays: false };

/** The first and the last day that the type Date has, about: no row is before or after. */
const DATES = { first: 0, last: Date.UTC(2149, 0) };
const toDate = (instant: Date, { zone }: OfDays): Sql => {
  const date = +dateOf(new Date(Math.min(DATES.last, Math.max(DATES.first, +instant))), zone);
  return raw(`toDate('${new Date(date).toISOString().slice(0, 10)}')`);
};

/** Returns the condition that a date is one of a span of whole days. */
export const isDayWithin = ({ start, end }: Span, days: OfDays): Sql =>
  sql`day >= ${toDate(start, days)} and day < ${toDate(end, days)}`;

/** Returns the expression of the date of rows of a span in a zone, from their instants. */
const toDateOfRow = (zone: string, span: Span): string => {
  const offsets = listOffsets(span, zone).map(({ from, offsetMs }) => [+from, offsetMs / SECOND_MS] as const);
  const [[, first], ...later] = offsets as [(typeof offsets)[0], ...typeof offsets];
  const cases = later
    .toReversed()
    .map(([from, seconds]) => `created_at >= fromUnixTimestamp64Milli(${from}, 'UTC'), ${seconds}, `);
  return `toDate(addSeconds(created_at, multiIf(${cases.join('')}false, 0, ${first})))`;
};

/** Clocks are looked up until then. */
const CLOCKS_END = new Date(Date.UTC(2050, 0));
const toDateOfAny = memoizeByText((zone: string) =>
  toDateOfRow(zone, { start: new Date(DATES.first), end: CLOCKS_END }),
);

/** Returns the expression of the day of a row, which is on one of the days of the span if there is one. */
export const dayOf = ({
  zone = DEFAULT_ZONE,
  hasStoredDays = true,
  span = null,
}: OfDays & { readonly span?: Span | null }): Sql => {
  if (hasStoredDays) return raw('day');
  return raw(span ? toDateOfRow(zone, coverDays(span, zone)) : toDateOfAny(zone));
};

/**
 * Returns the condition that `created_at` is within a span. Whole days of the site are conditions on the day, which the sums by
 * day that ClickHouse keeps are known by.
 */
export const within = (span: Span | null, days: OfDays): Sql => {
  if (span === null) return raw('true');
  const { start, end } = span;
  return days.hasStoredDays !== false && areMidnights([start, end], days.zone)
    ? isDayWithin(span, days)
    : sql`created_at >= ${start} and created_at < ${end}`;
};

/** Returns the whole days of a span; undefined without any. */
export const findWholeDays = ({ start, end }: Span, { zone }: OfDays): Span | undefined => {
  const whole = { start: nextMidnight(start, zone), end: toMidnight(end, zone) };
  return whole.start < whole.end ? whole : undefined;
};

/** Returns the conditions of `within` for the whole days of a span and for the rest, of which every row matches one. */
export const partsWithin = (span: Span | null, days: OfDays): Sql[] => {
  const whole = span && findWholeDays(span, days);
  if (!(span && whole) || days.hasStoredDays === false) return [within(span, days)];
  const edges = [
    { start: span.start, end: whole.start },
    { start: whole.end, end: span.end },
  ].filter(edge => edge.start < edge.end);
  return [
    within(whole, days),
    ...(edges.length > 0 ? [any(edges.map(edge => sql`(${within(edge, BY_INSTANT)})`))] : []),
  ];
};
