/** `campaigns`: what links brought, by the values that visits began with. */
import {
  CAMPAIGN_DIMENSIONS,
  type CampaignCounts,
  type CampaignsQuery,
} from '../../../core/hits/campaigns.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { type CampaignRow, toColumns, toCounts } from '../../campaign-counts.ts';
import { listBaseColumns } from '../../sql/dimensions.ts';
import { join, raw, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { keyOf } from './dimensions.ts';
import type { VisitHints } from './stored-visits.ts';
import { wholeVisits } from './visits.ts';

const NAMES = raw(CAMPAIGN_DIMENSIONS.join(', '));
const FIRST = [...new Set(CAMPAIGN_DIMENSIONS.flatMap(name => [...listBaseColumns(name)]))];

/** Counts the visits that began with the values of each campaign, in one statement, and their visitors. */
export async function queryCampaigns(
  read: Read,
  { siteId, span, campaigns, ...hints }: CampaignsQuery & VisitHints,
): Promise<CampaignCounts[]> {
  if (campaigns.length === 0) return [];
  const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
  const columns = toColumns(campaigns);
  const [sources = []] = columns;
  const values = CAMPAIGN_DIMENSIONS.map(
    name => sql`ifNull(${keyOf(query, name, 'first_')}, '') as ${raw(name)}`,
  );
  const asked = join(
    columns.map(texts => sql`${texts}`),
    ', ',
  );
  const rows = await read<CampaignRow>(sql`
    with ${wholeVisits({ ...query, ...hints }, { first: FIRST, hasPages: false, hasSent: false })}
    select ${NAMES}, count() as visits, uniqExact(visitor_hash) as visitors
    from (select visitor_hash, ${join(values, ', ')} from own where visit_id is not null and ${keyOf(query, 'source', 'first_')} in ${sources})
    where (${NAMES}) in (select arrayJoin(arrayZip(${asked}))) group by ${NAMES}`);
  return toCounts(campaigns, rows);
}
