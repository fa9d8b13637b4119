import { created, type Endpoint, siteEndpoint } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
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
  ...resource({
    scope: 'site',
    name: 'shared link',
    path: '/sites/:id/shared_links/:link_id',
    find: ({ site }, id) => sharedLinks.find(site.id, id),
    present: presentSharedLink,
    answer: SharedLinkAnswer,
    list: { answer: SharedLinkList, run: ({ site }) => sharedLinks.list(site.id) },
    change: {
      description: 'Its address stays. A new password is asked of everybody again.',
      body: UpdateSharedLink,
      run: (link, { body }) => sharedLinks.update(link, body),
    },
    remove: { run: sharedLinks.remove },
  }).endpoints,
];
