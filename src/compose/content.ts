/** Composes the monitoring of sites' content. */
import { SCRIPT_PATH } from '../core/visitor-paths.ts';
import { createCrawler } from '../features/content/crawl/crawler.ts';
import { createIssuePublisher } from '../features/content/issues/publish-issues.ts';
import { createContentService } from '../features/content/service.ts';
import { createContentStore } from '../features/content/store.ts';
import type { Context } from './context.ts';
import type { MonitoringDeps } from './uptime.ts';

export type Content = ReturnType<typeof composeContent>;

export function composeContent(
  { config, clock, log, events, outbound, getBaseUrl }: Context,
  { stores, access, sites, mail, webhooks, alertEvents }: MonitoringDeps,
) {
  const { notifications } = mail;
  const store = createContentStore(stores.db);
  const crawler = createCrawler({
    store,
    findMonitored(id) {
      const site = sites.service.find(id);
      return site?.contentMonitoring && access.accounts.findSubscriber(site.ownerId) ? site : undefined;
    },
    fetchPublic: outbound.fetchPublic,
    publishIssues: createIssuePublisher({
      store,
      publish: webhooks.deliveries.publish,
      onBrokenLinks: alertEvents.noteBrokenLinks,
      notifications,
    }),
    getSnippet: ({ uid }) => ({
      uid,
      origin: new URL(getBaseUrl()).origin,
      scriptPaths: new Set([SCRIPT_PATH, config.scriptPath]),
      collectorPath: config.collectorPath,
    }),
    clock,
    log,
  });
  const content = createContentService({
    store,
    crawler,
    mailsPausedUntil: notifications.contentMailsPausedUntil,
    clock,
  });
  events.subscribe('site.feature-switched', ({ site, feature, isOn }) => {
    if (feature === 'content_monitoring') content.setEnabled(site, isOn);
  });
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  return { ...content, store };
}
