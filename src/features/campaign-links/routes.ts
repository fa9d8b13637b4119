import { toOffset } from '../../core/page.ts';
import { type Endpoint, ok, okRaw, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { resource } from '../../http/resource.ts';
import { formatCsvLine } from '../../lib/csv.ts';
import { presentPeriod } from '../../reports/period.ts';
import type { CampaignLinkReport } from './report.ts';
import {
  CampaignLinkAnswer,
  CampaignLinkList,
  CreateCampaignLink,
  CSV_COLUMNS,
  DownloadCampaignLinks,
  ListCampaignLinks,
  presentCampaignLink,
  UpdateCampaignLink,
  VISITS_COLUMNS,
} from './schema.ts';
import type { CampaignLinksService } from './service.ts';

interface CampaignLinkRouteDeps {
  readonly campaignLinks: CampaignLinksService;
  readonly report: CampaignLinkReport;
}

/** Saved links of campaigns: our own addition to the API. Source: decisions, section 9, Campaign links. */
export const campaignLinkRoutes = ({ campaignLinks, report }: CampaignLinkRouteDeps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/campaign_links', {
    summary: 'List campaign links',
    operationId: 'listCampaignLinks',
    query: ListCampaignLinks,
    responses: { 200: CampaignLinkList },
    handle: async request => {
      const page = toPage(request.query);
      const offset = toOffset(page);
      const { links, period } = await report(request);
      return ok({
        campaign_links: links
          .slice(offset, offset + page.size)
          .map(({ link, counts }) => presentCampaignLink(link, counts)),
        pagination: presentPagination(page, links.length),
        ...(period && { filters: presentPeriod(period) }),
      });
    },
  }),
  siteEndpoint('GET', '/sites/:id/campaign_links.csv', {
    summary: 'List campaign links, as a CSV file',
    operationId: 'downloadCampaignLinks',
    query: DownloadCampaignLinks,
    responses: { 200: null },
    otherMedia: { 'text/csv': 'a header row, then every campaign link' },
    handle: async request => {
      const { links, period } = await report(request);
      const columns = period ? [...CSV_COLUMNS, ...VISITS_COLUMNS] : CSV_COLUMNS;
      const lines = links
        .map(({ link, counts }) => presentCampaignLink(link, counts))
        .map(link => formatCsvLine(columns.map(column => link[column] ?? null)));
      const host = new URL(request.site.url).hostname.replace(/[^a-zA-Z0-9.-]/g, '');
      return okRaw({
        content: formatCsvLine(columns) + lines.join(''),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${host}-campaign-links.csv"`,
        },
      });
    },
  }),
  ...resource({
    scope: 'site',
    name: 'campaign link',
    path: '/sites/:id/campaign_links/:link_id',
    find: ({ site }, id) => campaignLinks.find(site.id, id),
    present: link => presentCampaignLink(link),
    answer: CampaignLinkAnswer,
    create: {
      summary: 'Save a campaign link',
      body: CreateCampaignLink,
      run: ({ site, body }) => campaignLinks.create(site, body),
    },
    change: {
      body: UpdateCampaignLink,
      run: (link, { site, body }) => campaignLinks.update(site, link, body),
    },
    remove: { run: campaignLinks.remove },
  }).endpoints,
];
