/** What rows sum up to beside their number: the plain form of the SQL of the real engines. */
import { nameSource } from '../../src/core/channels/name-sources.ts';
import type { GroupRevenue, PropertyUse } from '../../src/core/hits/answers.ts';
import type { AnswerTable } from '../../src/core/hits/ask.ts';
import {
  CAMPAIGN_DIMENSIONS,
  type CampaignDimension,
  type CampaignValues,
} from '../../src/core/hits/campaigns.ts';
import { parseProperties } from '../../src/core/hits/properties.ts';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { keyOf, type Surroundings } from './memory-dimensions.ts';
import { compareTexts } from './memory-rows.ts';
import { listVisits } from './memory-visits.ts';

/** Revenue by the value of each row, and by currency. */
const sumRevenue = (rows: readonly StoredHit[], keyOf: (row: StoredHit) => string | null): GroupRevenue[] => {
  const sums = new Map<string, GroupRevenue>();
  for (const row of rows) {
    const { revenueAmount, revenueCurrency: currency } = row;
    if (revenueAmount === null || currency === null) continue;
    const key = keyOf(row);
    const id = JSON.stringify([key, currency]);
    sums.set(id, { key, currency, amount: (sums.get(id)?.amount ?? 0) + revenueAmount });
  }
  return [...sums.values()].sort(
    (a, b) => compareTexts(a.key, b.key) || compareTexts(a.currency, b.currency),
  );
};

/** Names of properties with their use, the commonest first. */
const countProperties = (rows: readonly StoredHit[]): PropertyUse[] => {
  const uses = new Map<string, PropertyUse>();
  for (const [name, value] of rows.flatMap(row => Object.entries(parseProperties(row.properties) ?? {}))) {
    const use = uses.get(name) ?? { name, rows: 0, numbers: 0, booleans: 0, sum: 0 };
    uses.set(name, {
      name,
      rows: use.rows + 1,
      numbers: use.numbers + Number(typeof value === 'number'),
      booleans: use.booleans + Number(typeof value === 'boolean'),
      sum: use.sum + (typeof value === 'number' ? value : 0),
    });
  }
  return [...uses.values()].sort((a, b) => b.rows - a.rows || compareTexts(a.name, b.name));
};

/** The value of a row that came through a link. */
const nameOf = (dimension: CampaignDimension, values: CampaignValues): string | null =>
  dimension === 'source' && values.source !== null ? nameSource(values.source) : values[dimension];

type Sums = Pick<AnswerTable['groups'], 'campaigns' | 'revenue'> & Pick<AnswerTable['facts'], 'properties'>;

/** The reads of sums, over the rows that match a query. */
export const createMemorySums = (
  select: (query: HitQuery) => readonly StoredHit[],
  surroundings: (query: HitQuery) => Surroundings,
): Sums => ({
  revenue: async query =>
    sumRevenue(query.kind === 'event' ? select(query) : [], row =>
      query.dimension ? keyOf(row, query.dimension, surroundings(query)) : null,
    ),
  campaigns: async ({ siteId, span, campaigns }) =>
    campaigns.map(values => {
      const filters = CAMPAIGN_DIMENSIONS.map(dimension => ({ dimension, is: nameOf(dimension, values) }));
      const query: HitQuery = { siteId, kind: 'hit', attribution: 'visit', span, filters };
      const visits = listVisits(select(query), surroundings(query).visits);
      const visitors = new Set(visits.map(({ rows }) => rows[0]?.visitorHash));
      return { visits: visits.length, visitors: visitors.size };
    }),
  properties: async query => countProperties(select(query)).slice(0, query.maxNames),
});
