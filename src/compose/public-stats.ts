/** Puts together what anybody may see of public sites. */
import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { KudosStore } from '../features/kudos/store.ts';
import { createPublicStatsService } from '../features/public-stats/service.ts';
import type { GetSiteFacts } from '../features/sites/facts.ts';
import type { SitesService } from '../features/sites/service.ts';
import { presentDay } from '../features/uptime/history/schema.ts';
import type { UptimeService } from '../features/uptime/service.ts';
import type { FindSpam } from '../ingest/spam.ts';

export interface PublicStatsParts {
  readonly sites: SitesService;
  readonly publicHits: HitStore;
  readonly kudosStore: Pick<KudosStore, 'count' | 'countsByPath'>;
  readonly uptime: UptimeService;
  readonly getSiteFacts: GetSiteFacts;
  readonly findSpam: FindSpam;
  readonly clock: Clock;
}

/** The stats of public sites, over the parts that know them. */
export function createPublicStats({ kudosStore, publicHits, ...parts }: PublicStatsParts) {
  return createPublicStatsService({
    ...parts,
    hits: publicHits,
    presentDay,
    kudos: {
      countIn: (siteId, span) => kudosStore.count({ siteId, span }),
      async groupByPath(siteId, span, slice) {
        const { groups, total } = await kudosStore.countsByPath({ siteId, span }, slice);
        return { rows: groups.map(({ path, count }) => ({ key: path, count })), total };
      },
    },
  });
}
