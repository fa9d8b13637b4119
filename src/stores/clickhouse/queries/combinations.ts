/** `combinations`: groups by the values of several dimensions. */
import type { Combination, Groups } from '../../../core/hits/answers.ts';
import { type CombinationsQuery, type Dimension, hasVisits, type Slice } from '../../../core/hits/query.ts';
import { nameKeys, readCombinations, toNamed } from '../../sql/combinations.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { HIT_COUNTS } from './counts.ts';
import { withMatching } from './rows.ts';

/** Selects the groups of a query. */
const selectGroups = (query: CombinationsQuery): Sql => {
  const { dimensions, kind } = query;
  const names = nameKeys(dimensions);
  const keyOf = (dimension: Dimension): Sql => raw(`matching.${names[dimensions.indexOf(dimension)]}`);
  const keys = dimensions.map(
    (dimension, index) => sql`${toNamed(dimension, query, keyOf)} as ${raw(names[index] ?? '')}, `,
  );
  const grouped = names.join(', ');
  const visitors = raw(hasVisits(kind) ? 'uniqExact(visitor_hash)' : '0');
  // Named in a select of their own: beside columns of the same names, groups would be of those.
  return sql`${withMatching(query, { dimension: dimensions, needsVisits: true })},
    named as (select ${join(keys, '')}is_unique, visitor_hash, visit_id from matching)
    select ${raw(grouped && `${grouped}, `)}${HIT_COUNTS}, ${visitors} as visitors, uniqExact(visit_id) as visits
      from named ${raw(grouped && `group by ${grouped}`)} having count() > 0`;
};

/** Returns a page of the groups of a query, and the number of all. */
export const queryCombinations = (
  read: Read,
  query: CombinationsQuery & Slice,
): Promise<Groups<Combination>> => readCombinations(read, sql`(${selectGroups(query)})`, query);
