/** `revenue` and `propertyUses`: what the rows of a query sum up to beside their number. Both need one transaction. */
import type { GroupRevenue, PropertyUse } from '../../../core/hits/answers.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import type { PropertyTexts } from '../../sql/properties.ts';
import { tableOf, toWhere } from '../queries/conditions.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { filtersVisits, isOfVisit, ownKey, selectMatching } from './matching.ts';
import { readVisits } from './source.ts';

/** Selects the revenue of events as `key`, `revenue_currency` and `revenue_amount`, over their visits. For `readVisits`. */
const selectRevenueByVisit = (query: HitQuery, dimension: Dimension | undefined): Sql => sql`
  select ${raw(dimension === undefined ? 'null::varchar as key' : 'key')}, revenue_currency, revenue_amount
  from (${selectMatching(query, dimension)}) join (
    select id, revenue_currency, revenue_amount from events
    where site_id = ${query.siteId} and ${within('created_at', query.span)} and revenue_currency is not null) using (id)`;

const selectRevenue = (query: HitQuery, dimension: Dimension | undefined): Sql => sql`
  select ${dimension === undefined ? raw('null::varchar') : ownKey(query, dimension)} as key, revenue_currency, revenue_amount
  from events where ${toWhere(query)} and revenue_currency is not null`;

/** Sums up the revenue of events by currency, and by the value of a dimension. */
export const queryRevenue = async (
  read: Read,
  query: HitQuery,
  dimension?: Dimension,
): Promise<GroupRevenue[]> => {
  if (query.kind !== 'event') return [];
  const toSums = (rows: Sql): Sql => sql`
    select key, revenue_currency as currency, sum(revenue_amount) as amount from (${rows})
    group by all order by key nulls last, currency`;
  return filtersVisits(query) || (dimension !== undefined && isOfVisit(query, dimension))
    ? readVisits<GroupRevenue>(read, query, toSums(selectRevenueByVisit(query, dimension)))
    : read<GroupRevenue>(toSums(selectRevenue(query, dimension)));
};

/** A name with the beginning of its value: a number as a whole. Within a text, quotation marks are escaped. */
const ELEMENT = String.raw`'"[A-Za-z0-9_.\-]+":(?:["tf]|-?[0-9][0-9.eE+\-]*)'`;

/** Whether rows of a query are known to share texts of properties. */
const sharesTexts = ({ sharesTexts: isKnown = false }: HitQuery & PropertyTexts): boolean => isKnown;

/** Returns the names of properties that rows of a query have. */
export const queryPropertyUses = async (
  read: Read,
  query: HitQuery,
  maxNames: number,
): Promise<PropertyUse[]> => {
  if (query.kind === 'agent_visit' || query.kind === 'engagement') return [];
  const isByVisit = filtersVisits(query);
  const rows = isByVisit
    ? sql`site_id = ${query.siteId} and id in (select id from (${selectMatching(query)}))`
    : toWhere(query);
  const texts = sql`from ${tableOf(query.kind)} where ${rows} and properties is not null`;
  // Where rows share texts, each is searched once.
  const counted = sharesTexts(query)
    ? sql`select properties, count(*) as rows ${texts} group by properties`
    : sql`select properties, 1 as rows ${texts}`;
  const statement = sql`
    select name, sum(rows)::bigint as rows, coalesce(sum(rows) filter (where value in ('t', 'f')), 0)::bigint as booleans,
      coalesce(sum(rows) filter (where value not in ('t', 'f', '"')), 0)::bigint as numbers,
      coalesce(sum(rows * try_cast(value as double)), 0) as sum
    from (select rows, split_part(element, '"', 2) as name, substr(element, length(name) + 4) as value
      from (select rows, unnest(regexp_extract_all(properties, ${raw(ELEMENT)})) as element from (${counted})))
    group by name order by rows desc, name limit ${maxNames}`;
  return isByVisit ? readVisits<PropertyUse>(read, query, statement) : read<PropertyUse>(statement);
};
