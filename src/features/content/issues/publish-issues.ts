import type { Site } from '../../../core/site.ts';
import type { WebhookEvent } from '../../../core/webhook-events.ts';
import type { NotificationService } from '../../mail/service.ts';
import { presentIssue } from '../schema.ts';
import type { ContentStore } from '../store.ts';
import { addPages } from './issue-pages.ts';

/**
 * Creates the function that publishes the new issues of a crawl: an event for each, one mail for all. It is called within
 * the transaction that ends the crawl.
 */
export function createIssuePublisher({
  store,
  publish,
  onBrokenLinks,
  notifications,
}: {
  readonly store: ContentStore;
  readonly publish: (event: WebhookEvent) => void;
  /** Called with the addresses of new broken links. */
  readonly onBrokenLinks: (siteId: number, urls: readonly string[]) => void;
  readonly notifications: NotificationService;
}) {
  return (site: Site, now: Date): void => {
    const found = addPages(store, site.id, store.listUnreported(site.id));
    if (found.length === 0) return;
    for (const one of found) {
      const { ignored: _, found_on_count: __, ...check } = presentIssue(one);
      publish({ event: 'content_issue', siteId: site.id, check });
    }
    onBrokenLinks(
      site.id,
      found.flatMap(({ issue }) => (issue.issueType === 'broken_link' ? [issue.url] : [])),
    );
    if (site.contentMonitoringEmails) {
      const issues = found.map(({ issue: { url, issueType, statusCode, errorMessage }, foundOn }) => ({
        url,
        issueType,
        statusCode,
        errorMessage,
        foundOn,
      }));
      notifications.send('content_issues', { siteId: site.id, issues });
    }
    store.setReported(site.id, now);
  };
}
