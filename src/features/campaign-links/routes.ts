import { notFound } from '../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  okRaw,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parsePathId } from '../../http/path-id.ts';
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
import type { CampaignLinkRow } from './store.ts';

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
  ...campaignLinkItemRoutes(campaignLinks),
];

/** Endpoints of a single link. */
function campaignLinkItemRoutes(campaignLinks: CampaignLinksService): Endpoint[] {
  function findLink({ site, params }: RouteContext): CampaignLinkRow {
    if (!site) throw notFound('campaign link');
    return campaignLinks.get(site.id, parsePathId(params, 'link_id', 'campaign link'));
  }
  const path = '/sites/:id/campaign_links/:link_id';
  const access = { check: findLink };
  const update = (method: 'PATCH' | 'PUT') =>
    siteEndpoint(
      {
        method,
        path,
        tag,
        summary: 'Update a campaign link',
        operationId: `${method.toLowerCase()}CampaignLink`,
        access,
        body: UpdateCampaignLink,
        responses: { 200: CampaignLinkAnswer },
      },
      call => {
        const link = campaignLinks.update(call.site, findLink(call), call.body);
        return ok({ campaign_link: presentCampaignLink(link) });
      },
    );
  return [
    siteEndpoint(
      {
        method: 'GET',
        path,
        tag,
        summary: 'Show a campaign link',
        operationId: 'getCampaignLink',
        access,
        responses: { 200: CampaignLinkAnswer },
      },
      call => ok({ campaign_link: presentCampaignLink(findLink(call)) }),
    ),
    update('PATCH'),
    update('PUT'),
    siteEndpoint(
      {
        method: 'DELETE',
        path,
        tag,
        summary: 'Delete a campaign link',
        operationId: 'deleteCampaignLink',
        access,
        responses: { 204: null },
      },
      call => {
        campaignLinks.remove(findLink(call));
        return noContent();
      },
    ),
  ];
}
