/** What answers questions about all that was counted, put together. */
import type { Clock } from '../core/clock.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import { createAgentVisitReports } from '../features/agent-visits/reports.ts';
import { createEventReports } from '../features/events/reports.ts';
import { createHitReports } from '../features/hits/reports.ts';
import { createKudoReports } from '../features/kudos/reports.ts';
import type { createKudosService } from '../features/kudos/service.ts';
import type { createKudosStore } from '../features/kudos/store.ts';
import { createOverview } from '../features/overview/service.ts';
import { createSiteOrderService } from '../features/site-order/service.ts';
import { createSiteOrderStore } from '../features/site-order/store.ts';
import { createCountSites } from '../features/sites/counts.ts';
import { createSiteList } from '../features/sites/list.ts';
import type { SitesService } from '../features/sites/service.ts';
import { createPeriodResolver } from '../reports/period.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import type { createContent } from './content.ts';
import type { startUptime } from './uptime.ts';

/** Reports of every kind, and the list of sites. */
export function createReporting(
  { clock }: { readonly clock: Clock },
  {
    db,
    reportHits: hits,
    sites,
    kudos,
    kudosStore,
    uptime,
    content,
  }: {
    readonly db: AppDb;
    readonly reportHits: HitStore;
    readonly sites: SitesService;
    readonly kudos: ReturnType<typeof createKudosService>;
    readonly kudosStore: ReturnType<typeof createKudosStore>;
    readonly uptime: Pick<ReturnType<typeof startUptime>, 'findState'>;
    readonly content: Pick<ReturnType<typeof createContent>, 'countOpenIssues'>;
  },
) {
  // Kudos are kept elsewhere, and stay when the hits of old are removed.
  const findEarliest = async (siteId: number, options: ReadOptions): Promise<Date | null> => {
    const visit = await hits.earliest(siteId, options);
    const kudo = kudosStore.findEarliest(siteId);
    return visit && kudo && visit < kudo ? visit : (kudo ?? visit);
  };
  const resolvePeriod = createPeriodResolver({ findEarliest, clock });
  const deps = { hits, clock, resolvePeriod };
  const countSites = createCountSites({ hits, countKudos: kudos.countsOf });
  return {
    resolvePeriod,
    hitReports: createHitReports(deps),
    eventReports: createEventReports(deps),
    agentVisitReports: createAgentVisitReports(deps),
    kudoReports: createKudoReports({ ...deps, store: kudosStore }),
    overview: createOverview({ hits, kudos }),
    siteOrder: createSiteOrderService({ store: createSiteOrderStore(db), sites, clock }),
    countSites,
    siteList: createSiteList({
      sites,
      countSites,
      hits,
      uptimeStateOf: uptime.findState,
      contentIssuesOf: content.countOpenIssues,
      clock,
    }),
  };
}
