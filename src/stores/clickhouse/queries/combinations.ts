/** `combinations`: groups by the values of several dimensions. */
import type { Combination, Groups } from '../../../core/hits/answers.ts';
import { type CombinationsQuery, type Dimension, hasVisits, type Slice } from '../../../core/hits/query.ts';
import { type CombinationRow, nameKeys, toCombination, toNamed, toOrder } from '../../sql/combinations.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { HIT_COUNTS } from './counts.ts';
import { withMatching } from './rows.ts';

/** Returns a page of the groups of a query, and the number of all. */
export async function queryCombinations(
  read: Read,
  query: CombinationsQuery & Slice,
): Promise<Groups<Combination>> {
  const { dimensions, kind, offset, limit } = query;
  const names = nameKeys(dimensions);
  const keyOf = (dimension: Dimension): Sql => raw(`matching.${names[dimensions.indexOf(dimension)]}`);
  const keys = dimensions.map(
    (dimension, index) => sql`${toNamed(dimension, query, keyOf)} as ${raw(names[index] ?? '')}, `,
  );
  const grouped = names.join(', ');
  const visitors = raw(hasVisits(kind) ? 'uniqExact(visitor_hash)' : '0');
  // Named in a select of their own: beside columns of the same names, groups would be of those.
  const groups = sql`${withMatching(query, { dimension: dimensions, needsVisits: true })},
    named as (select ${join(keys, '')}is_unique, visitor_hash, visit_id from matching),
    groups as (select ${raw(grouped && `${grouped}, `)}${HIT_COUNTS}, ${visitors} as visitors, uniqExact(visit_id) as visits
      from named ${raw(grouped && `group by ${grouped}`)} having count() > 0)`;
  const rows = await read<CombinationRow>(sql`${groups} select *, count() over () as total from groups
    order by ${toOrder(query)} limit ${limit} offset ${offset}`);
  const isPastLast = rows.length === 0 && (offset > 0 || limit === 0);
  const [counted] = isPastLast
    ? await read<Pick<CombinationRow, 'total'>>(sql`${groups} select count() as total from groups`)
    : rows;
  return { rows: rows.map(row => toCombination(row, query)), total: counted?.total ?? 0 };
}
