/** SQL fragments with values that the server binds, so that a value can never become a part of a statement's text. */
import type { Span } from '../../core/span.ts';
import { DAY_MS } from '../../lib/time-units.ts';

type Value = string | number | bigint | Date | readonly string[] | readonly number[] | readonly bigint[];

/** A fragment of SQL: texts, and between them values. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

const isSql = (part: Value | Sql): part is Sql => typeof part === 'object' && 'texts' in part;

/** Appends a fragment to texts and values under construction. */
const append = (
  texts: string[],
  values: Value[],
  { texts: [first = '', ...rest], values: more }: Sql,
): void => {
  texts.push(`${texts.pop() ?? ''}${first}`, ...rest);
  values.push(...more);
};

/** Template tag: nested fragments are inlined, anything else is bound as a value. */
export const sql = (given: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Sql => {
  const texts = [given[0] ?? ''];
  const values: Value[] = [];
  for (const [index, part] of parts.entries()) {
    append(texts, values, isSql(part) ? part : { texts: ['', ''], values: [part] });
    append(texts, values, raw(given[index + 1] ?? ''));
  }
  return { texts, values };
};

/** Returns trusted text, such as a column out of a closed list, as a fragment. Never text from a request. */
export const raw = (text: string): Sql => ({ texts: [text], values: [] });

/** Returns a text as a literal. */
export const literal = (text: string): Sql =>
  raw(`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);

/** Joins fragments with a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql => {
  const texts = [''];
  const values: Value[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) append(texts, values, raw(separator));
    append(texts, values, piece);
  }
  return { texts, values };
};

/** Joins conditions with `and`; true when there are none. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? raw('true')
    : join(
        conditions.map(each => sql`(${each})`),
        ' and ',
      );

/** Joins conditions with `or`; false when there are none. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' or ')})`;

const TYPES = {
  string: 'String',
  number: 'Int64',
  bigint: 'UInt64',
} as const;

const findType = (value: Value): string => {
  if (value instanceof Date) return "DateTime64(3, 'UTC')";
  if (typeof value !== 'object') return TYPES[typeof value as keyof typeof TYPES];
  return `Array(${TYPES[typeof (value[0] ?? 0) as keyof typeof TYPES]})`;
};

const toParameter = (value: Value): unknown => {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  return typeof value === 'bigint' ? String(value) : value;
};

/** Returns a statement's text with named parameters, and their values. */
export const toStatement = ({
  texts,
  values,
}: Sql): { readonly query: string; readonly query_params: Record<string, unknown> } => ({
  query: texts
    .map((text, index) => (index === 0 ? text : `{p${index}:${findType(values[index - 1] ?? 0)}}${text}`))
    .join(''),
  query_params: Object.fromEntries(values.map((value, index) => [`p${index + 1}`, toParameter(value)])),
});

/** The first and the last day that the type Date has, about: no row is before or after. */
const DATES = { first: 0, last: Date.UTC(2149, 0) };
export const toDay = (instant: number): Sql => {
  const day = new Date(Math.min(DATES.last, Math.max(DATES.first, instant))).toISOString().slice(0, 10);
  return raw(`toDate('${day}')`);
};
const isMidnight = (instant: Date): boolean => +instant % DAY_MS === 0;

/**
 * Returns the condition that `created_at` is within a span. Whole UTC days are conditions on the day, which the sums by day
 * that ClickHouse keeps are known by.
 */
export const within = (span: Span | null): Sql => {
  if (span === null) return raw('true');
  const { start, end } = span;
  return isMidnight(start) && isMidnight(end)
    ? sql`toDate(created_at) >= ${toDay(+start)} and toDate(created_at) < ${toDay(+end)}`
    : sql`created_at >= ${start} and created_at < ${end}`;
};

/** Returns the whole UTC days of a span; undefined without any. */
export const findWholeDays = ({ start, end }: Span): Span | undefined => {
  const whole = {
    start: new Date(Math.ceil(+start / DAY_MS) * DAY_MS),
    end: new Date(Math.floor(+end / DAY_MS) * DAY_MS),
  };
  return whole.start < whole.end ? whole : undefined;
};

/** Returns the conditions of `within` for the whole UTC days of a span and for the rest, of which every row matches one. */
export const partsWithin = (span: Span | null): Sql[] => {
  if (span === null) return [within(null)];
  const { start, end } = span;
  const whole = findWholeDays(span);
  if (!whole || (isMidnight(start) && isMidnight(end))) return [within(span)];
  const edges = [
    { start, end: whole.start },
    { start: whole.end, end },
  ].filter(edge => edge.start < edge.end);
  return [within(whole), any(edges.map(edge => sql`(${within(edge)})`))];
};
