/** Presents the counts of campaigns in the order of a query, as every engine answers them. */
import {
  CAMPAIGN_DIMENSIONS,
  type CampaignCounts,
  type CampaignDimension,
  type CampaignValues,
} from '../core/hits/campaigns.ts';

/** A campaign as a statement answers it: texts, empty for no value. No row has an empty value. */
export type CampaignRow = CampaignCounts & Readonly<Record<CampaignDimension, string>>;

type Texts = Readonly<Record<CampaignDimension, string | null>>;

const toTexts = (values: Texts): string[] => CAMPAIGN_DIMENSIONS.map(name => values[name] ?? '');

/** Returns a list of the texts of each dimension, which a statement takes as a table: those of each campaign once. */
export const toColumns = (campaigns: readonly CampaignValues[]): string[][] => {
  const different = new Map(campaigns.map(values => [JSON.stringify(toTexts(values)), toTexts(values)]));
  return CAMPAIGN_DIMENSIONS.map((_, index) => [...different.values()].map(texts => texts[index] ?? ''));
};

/** Returns the counts of campaigns, in their order. */
export const toCounts = (
  campaigns: readonly CampaignValues[],
  rows: readonly CampaignRow[],
): CampaignCounts[] => {
  const found = new Map(rows.map(row => [JSON.stringify(toTexts(row)), row]));
  return campaigns.map(values => {
    const { visits = 0, visitors = 0 } = found.get(JSON.stringify(toTexts(values))) ?? {};
    return { visits, visitors };
  });
};
