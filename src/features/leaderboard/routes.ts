import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { toPage } from '../../http/paging.ts';
import { Leaderboard, ListLeaderboard, presentLeaderboard } from './schema.ts';
import type { LeaderboardService } from './service.ts';

/** Source: api-v1, Endpoints, Leaderboard and journeys. */
export const leaderboardRoutes = ({
  leaderboard,
}: {
  readonly leaderboard: LeaderboardService;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/leaderboard', {
    summary: 'List paths by their hits of all time',
    operationId: 'listLeaderboard',
    access: { sections: () => ['pages'] },
    query: ListLeaderboard,
    responses: { 200: Leaderboard },
    handle: async ({ site, query }) => {
      const [page, filter] = [toPage(query), query.path ?? null];
      const board = await leaderboard.page({ siteId: site.id, filter }, page);
      return ok(presentLeaderboard(board, { site, page, filter }));
    },
  }),
];
