/** Composes uptime monitoring. */

import type { StatusNews } from '../features/status-pages/subscriptions/news.ts';
import { createConnectivity } from '../features/uptime/check/connectivity.ts';
import { createFindExpiry } from '../features/uptime/domain/domain-expiry.ts';
import { createImpactReader } from '../features/uptime/impact/impact.ts';
import { createMaintenanceStore } from '../features/uptime/maintenance/store.ts';
import { createUptimeService } from '../features/uptime/service.ts';
import { createUptimeStore } from '../features/uptime/store.ts';
import { createWatchedPagesStore } from '../features/uptime/watched-pages/store.ts';
import { createLookUpRecords } from '../outbound/dns.ts';
import { canConnect, createConnectPublic, createSendText } from '../outbound/tcp.ts';
import type { Access } from './access.ts';
import type { AlertEvents } from './alert-events.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import type { Webhooks } from './webhooks.ts';

export type Uptime = ReturnType<typeof composeUptime>;

/** What the monitoring of sites needs. */
export interface MonitoringDeps {
  readonly stores: Stores;
  readonly access: Access;
  readonly sites: Sites;
  readonly mail: Mail;
  readonly webhooks: Webhooks;
  readonly alertEvents: AlertEvents;
}

/** Resumes the monitors of the last run. */
export function composeUptime(
  { config, clock, log, events, network, outbound }: Context,
  {
    stores,
    access,
    sites,
    mail,
    webhooks,
    alertEvents,
    statusNews,
  }: MonitoringDeps & { readonly statusNews: StatusNews },
) {
  const target = { resolve: network.resolve, allowPrivate: config.allowPrivateTargets };
  const store = createUptimeStore(stores.db);
  const readImpact = createImpactReader({
    hits: stores.hits,
    listGoals: sites.goals.list,
    findZone: stores.findSiteZone,
  });
  const service = createUptimeService({
    store,
    maintenanceStore: createMaintenanceStore(stores.db),
    watchedPagesStore: createWatchedPagesStore(stores.db),
    hits: stores.hits,
    findSite(id) {
      const site = sites.service.find(id);
      return site && access.accounts.findSubscriber(site.ownerId) ? site : undefined;
    },
    outbound,
    connectPublic: createConnectPublic(target),
    lookUpRecords: createLookUpRecords({ ...target, servers: network.nameServers ?? [] }),
    connectivity: createConnectivity({
      ...target,
      probes: config.connectivityProbes,
      canConnect,
      clock,
    }),
    findExpiry: createFindExpiry(
      { fetchPublic: outbound.fetchPublic, sendText: createSendText(target) },
      network.registries,
    ),
    readImpact,
    settings: { intervalMs: config.uptimeInterval * 1000, confirmations: config.uptimeConfirm },
    publish(event) {
      webhooks.deliveries.publish(event);
      alertEvents.noteMonitor(event);
    },
    notifications: mail.notifications,
    tellSubscribers: statusNews.tellOfDowntime,
    clock,
    log,
  });
  service.resumeAll(sites.service.listWatched());
  events.subscribe('site.feature-switched', ({ site, feature, isOn }) => {
    if (feature === 'uptime') service.setEnabled(site, isOn);
  });
  events.subscribe('site.purged', ({ siteId }) => {
    service.monitors.forgetSite(siteId);
    service.maintenance.removeOfSite(siteId);
    service.watchedPages.removeOfSite(siteId);
    store.removeOfSite(siteId);
  });
  return { service, store, readImpact };
}
