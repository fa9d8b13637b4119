import { created, type Endpoint, ok, okRaw, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { siteItem } from '../../http/site-item.ts';
import { formatCsvLine } from '../../lib/csv.ts';
import {
  CampaignLinkAnswer,
  CampaignLinkList,
  CreateCampaignLink,
  CSV_COLUMNS,
  ListCampaignLinks,
  presentCampaignLink,
  UpdateCampaignLink,
} from './schema.ts';
import type { CampaignLinksService } from './service.ts';

const tag = 'Campaign links';

interface CampaignLinkRouteDeps {
  readonly campaignLinks: CampaignLinksService;
}

/** Saved links of campaigns: our own addition to the API. Source: decisions, section 9, Campaign links. */
export const campaignLinkRoutes = ({ campaignLinks }: CampaignLinkRouteDeps): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/campaign_links',
      tag,
      summary: 'List campaign links',
      operationId: 'listCampaignLinks',
      query: ListCampaignLinks,
      responses: { 200: CampaignLinkList },
    },
    ({ site, query }) => {
      const page = toPage(query);
      const { links, total } = campaignLinks.list(site.id, page);
      return ok({
        campaign_links: links.map(presentCampaignLink),
        pagination: presentPagination(page, total),
      });
    },
  ),
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/campaign_links.csv',
      tag,
      summary: 'List campaign links, as a CSV file',
      operationId: 'downloadCampaignLinks',
      responses: { 200: null },
      otherMedia: { 'text/csv': 'a header row, then every campaign link' },
    },
    ({ site }) => {
      const links = campaignLinks.listAll(site.id).map(presentCampaignLink);
      const lines = links.map(link => formatCsvLine(CSV_COLUMNS.map(column => link[column])));
      const host = new URL(site.url).hostname.replace(/[^a-zA-Z0-9.-]/g, '');
      return okRaw({
        content: formatCsvLine(CSV_COLUMNS) + lines.join(''),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${host}-campaign-links.csv"`,
        },
      });
    },
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/campaign_links',
      tag,
      summary: 'Save a campaign link',
      operationId: 'createCampaignLink',
      body: CreateCampaignLink,
      responses: { 201: CampaignLinkAnswer },
    },
    ({ site, body }) => created({ campaign_link: presentCampaignLink(campaignLinks.create(site, body)) }),
  ),
  ...campaignLinkItem(campaignLinks).endpoints,
];

const campaignLinkItem = (campaignLinks: CampaignLinksService) =>
  siteItem({
    name: 'campaign link',
    path: '/sites/:id/campaign_links/:link_id',
    tag,
    answer: CampaignLinkAnswer,
    present: presentCampaignLink,
    find: (siteId, id) => campaignLinks.get(siteId, id),
    update: {
      body: UpdateCampaignLink,
      run: (link, { site, body }) => campaignLinks.update(site, link, body),
    },
    remove: link => campaignLinks.remove(link),
  });
