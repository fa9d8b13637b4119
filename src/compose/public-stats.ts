/** Composes the statistics of public sites. */
import { createPublicStatsService } from '../features/public-stats/service.ts';
import { presentDay } from '../features/uptime/history/schema.ts';
import type { Context } from './context.ts';
import type { Ingest } from './ingest.ts';
import type { Kudos } from './kudos.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import type { Uptime } from './uptime.ts';

interface PublicStatsDeps {
  readonly stores: Stores;
  readonly reads: QueuedHits;
  readonly sites: Sites;
  readonly ingest: Ingest;
  readonly kudos: Kudos;
  readonly uptime: Uptime;
}

export function composePublicStats(
  { clock, events }: Context,
  { stores, reads, sites, ingest, kudos, uptime }: PublicStatsDeps,
) {
  const publicStats = createPublicStatsService({
    sites: sites.service,
    findZone: stores.findSiteZone,
    hits: reads.publicHits,
    kudos: {
      countIn: query => kudos.store.count(query),
      async groupByPath(query, slice) {
        const { groups, total } = await kudos.store.countsByPath(query, slice);
        return { rows: groups.map(({ path, count }) => ({ key: path, count })), total };
      },
    },
    goals: sites.goals.list,
    funnels: sites.funnels.list,
    uptime: uptime.service,
    presentDay,
    getSiteFacts: sites.getFacts,
    findSpam: ingest.findSpam,
    clock,
  });
  events.subscribe('site.purged', ({ siteId }) => publicStats.removeOfSite(siteId));
  return publicStats;
}
