/** Campaigns, by the parameters that links of theirs have, and what each brought. */
import type { Span } from '../span.ts';
import type { OfSite } from './query.ts';
import { PARAMETER_DIMENSIONS } from './url-parameters.ts';

/** Dimensions that the parameters of a link become. */
export const CAMPAIGN_DIMENSIONS = ['source', ...PARAMETER_DIMENSIONS] as const;
export type CampaignDimension = (typeof CAMPAIGN_DIMENSIONS)[number];

/** The values of a link's parameters; null for none. */
export type CampaignValues = Readonly<Record<CampaignDimension, string | null>>;

/** Visits that began with the values of campaigns, and their visitors. */
export interface CampaignsQuery extends OfSite {
  readonly siteId: number;
  /** Null: all time. */
  readonly span: Span | null;
  readonly campaigns: readonly CampaignValues[];
}

/** What a campaign brought. */
export interface CampaignCounts {
  readonly visits: number;
  readonly visitors: number;
}
