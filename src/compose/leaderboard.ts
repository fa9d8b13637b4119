import { createLeaderboardService } from '../features/leaderboard/service.ts';
import type { Context } from './context.ts';
import type { QueuedHits } from './queued-hits.ts';

export function composeLeaderboard({ clock, events }: Context, { reads }: { readonly reads: QueuedHits }) {
  const leaderboard = createLeaderboardService({ hits: reads.reportHits, clock });
  events.subscribe('site.purged', ({ siteId }) => leaderboard.removeOfSite(siteId));
  // Figures of removed hits must not stay for an hour.
  events.subscribe('hits.changed', ({ siteId }) => leaderboard.removeOfSite(siteId));
  return leaderboard;
}
