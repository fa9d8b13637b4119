/** `combinations`: groups by the values of several dimensions. */
import type { Combination, Groups } from '../../../core/hits/answers.ts';
import { type CombinationsQuery, hasVisits, type Slice } from '../../../core/hits/query.ts';
import { type CombinationRow, nameKeys, toCombination, toNamed, toOrder } from '../../sql/combinations.ts';
import { join, raw, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { HIT_COUNTS } from './counts.ts';
import { withMatching } from './rows.ts';

/** Returns a page of the groups of a query, and the number of all. */
export async function queryCombinations(
  read: Read,
  query: CombinationsQuery & Slice,
): Promise<Groups<Combination>> {
  const { dimensions, named, kind, offset, limit } = query;
  const names = nameKeys(dimensions);
  const keys = dimensions.map(
    (dimension, index) =>
      sql`${toNamed(raw(`matching.${names[index]}`), named?.[dimension])} as ${raw(names[index] ?? '')}, `,
  );
  const by = raw(names.length === 0 ? '' : `group by ${names.join(', ')}`);
  const visitors = raw(hasVisits(kind) ? 'uniqExact(visitor_hash)' : '0');
  const groups = sql`${withMatching(query, { dimension: dimensions, needsVisits: true })},
    groups as (select ${join(keys, '')}${HIT_COUNTS}, ${visitors} as visitors, uniqExact(visit_id) as visits
      from matching ${by} having count() > 0)`;
  const rows = await read<CombinationRow>(sql`${groups} select *, count() over () as total from groups
    order by ${toOrder(query)} limit ${limit} offset ${offset}`);
  const isPastLast = rows.length === 0 && (offset > 0 || limit === 0);
  const [counted] = isPastLast
    ? await read<Pick<CombinationRow, 'total'>>(sql`${groups} select count() as total from groups`)
    : rows;
  return { rows: rows.map(row => toCombination(row, query)), total: counted?.total ?? 0 };
}
