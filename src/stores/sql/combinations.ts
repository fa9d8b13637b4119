/** Reads combinations of values. */
import type { Combination, Groups } from '../../core/hits/answers.ts';
import { KEY_SEPARATOR, OTHER_PLACES } from '../../core/hits/places.ts';
import type { CombinationsQuery, Dimension, Slice } from '../../core/hits/query.ts';
import { isIn } from './dialect.ts';
import { join, raw, type Sql, sql } from './fragment.ts';
import { readGroups } from './group-page.ts';

/** Written as a literal: it is the same in both engines. */
const SEPARATOR = `'${KEY_SEPARATOR}'`;

const toText = (key: Sql): Sql => sql`coalesce(${key}, '')`;

/** Returns the value of a dimension, or that of all which are not named. */
export const toNamed = (
  dimension: Dimension,
  { named = [] }: Pick<CombinationsQuery, 'named'>,
  keyOf: (dimension: Dimension) => Sql,
): Sql => {
  const key = keyOf(dimension);
  const known = named.find(each => each.dimension === dimension);
  if (!known) return key;
  const compositeKey = join(
    known.keyDimensions.map(each => toText(keyOf(each))),
    ` || ${SEPARATOR} || `,
  );
  const isNamed = known.keys.length === 0 ? raw('false') : isIn(sql`(${compositeKey})`, known.keys);
  return sql`case when ${key} is null or ${isNamed} then ${key} else ${OTHER_PLACES} end`;
};

/** Names the columns of the values. */
export const nameKeys = (dimensions: readonly Dimension[]): string[] =>
  dimensions.map((_, index) => `key_${index}`);

/** Returns a page of the combinations in a table, and the number of all. */
export const readCombinations = async (
  read: <Found>(statement: Sql) => Promise<Found[]>,
  table: Sql,
  { dimensions, ...page }: CombinationsQuery & Slice,
): Promise<Groups<Combination>> => {
  const keys = nameKeys(dimensions);
  type Keys = Readonly<Record<string, string | null>>;
  const { rows, total } = await readGroups<Keys>(read, table, { ...page, keys });
  return {
    rows: rows.map(({ hits, unique_hits: uniqueHits, visitors, visits, ...values }) => ({
      keys: keys.map(name => (values as Keys)[name] ?? null),
      ...{ hits, uniqueHits, visitors, visits },
    })),
    total,
  };
};
