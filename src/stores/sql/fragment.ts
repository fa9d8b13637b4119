/**
 * Fragments of SQL with bound values, so that a value can never become a part of a statement's text. A fragment is a tree, which
 * is written for an engine at the end: only then is it known which one that is.
 */

/** The engines whose SQL differs. */
export type Engine = 'duckdb' | 'clickhouse';

/** A value that is bound. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly string[]
  | readonly number[]
  | readonly bigint[];

/** Texts, and between them fragments or values. */
interface Template {
  readonly texts: readonly string[];
  readonly parts: readonly (Value | Sql)[];
}

/** What each engine writes. */
interface ByEngine {
  readonly duckdb: Sql;
  readonly clickhouse: Sql;
}

/** A fragment of SQL: the same for both engines, or one for each. */
export type Sql = Template | ByEngine;

/** Template tag: fragments are nested, anything else is bound as a value. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Template => ({
  texts,
  parts,
});

/** Returns trusted text, such as a column out of a closed list, as a fragment. Never text from a request. */
export const raw = (text: string): Sql => ({ texts: [text], parts: [] });

/** Joins fragments with a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql => ({
  texts: ['', ...pieces.map((_, index) => (index < pieces.length - 1 ? separator : ''))],
  parts: pieces,
});

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

const isSql = (part: Value | Sql): part is Sql =>
  typeof part === 'object' && part !== null && ('texts' in part || 'duckdb' in part);

/** A statement: the texts between its values. */
export interface Written {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** Writes a fragment for an engine. */
export const write = (fragment: Sql, engine: Engine): Written => {
  const texts: string[] = [];
  const values: Value[] = [];
  let text = '';
  const add = (given: Sql): void => {
    const { texts: around, parts } = 'texts' in given ? given : sql`${given[engine]}`;
    for (const [index, each] of around.entries()) {
      text += each;
      const part = parts[index];
      if (part === undefined) continue;
      if (isSql(part)) add(part);
      else {
        texts.push(text);
        values.push(part);
        text = '';
      }
    }
  };
  add(fragment);
  return { texts: [...texts, text], values };
};
