/** Composes alerts: what monitors find lets them fire at once, hits are checked each minute. */
import type { PreviewFiring } from '../features/alerts/preview.ts';
import { createAlertsService } from '../features/alerts/service.ts';
import type { Access } from './access.ts';
import type { AlertEventDeps, AlertEvents } from './alert-events.ts';
import type { Content } from './content.ts';
import type { Context } from './context.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Uptime } from './uptime.ts';

interface AlertDeps extends AlertEventDeps {
  readonly alertEvents: AlertEvents;
  readonly reads: QueuedHits;
  readonly access: Access;
  readonly uptime: Uptime;
  readonly content: Content;
}

export function composeAlerts({ clock, events }: Context, deps: AlertDeps) {
  const { stores, reads, access, webhooks, uptime, content } = deps;
  const { store, changes } = deps.alertEvents;
  const sites = deps.sites.service;
  const service = createAlertsService({
    store,
    changes,
    hits: stores.hits,
    reportHits: reads.reportHits,
    listGoals: deps.sites.goals.list,
    findSite(id) {
      const site = sites.find(id);
      return site && access.accounts.findSubscriber(site.ownerId) ? site : undefined;
    },
    findZone: stores.findSiteZone,
    findUptimeState: uptime.service.findState,
    listDownMonitors: uptime.service.listDown,
    countBrokenLinks: siteId => content.store.countIssues(siteId, 'broken_link'),
    hasChannel: (ownerId, id) => webhooks.channels.list(ownerId).some(channel => channel.id === id),
    listFindings: {
      monitor: (siteId, since) => listDowntimes(uptime, siteId, since),
      broken_link: (siteId, since) => listBrokenLinks(content, siteId, since),
    },
    clock,
  });
  events.subscribe('hits.stored', ({ rows }) => {
    for (const row of rows) service.noteStored(row);
  });
  events.subscribe('site.days-changed', ({ siteId }) => service.forgetHistory(siteId));
  events.subscribe('hits.changed', ({ siteId }) => service.forgetHistory(siteId));
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  // Alerts name notification channels of the old account; without any, all those of the new one are notified.
  events.subscribe('site.moved', ({ siteId }) => {
    for (const { id } of store.list(siteId)) store.update(id, { channelIds: null });
  });
  return service;
}

const listDowntimes = ({ service }: Uptime, siteId: number, since: Date): PreviewFiring[] =>
  service.listDowntimesSince(siteId, since).map(({ startedAt, endedAt, error, monitorId, name }) => ({
    startedAt,
    endedAt,
    facts: { monitorId, ...(name === null ? {} : { monitor: name }), error },
  }));

/** Lists the crawls that reported broken links. */
function listBrokenLinks({ store }: Content, siteId: number, since: Date): PreviewFiring[] {
  const found = store
    .listAllIssues(siteId)
    .filter(({ issueType, reportedAt }) => issueType === 'broken_link' && (reportedAt ?? 0) >= since);
  const byCrawl = Map.groupBy(found, ({ reportedAt }) => reportedAt?.getTime() ?? 0);
  return [...byCrawl]
    .toSorted(([a], [b]) => a - b)
    .map(([reportedMs, issues]) => ({
      startedAt: new Date(reportedMs),
      endedAt: null,
      facts: { urls: issues.slice(0, 5).map(({ url }) => url), count: issues.length },
    }));
}
