import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
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
import type { PageRow } from './store.ts';
import { StatusAnswer } from './view/schema.ts';
import type { StatusViews } from './view/service.ts';

const ITEM = '/status_pages/:id';

export interface StatusPageRouteDeps {
  readonly pages: StatusPagesService;
  readonly incidents: IncidentsService;
  readonly views: StatusViews;
  /** Origin of this server, for the addresses of pages. */
  readonly baseUrl: string;
}

/** Status pages: our own addition to the API. Source: decisions, section 10, Status pages. */
export function statusPageRoutes(deps: StatusPageRouteDeps): Endpoint[] {
  const { pages, incidents, baseUrl } = deps;
  const findPage = ({ account, params }: AccountContext): PageRow =>
    pages.get(account, parsePathId(params, 'id', 'status page'));
  const present = (page: PageRow) => presentPage(pages.describe(page), baseUrl);
  const access = { plan: 'subscription', isForSiteMembers: true } as const;
  return [
    accountEndpoint('GET', '/status_pages', {
      summary: 'List status pages',
      operationId: 'listStatusPages',
      access,
      responses: { 200: StatusPageList },
      handle: ({ account }) => ok({ status_pages: pages.list(account).map(present) }),
    }),
    accountEndpoint('POST', '/status_pages', {
      summary: 'Add the status page of a site or a group',
      operationId: 'createStatusPage',
      description: 'Of `site_id`, or of `group_id` (Ultra). Nobody else sees it until it is `enabled`.',
      access,
      body: CreateStatusPage,
      responses: { 201: StatusPageAnswer },
      handle: ({ account, body }) => created({ status_page: present(pages.create(account, body)) }),
    }),
    ...itemRoutes({ ...deps, findPage, present }),
    ...incidentRoutes({ incidents, findPage }),
  ];
}

function itemRoutes({
  pages,
  views,
  findPage,
  present,
}: StatusPageRouteDeps & {
  readonly findPage: (found: AccountContext) => PageRow;
  readonly present: (page: PageRow) => object;
}): Endpoint[] {
  const access = { plan: 'subscription', isForSiteMembers: true, check: findPage } as const;
  return [
    accountEndpoint('GET', ITEM, {
      summary: 'Show a status page',
      operationId: 'getStatusPage',
      access,
      responses: { 200: StatusPageAnswer },
      handle: call => ok({ status_page: present(findPage(call)) }),
    }),
    accountEndpoint('PATCH', ITEM, {
      summary: 'Change a status page',
      operationId: 'updateStatusPage',
      access,
      body: UpdateStatusPage,
      responses: { 200: StatusPageAnswer },
      handle: call => ok({ status_page: present(pages.update(findPage(call), call.body)) }),
    }),
    accountEndpoint('DELETE', ITEM, {
      summary: 'Delete a status page with its incidents and subscribers',
      operationId: 'deleteStatusPage',
      access,
      responses: { 204: null },
      handle: call => {
        pages.remove(findPage(call));
        return noContent();
      },
    }),
    accountEndpoint('GET', `${ITEM}/status`, {
      summary: 'Show what a status page shows',
      operationId: 'getStatus',
      description: 'The same as `/status/SLUG/status.json`, also while the page is not `enabled`.',
      access,
      responses: { 200: StatusAnswer },
      handle: call => ok(views.read(findPage(call))),
    }),
  ];
}
