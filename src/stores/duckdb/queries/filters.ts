/** Filters said in SQL, over whatever stands for the dimension. */
import type { Filter } from '../../../core/hits/query.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

/** What the forms of a filter have in common. */
export interface Condition {
  readonly values: readonly string[];
  /** Whether rows without a value are meant too. */
  readonly meansNull: boolean;
  /** Values are parts of a text, case ignored. */
  readonly isPart: boolean;
  /** What is meant is left out. */
  readonly isExcluding: boolean;
}

/** A filter as a condition. */
export const toCondition = (filter: Filter): Condition => {
  const condition = (values: readonly (string | null)[], isPart: boolean, isExcluding: boolean) => ({
    values: values.filter(value => value !== null),
    meansNull: values.includes(null),
    isPart,
    isExcluding,
  });
  if ('is' in filter) return condition([filter.is], false, false);
  if ('isNot' in filter) return condition([filter.isNot], false, true);
  if ('isAnyOf' in filter) return condition(filter.isAnyOf, false, false);
  if ('isNoneOf' in filter) return condition(filter.isNoneOf, false, true);
  if ('contains' in filter) return condition([filter.contains], true, false);
  if ('containsAnyOf' in filter) return condition(filter.containsAnyOf, true, false);
  return condition(filter.containsNone, true, true);
};

/** A text has a part, case ignored. */
export const hasPart = (text: Sql, part: string): Sql =>
  sql`contains(lower(${text}), lower(${part}::varchar))`;

/** One of several conditions; never true when there are none. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' or ')})`;

/** What a filter compares. */
export interface Value {
  readonly value: Sql;
  /** Quick to see, and true wherever the value has the text. */
  readonly mayHave?: (text: string) => Sql;
}

/** A value is one of those that a condition names, or has one of its parts; not true where it is null. */
export const isNamed = ({ value, mayHave }: Value, { values, isPart }: Condition): Sql => {
  if (values.length === 0) return raw('false');
  const list = join(
    values.map(text => sql`${text}`),
    ', ',
  );
  const is = isPart ? anyOf(values.map(part => hasPart(value, part))) : sql`${value} in (${list})`;
  return mayHave ? sql`(${anyOf(values.map(mayHave))} and ${is})` : is;
};

/** One filter, on the value given. */
export const toFilterSql = (compared: Value, filter: Filter): Sql => {
  const condition = toCondition(filter);
  const { values, meansNull, isExcluding } = condition;
  const { value } = compared;
  const isMeant = isNamed(compared, condition);
  if (!isExcluding) return meansNull ? anyOf([sql`${value} is null`, isMeant]) : isMeant;
  if (values.length === 0) return meansNull ? sql`${value} is not null` : raw('true');
  return meansNull ? sql`(${value} is not null and (${isMeant}) is not true)` : sql`(${isMeant}) is not true`;
};
