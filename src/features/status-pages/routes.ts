import { accountEndpoint, type Endpoint, ok } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
import { incidentRoutes } from './incidents/routes.ts';
import type { IncidentsService } from './incidents/service.ts';
import {
  CreateStatusPage,
  presentPage,
  StatusPageAnswer,
  StatusPageList,
  UpdateStatusPage,
} from './schema.ts';
import type { StatusPagesService } from './service.ts';
import { StatusAnswer } from './view/schema.ts';
import type { StatusViews } from './view/service.ts';

export interface StatusPageRouteDeps {
  readonly pages: StatusPagesService;
  readonly incidents: IncidentsService;
  readonly views: StatusViews;
  /** Origin of this server, for the addresses of pages. */
  readonly baseUrl: string;
}

/** Status pages: our own addition to the API. Source: decisions, section 10, Status pages. */
export function statusPageRoutes({ pages, incidents, views, baseUrl }: StatusPageRouteDeps): Endpoint[] {
  const { endpoints, access, find } = resource({
    scope: 'account',
    name: 'status page',
    path: '/status_pages/:id',
    access: { plan: 'subscription', isForSiteMembers: true },
    find: ({ account }, id) => pages.get(account, id),
    present: page => presentPage(pages.describe(page), baseUrl),
    answer: StatusPageAnswer,
    list: { answer: StatusPageList, run: ({ account }) => pages.list(account) },
    create: {
      summary: 'Add the status page of a site or a group',
      description: 'Of `site_id`, or of `group_id` (Ultra). Nobody else sees it until it is `enabled`.',
      body: CreateStatusPage,
      run: ({ account, body }) => pages.create(account, body),
    },
    change: {
      operationId: 'updateStatusPage',
      body: UpdateStatusPage,
      run: (page, { body }) => pages.update(page, body),
    },
    remove: { summary: 'Delete a status page with its incidents and subscribers', run: pages.remove },
  });
  return [
    ...endpoints,
    accountEndpoint('GET', '/status_pages/:id/status', {
      summary: 'Show what a status page shows',
      operationId: 'getStatus',
      description: 'The same as `/status/SLUG/status.json`, also while the page is not `enabled`.',
      access,
      responses: { 200: StatusAnswer },
      handle: call => ok(views.read(find(call))),
    }),
    ...incidentRoutes({ incidents, findPage: find }),
  ];
}
