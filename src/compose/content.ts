/** Composes content monitoring. */

import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import { createCrawler } from '../features/content/crawl/crawler.ts';
import { createIssuePublisher } from '../features/content/issues/publish-issues.ts';
import { createContentService } from '../features/content/service.ts';
import type { ContentStore } from '../features/content/store.ts';
import type { NotificationService } from '../features/mail/service.ts';
import type { SitesService } from '../features/sites/service.ts';
import type { WebhookEvent } from '../features/webhooks/deliveries/events.ts';
import type { Outbound } from '../outbound/fetch.ts';

export interface ContentParts {
  readonly store: ContentStore;
  readonly sites: SitesService;
  readonly accounts: AccountsService;
  readonly outbound: Outbound;
  readonly publish: (event: WebhookEvent) => void;
  readonly notifications: NotificationService;
  readonly events: Events;
}

export function createContent(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { store, sites, accounts, outbound, publish, notifications, events }: ContentParts,
) {
  const crawler = createCrawler({
    store,
    findMonitored(id) {
      const site = sites.find(id);
      return site?.contentMonitoring && accounts.findSubscriber(site.ownerId) ? site : undefined;
    },
    fetchPublic: outbound.fetchPublic,
    publishIssues: createIssuePublisher({ store, publish, notifications }),
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
  return content;
}
