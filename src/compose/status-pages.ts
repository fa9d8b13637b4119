/** Composes status pages. */
import { createIncidentsService } from '../features/status-pages/incidents/service.ts';
import { createStatusPagesService } from '../features/status-pages/service.ts';
import { createStatusPagesStore } from '../features/status-pages/store.ts';
import { createStatusViews } from '../features/status-pages/view/service.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import type { Uptime } from './uptime.ts';

export function composeStatusPages(
  { clock, events, getBaseUrl }: Context,
  {
    stores,
    access,
    sites,
    uptime: { service: uptime },
  }: {
    readonly stores: Stores;
    readonly access: Access;
    readonly sites: Sites;
    readonly uptime: Uptime;
  },
) {
  const store = createStatusPagesStore(stores.db);
  const onChange = (pageId: number): void => views.forget(pageId);
  const pages = createStatusPagesService({
    store,
    findSite: sites.service.find,
    findGroup: sites.groups.find,
    findSiteOfMonitor: uptime.publicStatus.findSiteOf,
    onChange,
    clock,
  });
  const views = createStatusViews({
    store,
    listSiteIds: pages.listSiteIds,
    findOwner: access.accounts.findSubscriber,
    readMonitor: uptime.publicStatus.read,
    listMaintenance: uptime.maintenance.listTimes,
    getBaseUrl,
    clock,
  });
  const incidents = createIncidentsService({
    store,
    showsDowntime({ id }, downtimeId) {
      const monitorId = uptime.publicStatus.findMonitorOf(downtimeId);
      return store.listMonitors(id).some(shown => shown.monitorId === monitorId);
    },
    tell() {},
    onChange,
    clock,
  });
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  return { store, pages, views, incidents };
}
