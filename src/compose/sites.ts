/** Composes sites, and what their owners add to them. */
import type { PageRule } from '../core/hits/page-rules.ts';
import { withSegment } from '../core/view.ts';
import { createUnwatchedCheck } from '../features/alerts/goal-use.ts';
import { createAlertsStore } from '../features/alerts/store.ts';
import { createCampaignLinksService } from '../features/campaign-links/service.ts';
import { createCampaignLinksStore } from '../features/campaign-links/store.ts';
import { createFunnelsService } from '../features/funnels/service.ts';
import { createFunnelsStore } from '../features/funnels/store.ts';
import { createGoalsService } from '../features/goals/service.ts';
import { createGoalsStore } from '../features/goals/store.ts';
import { createGroupsService } from '../features/groups/service.ts';
import { createGroupsStore } from '../features/groups/store.ts';
import { createSegmentsService } from '../features/segments/service.ts';
import { createSegmentsStore } from '../features/segments/store.ts';
import { createUnusedCheck } from '../features/shared-links/segment-use.ts';
import { createSharedLinksStore } from '../features/shared-links/store.ts';
import { createSignalsService } from '../features/signals/service.ts';
import { createSignalsStore } from '../features/signals/store.ts';
import { createSiteOrderService } from '../features/site-order/service.ts';
import { createSiteOrderStore } from '../features/site-order/store.ts';
import { createSiteSettingsService } from '../features/site-settings/service.ts';
import { createSitesService } from '../features/sites/service.ts';
import { createSitesStore } from '../features/sites/store.ts';
import { createUptimeTargetCheck } from '../features/uptime/check/target-check.ts';
import type { CompleteQuery } from '../http/serve.ts';
import { createSiteFactsCache, type IngestSite } from '../ingest/site-facts.ts';
import { withGoal } from '../reports/goal-of-query.ts';
import type { Context } from './context.ts';
import type { Ingest } from './ingest.ts';
import type { Stores } from './stores.ts';

export type Sites = ReturnType<typeof composeSites>;

export function composeSites(
  { clock, events, outbound }: Context,
  { stores, ingest }: { readonly stores: Stores; readonly ingest: Ingest },
) {
  const { db, hits } = stores;
  const service = createSitesService({
    store: createSitesStore(db, stores.drawStorageId),
    hits,
    events,
    checkUptimeTarget: createUptimeTargetCheck(outbound),
    findZone: stores.findSiteZone,
    clock,
  });
  const getFacts = createSiteFactsCache(stores.findSiteZone);
  const findPageRules = (siteId: number): readonly PageRule[] => {
    const site = service.find(siteId);
    return site ? getFacts(site).pageRules : [];
  };
  const signalsStore = createSignalsStore(db);
  const groupsStore = createGroupsStore(db);
  const campaignLinksStore = createCampaignLinksStore(db);
  const goalsStore = createGoalsStore(db);
  const funnelsStore = createFunnelsStore(db);
  const segmentsStore = createSegmentsStore(db);
  const linksStore = createSharedLinksStore(db);
  const segments = createSegmentsService({
    store: segmentsStore,
    checkUnused: createUnusedCheck(linksStore),
    clock,
  });
  const goals = createGoalsService({
    store: goalsStore,
    checkUnused: createUnwatchedCheck(createAlertsStore(db)),
    findPageRules,
    clock,
  });
  events.subscribe('site.purged', ({ siteId }) => {
    signalsStore.removeOfSite(siteId);
    groupsStore.removeOfSite(siteId);
    linksStore.removeOfSite(siteId);
    segmentsStore.removeOfSite(siteId);
    campaignLinksStore.removeOfSite(siteId);
    goalsStore.removeOfSite(siteId);
    funnelsStore.removeOfSite(siteId);
  });
  events.subscribe('site.moved', ({ siteId }) => {
    groupsStore.removeOfSite(siteId);
    linksStore.removeOfSite(siteId);
  });
  return {
    service,
    getFacts,
    /** Finds a site by the public code in its pages, ready for ingestion. */
    findByUid(uid: string): IngestSite | undefined {
      const site = service.findByUid(uid);
      return site && getFacts(site);
    },
    settings: createSiteSettingsService({
      ...{ sites: service, hits, findZone: stores.findSiteZone, sumsState: stores.siteZones.sumsState },
      ...{ countries: ingest.countries, networks: ingest.networks, parseUserAgent: ingest.userAgents },
    }),
    order: createSiteOrderService({ store: createSiteOrderStore(db), sites: service, clock }),
    groups: createGroupsService({ store: groupsStore, sites: service, clock }),
    signals: createSignalsService({ store: signalsStore, clock }),
    signalsStore,
    segments,
    segmentsStore,
    linksStore,
    /** Adds the segment and the goal that the query of a report names. */
    completeQuery: ((query, { user, site, view }) => {
      const { segment, goal } = query as { readonly segment?: number; readonly goal?: number };
      const inSegment =
        segment === undefined
          ? query
          : withSegment(query, segments.apply(site.id, segment, { userId: user.id, view }));
      return goal === undefined ? inSegment : withGoal(inSegment, goals.apply(site.id, goal));
    }) satisfies CompleteQuery,
    campaignLinks: createCampaignLinksService({ store: campaignLinksStore, clock }),
    campaignLinksStore,
    goals,
    funnels: createFunnelsService({ store: funnelsStore, findPageRules, clock }),
  };
}
