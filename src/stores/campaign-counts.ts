/** Presents the counts of campaigns in the order of a query, as every engine answers them. */
import { nameSource } from '../core/channels/name-sources.ts';
import {
  CAMPAIGN_DIMENSIONS,
  type CampaignCounts,
  type CampaignDimension,
  type CampaignValues,
} from '../core/hits/campaigns.ts';
import { foldCase } from '../lib/fold-case.ts';

/** A campaign as a statement answers it: texts, empty for no value. No row has an empty value. */
export type CampaignRow = CampaignCounts & Readonly<Record<CampaignDimension, string>>;

type Texts = Readonly<Record<CampaignDimension, string | null>>;

/** Returns the texts of a campaign's values, as rows have them: sources have one name, whatever the link calls them. */
const toTexts = ({ source, ...values }: Texts): string[] => {
  const texts = { ...values, source: source && foldCase(nameSource(source)) };
  return CAMPAIGN_DIMENSIONS.map(name => texts[name] ?? '');
};

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
