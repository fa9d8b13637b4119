/** Statements put together from pieces, so that a value can never become a part of their text. */
import type { SqlRow, SqlValue } from '../engine-types.ts';

/** A piece of SQL and the values of its question marks, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isSql = (part: SqlValue | Sql): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part;

/** A piece of SQL: a nested piece is put in its place, anything else is bound as a value. */
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

/** A name or keyword written by us, such as a column out of a closed list. Never text from a request. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Pieces with a separator between them. */
export const join = (pieces: readonly Sql[], separator: string): Sql => ({
  text: pieces.map(piece => piece.text).join(separator),
  values: pieces.flatMap(piece => piece.values),
});

/** Asks one statement of a connection and gives its rows. */
export type Read = <Row = SqlRow>(statement: Sql) => Promise<Row[]>;

/** Runs a statement of ours within a change or a rebuild and says how many rows it changed. */
export type Run = (statement: Sql) => Promise<number>;

/** Rows that have one of these ids. */
export const isOneOf = (ids: readonly number[]): Sql => sql`id in (select unnest(${ids}::bigint[]))`;
