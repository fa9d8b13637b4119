/** `campaigns`: what links brought, by the values that visits began with. Needs one transaction. */
import {
  CAMPAIGN_DIMENSIONS,
  type CampaignCounts,
  type CampaignsQuery,
} from '../../../core/hits/campaigns.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { type CampaignRow, toColumns, toCounts } from '../../campaign-counts.ts';
import { keyOf } from '../../sql/dimensions.ts';
import { join, type Read, raw, sql } from '../sql/sql.ts';
import { hasRowsOf } from './matching.ts';
import { readVisits, visitColumn } from './source.ts';

const NAMES = raw(CAMPAIGN_DIMENSIONS.join(', '));

/** Counts the visits that began with the values of each campaign, in one statement, and their visitors. */
export const queryCampaigns = async (
  read: Read,
  { siteId, span, zone, campaigns }: CampaignsQuery,
): Promise<CampaignCounts[]> => {
  if (campaigns.length === 0) return [];
  const query: HitQuery = { siteId, kind: 'hit', span, zone, attribution: 'visit', filters: [] };
  const columns = toColumns(campaigns);
  const [sources = []] = columns;
  const values = CAMPAIGN_DIMENSIONS.map(
    name => sql`coalesce(${keyOf(name, visitColumn, query)}, '') as ${raw(name)}`,
  );
  const asked = join(
    columns.map(texts => sql`unnest(${texts}::varchar[])`),
    ', ',
  );
  // Few visits have one of the sources: addresses are read of those alone.
  const rows = await readVisits<CampaignRow>(
    read,
    query,
    sql`select ${NAMES}, count(*) as visits, count(distinct visit_visitor_hash) as visitors
      from (select visit_visitor_hash, ${join(values, ', ')} from visit_rows
        where ${keyOf('source', visitColumn, query)} in (select unnest(${sources}::varchar[])) and ${hasRowsOf(query)})
      where (${NAMES}) in (select ${asked}) group by ${NAMES}`,
  );
  return toCounts(campaigns, rows);
};
