/** Composes status pages. */
import { createIncidentsService } from '../features/status-pages/incidents/service.ts';
import { createPortablePages } from '../features/status-pages/portable.ts';
import { createStatusPagesService } from '../features/status-pages/service.ts';
import { createStatusNews, type StatusNews } from '../features/status-pages/subscriptions/news.ts';
import { createSubscriptions } from '../features/status-pages/subscriptions/service.ts';
import { createStatusViews } from '../features/status-pages/view/service.ts';
import { createUptimeStore } from '../features/uptime/store.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { StatusMail } from './status-mail.ts';
import type { Stores } from './stores.ts';
import type { Uptime } from './uptime.ts';

/** Composes the mails to subscribers of status pages, which monitoring sends. */
export const composeStatusNews = (
  { clock }: Pick<Context, 'clock'>,
  {
    stores,
    mail,
    statusMail: { store, scope },
  }: {
    readonly stores: Stores;
    readonly mail: Mail;
    readonly statusMail: StatusMail;
  },
): StatusNews => {
  const { findDowntime } = createUptimeStore(stores.db);
  return createStatusNews({
    store,
    scope,
    outbox: mail.outbox,
    findMonitorOf: id => findDowntime(id)?.monitorId,
    clock,
  });
};

export function composeStatusPages(
  { clock, events, getBaseUrl }: Context,
  {
    mail,
    statusMail: { store, scope, tokens },
    statusNews,
    uptime: { service: uptime },
  }: {
    readonly mail: Mail;
    readonly statusMail: StatusMail;
    readonly statusNews: StatusNews;
    readonly uptime: Uptime;
  },
) {
  const { publicStatus, maintenance } = uptime;
  const views = createStatusViews({
    store,
    scope,
    readMonitor: publicStatus.read,
    listMaintenance: maintenance.listTimes,
    getBaseUrl,
    clock,
  });
  const onChange = views.forget;
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  events.subscribe('site.moved', ({ siteId, toId }) => store.moveOfSite(siteId, toId));
  return {
    store,
    views,
    pages: createStatusPagesService({
      store,
      scope,
      findSiteOfMonitor: publicStatus.findSiteOf,
      onChange,
      clock,
    }),
    incidents: createIncidentsService({
      store,
      showsDowntime({ id }, downtimeId) {
        const monitorId = publicStatus.findMonitorOf(downtimeId);
        return store.listMonitors(id).some(shown => shown.monitorId === monitorId);
      },
      tell: statusNews.tell,
      onChange,
      clock,
    }),
    portable: createPortablePages({
      store,
      listMonitors: site =>
        uptime.monitors
          .list(site)
          .map(monitor => ({ id: monitor.id, name: uptime.monitors.view(monitor).name })),
    }),
    subscriptions: createSubscriptions({
      store,
      scope,
      tokens,
      mail: mail.transactional,
      getBaseUrl,
      clock,
    }),
  };
}
