/** Translates filters to SQL, over any expression of the dimension. */
import type { Filter } from '../../../core/hits/query.ts';
import { toCondition } from '../../filter-condition.ts';
import { any, raw, type Sql, sql } from '../sql.ts';

/** Returns the condition that a text contains a part, ignoring case. */
export const containsText = (text: Sql, part: string): Sql =>
  sql`position(lowerUTF8(${text}), lowerUTF8(${part})) > 0`;

/** Returns the condition that a value matches; false where it is null and null does not match. */
const isMatch = (value: Sql, filter: Filter): Sql => {
  const { values, matchesNull, isContains } = toCondition(filter);
  const matches = isContains
    ? values.map(part => containsText(value, part))
    : values.length === 0
      ? []
      : [sql`${value} in (${values})`];
  return any([
    ...(matchesNull ? [sql`${value} is null`] : []),
    ...matches.map(match => sql`coalesce(${match}, false)`),
  ]);
};

/** Translates a filter on a value. */
export const toFilterSql = (value: Sql, filter: Filter): Sql =>
  toCondition(filter).isExcluding ? sql`not ${isMatch(value, filter)}` : isMatch(value, filter);

/** Translates a filter on several values, the array `sent`: any of them, or null where there is none, has to match. */
export const toFilterOfAny = (values: Sql, filter: Filter): Sql => {
  const { matchesNull, isExcluding } = toCondition(filter);
  const isAny = any([
    ...(matchesNull ? [sql`empty(${values})`] : []),
    sql`arrayExists(each -> ${isMatch(raw('each'), filter)}, ${values})`,
  ]);
  return isExcluding ? sql`not ${isAny}` : isAny;
};
