import { created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { siteItem } from '../../http/site-item.ts';
import {
  CreatedSharedLink,
  CreateSharedLink,
  presentSharedLink,
  SharedLinkAnswer,
  SharedLinkList,
  UpdateSharedLink,
} from './schema.ts';
import type { SharedLinksService } from './service.ts';

export interface SharedLinkRouteDeps {
  readonly sharedLinks: SharedLinksService;
  /** Origin of this server, for the addresses of links. */
  readonly baseUrl: string;
}

/** Source: decisions, section 10. */
export const sharedLinkRoutes = ({ sharedLinks, baseUrl }: SharedLinkRouteDeps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/shared_links', {
    summary: 'List shared links',
    operationId: 'listSharedLinks',
    responses: { 200: SharedLinkList },
    handle: ({ site }) => ok({ shared_links: sharedLinks.list(site.id).map(presentSharedLink) }),
  }),
  siteEndpoint('POST', '/sites/:id/shared_links', {
    summary: 'Add a shared link',
    operationId: 'createSharedLink',
    description:
      'Whoever has the link reads the sections that it names, of its segment alone, and nothing else. Single visitors are in none of them.',
    body: CreateSharedLink,
    responses: { 201: CreatedSharedLink },
    handle: async ({ site, body }) => {
      const { link, token } = await sharedLinks.create(site.id, body);
      return created({ shared_link: presentSharedLink(link), token, url: `${baseUrl}/shared/${token}` });
    },
  }),
  ...sharedLinkItem(sharedLinks).endpoints,
];

const sharedLinkItem = (sharedLinks: SharedLinksService) =>
  siteItem({
    name: 'shared link',
    path: '/sites/:id/shared_links/:link_id',
    answer: SharedLinkAnswer,
    present: presentSharedLink,
    find: sharedLinks.find,
    update: {
      body: UpdateSharedLink,
      description: 'Its address stays. A new password is asked of everybody again.',
      run: (link, { body }) => sharedLinks.update(link, body),
    },
    remove: link => sharedLinks.remove(link),
  });
