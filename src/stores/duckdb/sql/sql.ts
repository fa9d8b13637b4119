/** SQL fragments with bound values, so that a value can never become a part of a statement's text. */
import { toDays } from '../../../core/days.ts';
import type { Span } from '../../../core/span.ts';
import type { CopySession, SqlRow, SqlValue } from '../engine-types.ts';

/** A fragment of SQL and the values of its placeholders, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isSql = (part: SqlValue | Sql): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part;

/** Template tag: nested fragments are inlined, anything else is bound as a value. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql => {
  let text = texts[0] ?? '';
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (isSql(part)) values.push(...part.values);
    else values.push(part);
    text += (isSql(part) ? part.text : '?') + (texts[index + 1] ?? '');
  }
  return { text, values };
};

/** Returns trusted text, such as a column out of a closed list, as a fragment. Never text from a request. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Quotes a text as a literal, for statements that take no parameters, such as ATTACH. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns a text as a literal. */
export const literal = (text: string): Sql => raw(quoteLiteral(text));

/** Returns a file's name as an argument of a table function, with the wildcards escaped. */
export const fileLiteral = (file: string): Sql => literal(file.replace(/[*?[\\]/g, '[$&]'));

/** Joins fragments with a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql => ({
  text: pieces.map(piece => piece.text).join(separator),
  values: pieces.flatMap(piece => piece.values),
});

/** Runs a statement and returns its rows. */
export type Read = <Row = SqlRow>(statement: Sql) => Promise<Row[]>;

/** Reads of one query: a transaction costs as much as a simple statement. */
export interface Reads {
  /** Runs a statement by itself. */
  readonly read: Read;
  /** Runs statements that have to see the same rows. */
  inTransaction<T>(work: (read: Read) => Promise<T>): Promise<T>;
}

/** Returns the reads of a query within a transaction that it shares. */
export const withinTransaction = (read: Read): Reads => ({ read, inTransaction: work => work(read) });

/** Runs a statement within a change or a rebuild and returns how many rows it changed. */
export type Run = (statement: Sql) => Promise<number>;

/** Returns the function that reads rows by a fragment. */
export const toRead =
  (session: Pick<CopySession, 'read'>): Read =>
  ({ text, values }) =>
    session.read(text, values);

/** Returns whether there are rows, by the part of a statement from its FROM on. */
export const exists = async (read: Read, rows: Sql): Promise<boolean> => {
  const [found] = await read<{ readonly has: boolean }>(sql`select exists (select 1 ${rows}) as has`);
  return found?.has === true;
};

/** Returns the function that runs a fragment. */
export const toRun =
  (session: Pick<CopySession, 'run'>): Run =>
  ({ text, values }) =>
    session.run(text, values);

/** Returns the condition for rows with one of these ids. */
export const isOneOf = (ids: readonly number[]): Sql => sql`id in (select unnest(${ids}::bigint[]))`;

/** Returns the condition that a column is within a span. */
export const within = (column: string, span: Span | null): Sql =>
  span === null ? raw('true') : sql`${raw(column)} >= ${span.start} and ${raw(column)} < ${span.end}`;

/** Returns the condition that a column of dates is in the days that a span is in. */
export const withinDays = (column: string, span: Span | null, zone?: string): Sql =>
  within(column, span && toDays(span, zone));
