/** Composes the reports on what was counted, and the list of sites. */
import type { ReadOptions } from '../core/hits/query.ts';
import { createAgentVisitReports } from '../features/agent-visits/reports.ts';
import type { ChangesService } from '../features/changes/service.ts';
import { createEventReports } from '../features/events/reports.ts';
import { createFunnelReports } from '../features/funnels/report.ts';
import { createGoalReports } from '../features/goals/report.ts';
import { createHitReports } from '../features/hits/reports.ts';
import { createKudoReports } from '../features/kudos/reports.ts';
import { createOverview } from '../features/overview/service.ts';
import { createPageRulesService } from '../features/page-rules/service.ts';
import { createPathReports } from '../features/paths/report.ts';
import { createCountSites } from '../features/sites/counts.ts';
import { createSiteList, createStatusReader } from '../features/sites/list.ts';
import { createSpamService } from '../features/spam/service.ts';
import { createPeriodResolver } from '../reports/period.ts';
import type { Content } from './content.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Sites } from './sites.ts';
import type { Uptime } from './uptime.ts';

interface ReportDeps {
  readonly reads: QueuedHits;
  readonly sites: Sites;
  readonly kudos: Kudos;
  readonly uptime: Uptime;
  readonly content: Content;
  readonly changes: ChangesService;
}

export type Reports = ReturnType<typeof composeReports>;

export function composeReports(
  { clock }: Context,
  { reads: { reportHits: hits }, sites, kudos, uptime, content, changes }: ReportDeps,
) {
  // Kudos have a store of their own, and stay when old hits are removed.
  const findEarliest = async (siteId: number, options: ReadOptions): Promise<Date | null> => {
    const visit = await hits.ask({ shape: 'facts', of: 'earliest', siteId }, options);
    const kudo = kudos.store.findEarliest(siteId);
    return visit && kudo && visit < kudo ? visit : (kudo ?? visit);
  };
  const resolvePeriod = createPeriodResolver({
    findEarliest,
    findFirstImported: async siteId => (await hits.importedSpans(siteId)).at(0)?.first,
    clock,
  });
  const deps = { hits, clock, resolvePeriod };
  const readStatus = createStatusReader({
    findUptimeState: uptime.service.findState,
    findDownSince: uptime.service.findDownSince,
    countContentIssues: content.countOpenIssues,
  });
  const countSites = createCountSites({ hits, countKudos: kudos.service.countBySite });
  return {
    findEarliest,
    resolvePeriod,
    hits: createHitReports(deps),
    events: createEventReports(deps),
    agentVisits: createAgentVisitReports(deps),
    kudos: createKudoReports({ ...deps, store: kudos.store }),
    goals: createGoalReports({ ...deps, goals: sites.goals }),
    funnels: createFunnelReports({ ...deps, funnels: sites.funnels }),
    pageRules: createPageRulesService({ sites: sites.service, hits, changes }),
    paths: createPathReports({ hits, resolvePeriod }),
    overview: createOverview({ hits, kudos: kudos.service }),
    spam: createSpamService({ hits }),
    countSites,
    readStatus,
    siteList: createSiteList({
      sites: sites.service,
      countSites,
      hits,
      readStatus,
      clock,
    }),
  };
}
