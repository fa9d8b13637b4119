import { notFound } from '../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import {
  CreatedSharedLink,
  CreateSharedLink,
  presentSharedLink,
  SharedLinkAnswer,
  SharedLinkList,
  UpdateSharedLink,
} from './schema.ts';
import type { SharedLinksService } from './service.ts';
import type { SharedLinkRow } from './store.ts';

const tag = 'Shared links';

export interface SharedLinkRouteDeps {
  readonly sharedLinks: SharedLinksService;
  /** Origin of this server, for the addresses of links. */
  readonly baseUrl: string;
}

/** Source: decisions, section 10. */
export const sharedLinkRoutes = ({ sharedLinks, baseUrl }: SharedLinkRouteDeps): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/shared_links',
      tag,
      summary: 'List shared links',
      operationId: 'listSharedLinks',
      responses: { 200: SharedLinkList },
    },
    ({ site }) => ok({ shared_links: sharedLinks.list(site.id).map(presentSharedLink) }),
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/shared_links',
      tag,
      summary: 'Add a shared link',
      operationId: 'createSharedLink',
      description:
        'Whoever has the link reads the sections that it names, of its segment alone, and nothing else. Single visitors are in none of them.',
      body: CreateSharedLink,
      responses: { 201: CreatedSharedLink },
    },
    async ({ site, body }) => {
      const { link, token } = await sharedLinks.create(site.id, body);
      return created({ shared_link: presentSharedLink(link), token, url: `${baseUrl}/shared/${token}` });
    },
  ),
  ...linkItemRoutes(sharedLinks),
];

function linkItemRoutes(sharedLinks: SharedLinksService): Endpoint[] {
  const path = '/sites/:id/shared_links/:link_id';
  function findLink({ site, params }: Pick<RouteContext, 'site' | 'params'>): SharedLinkRow {
    if (!site) throw notFound('shared link');
    return sharedLinks.get(site.id, parsePathId(params, 'link_id', 'shared link'));
  }
  const access = { check: findLink } as const;
  return [
    siteEndpoint(
      {
        method: 'GET',
        path,
        tag,
        summary: 'Show a shared link',
        operationId: 'getSharedLink',
        access,
        responses: { 200: SharedLinkAnswer },
      },
      call => ok({ shared_link: presentSharedLink(findLink(call)) }),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path,
        tag,
        summary: 'Change a shared link',
        operationId: 'patchSharedLink',
        description: 'Its address stays. A new password is asked of everybody again.',
        access,
        body: UpdateSharedLink,
        responses: { 200: SharedLinkAnswer },
      },
      async call =>
        ok({ shared_link: presentSharedLink(await sharedLinks.update(findLink(call), call.body)) }),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path,
        tag,
        summary: 'Delete a shared link',
        operationId: 'deleteSharedLink',
        access,
        responses: { 204: null },
      },
      call => {
        sharedLinks.remove(findLink(call));
        return noContent();
      },
    ),
  ];
}
