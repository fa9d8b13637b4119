/** The saved links of a site with the visits that each brought in a period. */
import type { CampaignCounts, CampaignValues } from '../../core/hits/campaigns.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Period, ResolvePeriod } from '../../reports/period.ts';
import type { CampaignLinksQuery, LinkOrder } from './schema.ts';
import type { CampaignLinksService } from './service.ts';
import type { CampaignLinkRow } from './store.ts';

interface ReportedLink {
  readonly link: CampaignLinkRow;
  /** What it brought, where that was asked for. */
  readonly counts?: CampaignCounts;
}

/** Links in order, and the period of their visits where those were asked for. */
interface ReportedLinks {
  readonly links: readonly ReportedLink[];
  readonly period?: Period;
}

type Request = Parameters<ResolvePeriod>[1] & { readonly query: CampaignLinksQuery };
export type CampaignLinkReport = (request: Request) => Promise<ReportedLinks>;

const COUNTS = ['visits', 'visitors'] as const satisfies readonly LinkOrder[];
const PERIOD_PARAMETERS = ['start_date', 'end_date', 'time_zone', 'period'] as const;

const toValues = (link: CampaignLinkRow): CampaignValues => {
  const { source, medium, campaign, term, content } = link;
  return { source, medium, campaign, term, content };
};

/** Creates the report of campaign links; it asks once for all links of a site. Source: decisions, section 9, Campaign links. */
export const createCampaignLinkReport =
  ({
    campaignLinks,
    hits,
    resolvePeriod,
  }: {
    readonly campaignLinks: Pick<CampaignLinksService, 'listAll'>;
    readonly hits: Pick<HitStore, 'ask'>;
    readonly resolvePeriod: ResolvePeriod;
  }): CampaignLinkReport =>
  async request => {
    const { site, query, signal } = request;
    const { order_by: order = 'created_at', include_visits: isAsked = false } = query;
    const links = campaignLinks.listAll(site.id);
    const count = COUNTS.find(name => name === order);
    if (!isAsked && !count && PERIOD_PARAMETERS.every(name => query[name] === undefined))
      return { links: links.map(link => ({ link })) };
    const period = await resolvePeriod(query, request);
    const asked = { siteId: site.id, span: period.span, campaigns: links.map(toValues) };
    const counts = await hits.ask({ shape: 'groups', of: 'campaigns', ...asked }, { signal });
    const counted = links.map((link, index) => ({
      link,
      counts: counts[index] ?? { visits: 0, visitors: 0 },
    }));
    // The sort is stable: of links with the same count, the newest comes first.
    if (count) counted.sort((a, b) => b.counts[count] - a.counts[count]);
    return { links: counted, period };
  };
