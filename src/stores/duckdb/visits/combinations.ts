/** `combinations`: groups by the values of several dimensions, from rows. Needs one transaction. */
import type { Combination, Groups } from '../../../core/hits/answers.ts';
import { type CombinationsQuery, type Dimension, hasVisits, type Slice } from '../../../core/hits/query.ts';
import { nameKeys, readCombinations, toNamed } from '../../sql/combinations.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { selectVisitorPages } from '../queries/visitors-by-page.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { selectMatchingBy } from './matching.ts';
import { readVisits } from './source.ts';

/** Selects the groups of a query. Pages of visitors stand beside rows, the other values are in a list of each row. */
const selectGroups = (query: CombinationsQuery): Sql => {
  const { dimensions, kind, attribution } = query;
  const ends = dimensions.map(dimension =>
    attribution === 'visit' ? undefined : findJourneyEnd(kind, dimension),
  );
  const names = nameKeys(dimensions);
  const keyOf = (dimension: Dimension): Sql => {
    const index = dimensions.indexOf(dimension);
    return raw(ends[index] ? `pages_${index}.key` : `matching.key[${index + 1}]`);
  };
  const keys = dimensions.map(
    (dimension, index) => sql`${toNamed(dimension, query, keyOf)} as ${raw(names[index] ?? '')}`,
  );
  const joins = ends.map((end, index) =>
    end
      ? sql` left join (${selectVisitorPages(query, end)}) ${raw(`pages_${index} on pages_${index}.visitor_hash = matching.visitor_hash`)}`
      : raw(''),
  );
  const visitors = raw(hasVisits(kind) ? 'count(distinct visitor_hash)' : '0::bigint');
  return sql`select ${raw(names.map(name => `${name}, `).join(''))}count(*) as hits, count(*) filter (where is_unique) as unique_hits,
      ${visitors} as visitors, count(distinct visit_id) as visits
    from (select ${join([...keys, raw('is_unique, matching.visitor_hash, visit_id')], ', ')}
      from (${selectMatchingBy(query, dimensions)}) matching${join(joins, '')})
    group by all having count(*) > 0`;
};

/** Returns a page of the groups of a query, and the number of all. */
export const queryCombinations = (
  read: Read,
  query: CombinationsQuery & Slice,
): Promise<Groups<Combination>> =>
  readCombinations(statement => readVisits(read, query, statement), sql`(${selectGroups(query)})`, query);
