/** Statements of DuckDB, and how they are read and run. */
import { toDays } from '../../../core/days.ts';
import type { Span } from '../../../core/span.ts';
import * as fragment from '../../sql/fragment.ts';
import type { CopySession, SqlRow, SqlValue } from '../engine-types.ts';

/** A fragment of SQL. */
export type Sql = fragment.Sql;

/** Template tag: fragments are nested, anything else is bound as a value. */
export const sql: (texts: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]) => Sql = fragment.sql;

/** Returns trusted text, such as a column out of a closed list, as a fragment. Never text from a request. */
export const raw: (text: string) => Sql = fragment.raw;

/** Joins fragments with a separator. */
export const join: (pieces: readonly Sql[], separator: string) => Sql = fragment.join;

/** Returns the text of a statement with placeholders, and their values. */
export const toStatement = (
  statement: Sql,
): { readonly text: string; readonly values: readonly SqlValue[] } => {
  const { texts, values } = fragment.write(statement, 'duckdb');
  return { text: texts.join('?'), values: values as SqlValue[] };
};

/** Quotes a text as a literal, for statements that take no parameters, such as ATTACH. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns a text as a literal. */
export const literal = (text: string): Sql => raw(quoteLiteral(text));

/** Returns a file's name as an argument of a table function, with the wildcards escaped. */
export const fileLiteral = (file: string): Sql => literal(file.replace(/[*?[\\]/g, '[$&]'));

/** Reads rows by the text of a statement. */
interface Reader<Options> {
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[], options?: Options): Promise<Row[]>;
}

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
  <Options>(session: Reader<Options>, options?: Options): Read =>
  statement => {
    const { text, values } = toStatement(statement);
    return session.read(text, values, options);
  };

/** Returns whether there are rows, by the part of a statement from its FROM on. */
export const exists = async (read: Read, rows: Sql): Promise<boolean> => {
  const [found] = await read<{ readonly has: boolean }>(sql`select exists (select 1 ${rows}) as has`);
  return found?.has === true;
};

/** Returns the function that runs a fragment. */
export const toRun =
  (session: Pick<CopySession, 'run'>): Run =>
  statement => {
    const { text, values } = toStatement(statement);
    return session.run(text, values);
  };

/** Returns the condition for rows with one of these ids. */
export const isOneOf = (ids: readonly number[]): Sql => sql`id in (select unnest(${ids}::bigint[]))`;

/** Returns the condition that a column is within a span. */
export const within = (column: string, span: Span | null): Sql =>
  span === null ? raw('true') : sql`${raw(column)} >= ${span.start} and ${raw(column)} < ${span.end}`;

/** Returns the condition that a column of dates is in the days that a span is in. */
export const withinDays = (column: string, span: Span | null, zone?: string): Sql =>
  within(column, span && toDays(span, zone));
