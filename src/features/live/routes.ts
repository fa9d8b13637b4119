import { type Endpoint, ok, okRaw, siteEndpoint } from '../../http/endpoint.ts';
import { liveAnswer, type RowSchemas, STREAM_DESCRIPTION } from './schema.ts';
import type { LiveService } from './service.ts';

const STREAM_TYPE = 'text/event-stream';

const STREAM_HEADERS = {
  'content-type': STREAM_TYPE,
  'cache-control': 'no-store, no-transform',
  // Proxies that collect an answer before they pass it on would pass on nothing.
  'x-accel-buffering': 'no',
};

/** Returns whether a client accepts server-sent events; browsers accept nothing else for them. */
const wantsStream = (request: Request): boolean =>
  request.method === 'GET' &&
  (request.headers.get('accept') ?? '')
    .split(',')
    .some(range => range.split(';', 1)[0]?.trim().toLowerCase() === STREAM_TYPE);

/** Lists the endpoint of the live view. */
export const liveRoutes = ({
  live,
  rows,
}: {
  readonly live: LiveService;
  readonly rows: RowSchemas;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/live', {
    summary: 'Show what is going on right now',
    operationId: 'getLive',
    description:
      'Visitors, pages and countries of the last five minutes; those of the last half hour with their referrers and its minutes; and the newest hits, events, AI agent visits and kudos. With `Accept: text/event-stream` as events, for as long as the connection lasts: at most 20 streams a user.',
    otherMedia: { [STREAM_TYPE]: STREAM_DESCRIPTION },
    responses: { 200: liveAnswer(rows) },
    handle: async ({ site, user, isStillAuthorized, request, signal, keepOpen }) => {
      if (!wantsStream(request)) return ok(await live.read(site, { signal }));
      const content = await live.open({ site, userId: user.id, isStillAuthorized, signal });
      // Between two events it may be quiet for long; a client that is gone is noticed by heartbeats.
      keepOpen();
      return okRaw({ content, headers: STREAM_HEADERS });
    },
  }),
];
