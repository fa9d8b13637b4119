import { type Endpoint, ok, siteEndpoint } from '../../../http/endpoint.ts';
import { presentWatchedPages, UpdateWatchedPages, WatchedPagesAnswer } from './schema.ts';
import type { WatchedPagesService } from './service.ts';

const PATH = '/sites/:id/watched_pages';

/** Pages that are watched by themselves: our own addition to the API. Source: decisions, section 10, Monitors. */
export const watchedPagesRoutes = ({
  watchedPages,
}: {
  readonly watchedPages: Pick<WatchedPagesService, 'find' | 'update'>;
}): Endpoint[] => [
  siteEndpoint('GET', PATH, {
    summary: 'Show which of the most visited pages are watched',
    operationId: 'getWatchedPages',
    access: { plan: 'subscription' },
    responses: { 200: WatchedPagesAnswer },
    handle: ({ site }) => ok({ watched_pages: presentWatchedPages(watchedPages.find(site.id)) }),
  }),
  siteEndpoint('PATCH', PATH, {
    summary: 'Watch the most visited pages',
    operationId: 'updateWatchedPages',
    description:
      'They are chosen within a minute, and then once a day. Each becomes a monitor with `is_automatic`. With `count` 0 these monitors are removed.',
    access: { plan: 'subscription' },
    body: UpdateWatchedPages,
    responses: { 200: WatchedPagesAnswer },
    handle: ({ site, body }) =>
      ok({ watched_pages: presentWatchedPages(watchedPages.update(site.id, body)) }),
  }),
];
