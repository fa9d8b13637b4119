/** What combinations of values are read by. */
import type { Combination } from '../../core/hits/answers.ts';
import { OTHER_PLACES, PATH_SEPARATOR } from '../../core/hits/places.ts';
import type { CombinationsQuery, Dimension, GroupOrder } from '../../core/hits/query.ts';
import { isIn } from './dialect.ts';
import { join, raw, type Sql, sql } from './fragment.ts';

/** Written as a literal: it is the same in both engines. */
const SEPARATOR = `'${PATH_SEPARATOR}'`;

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
  const path = join(
    known.path.map(each => toText(keyOf(each))),
    ` || ${SEPARATOR} || `,
  );
  const isNamed = known.names.length === 0 ? raw('false') : isIn(sql`(${path})`, known.names);
  return sql`case when ${key} is null or ${isNamed} then ${key} else ${OTHER_PLACES} end`;
};

/** Names the columns of the values. */
export const nameKeys = (dimensions: readonly Dimension[]): string[] =>
  dimensions.map((_, index) => `key_${index}`);

const ORDERS: Readonly<Record<GroupOrder, string>> = { hits: 'hits', visitors: 'visitors', visits: 'visits' };

/** Returns what groups are ordered by. */
export const toOrder = ({ dimensions, orderBy = 'hits' }: CombinationsQuery): Sql =>
  join(
    [raw(`${ORDERS[orderBy]} desc`), ...nameKeys(dimensions).map(name => raw(`${name} asc nulls last`))],
    ', ',
  );

/** A row of the statement. */
export interface CombinationRow extends Omit<Combination, 'keys' | 'uniqueHits'> {
  readonly unique_hits: number;
  readonly total: number;
}

/** Returns the group of a row. */
export const toCombination = (
  row: CombinationRow,
  { dimensions }: Pick<CombinationsQuery, 'dimensions'>,
): Combination => {
  const values = row as unknown as Readonly<Record<string, string | null>>;
  const { hits, unique_hits: uniqueHits, visitors, visits } = row;
  return { keys: nameKeys(dimensions).map(name => values[name] ?? null), hits, uniqueHits, visitors, visits };
};
