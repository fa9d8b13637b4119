/** `revenue` and `propertyUses`: what the rows of a query sum up to beside their number. */
import type { GroupRevenue, PropertyUse } from '../../../core/hits/answers.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import { raw, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { withMatching } from './rows.ts';

/** Sums up the revenue of events by currency, and by the value of a dimension. */
export async function queryRevenue(
  read: Read,
  query: HitQuery,
  dimension?: Dimension,
): Promise<GroupRevenue[]> {
  if (query.kind !== 'event') return [];
  const tables = withMatching(query, { dimension, columns: ['revenue_amount', 'revenue_currency'] });
  const sums = await read<GroupRevenue>(sql`${tables}
    select cast(key as Nullable(String)) as key, assumeNotNull(revenue_currency) as currency, sum(assumeNotNull(revenue_amount)) as amount
    from matching where revenue_currency is not null group by key, currency order by key asc nulls last, currency`);
  return sums.map(({ key, currency, amount }) => ({ key, currency, amount }));
}

/** A name with the beginning of its value: a number as a whole. Within a text, quotation marks are escaped. */
const ELEMENT = String.raw`'"[A-Za-z0-9_.\\-]+":(?:["tf]|-?[0-9][0-9.eE+\\-]*)'`;

/** Returns the names of properties that rows of a query have. */
export async function queryPropertyUses(
  read: Read,
  query: HitQuery,
  maxNames: number,
): Promise<PropertyUse[]> {
  if (query.kind === 'agent_visit' || query.kind === 'engagement') return [];
  const uses = await read<
    Omit<PropertyUse, 'sum'> & { readonly sum: number | null }
  >(sql`${withMatching(query, { columns: ['properties'] })}
    select name, count() as rows, countIf(value in ('t', 'f')) as booleans, countIf(value not in ('t', 'f', '"')) as numbers,
      sum(ifNull(toFloat64OrNull(value), 0)) as sum
    from (select splitByChar('"', element)[2] as name, substring(element, length(name) + 4) as value
      from (select arrayJoin(extractAll(assumeNotNull(properties), ${raw(ELEMENT)})) as element
        from matching where properties is not null))
    group by name order by rows desc, name limit ${maxNames}`);
  // JSON has no infinity: an infinite sum arrives as null.
  return uses.map(({ name, rows, numbers, booleans, sum }) => ({
    ...{ name, rows, numbers, booleans },
    sum: sum ?? Number.NaN,
  }));
}
