import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import type { Notifications } from '../mail/service.ts';
import type { WebhookEvent } from '../webhooks/deliveries/events.ts';
import type { Crawler } from './crawler.ts';
import { presentIssue } from './schema.ts';
import type { ContentStore, IssueRow, IssueState, LinkRow, MonitorRow } from './store.ts';

/** An issue with the addresses of the first pages it was found on. */
export interface FoundIssue {
  readonly issue: IssueRow;
  readonly foundOn: readonly string[];
}

/** All there is to say of a site's content. The lists are cut, the counts are not. */
export interface ContentOverview {
  readonly monitor: MonitorRow | undefined;
  readonly progress: { readonly checked: number; readonly queued: number } | null;
  readonly isRechecking: boolean;
  readonly mailsPausedUntil: Date | null;
  readonly issues: Readonly<Record<IssueState, readonly FoundIssue[]>>;
  readonly issueCounts: Readonly<Record<IssueState, number>>;
  readonly okLinks: readonly LinkRow[];
  readonly linkCounts: { readonly checked: number; readonly ok: number };
}

/** Longest list that an answer has. */
const MAX_LISTED = 1000;

/** Tells of what a crawl has found for the first time: an event for each issue, one mail for all. Part of the caller's transaction. */
export function createReport({
  store,
  publish,
  notifications,
}: {
  readonly store: ContentStore;
  readonly publish: (event: WebhookEvent) => void;
  readonly notifications: Notifications;
}) {
  return (site: Site, now: Date): void => {
    const found = withPages(store, site.id, store.listUnreported(site.id));
    if (found.length === 0) return;
    for (const one of found) {
      const { ignored: _, found_on_count: __, ...check } = presentIssue(one);
      publish({ event: 'content_issue', siteId: site.id, check });
    }
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

/** What is wrong with the content of sites: shown, ignored, looked at again. */
export function createContentService(deps: {
  readonly store: ContentStore;
  readonly crawler: Crawler;
  readonly mailsPausedUntil: (siteId: number) => Date | null;
  readonly clock: Clock;
}) {
  const { store, crawler, clock } = deps;

  function getIssue(siteId: number, id: number): IssueRow {
    const issue = store.findIssue(siteId, id);
    if (!issue) throw notFound('content check');
    return issue;
  }

  function change(issue: IssueRow, fields: Parameters<ContentStore['updateIssue']>[1]): FoundIssue {
    const changed = store.updateIssue(issue.id, fields) ?? issue;
    return withPages(store, issue.siteId, [changed])[0] ?? { issue: changed, foundOn: [] };
  }

  return {
    /** Schedules a site's crawls, or stops them. The first is due at once; earlier results stay. */
    setEnabled(site: Pick<Site, 'id'>, isOn: boolean): void {
      const monitor = store.findMonitor(site.id);
      if (!isOn) {
        if (monitor) store.saveMonitor(site.id, { nextCrawlAt: null, crawlStartedAt: null });
      } else if (!monitor?.nextCrawlAt) {
        store.saveMonitor(site.id, { nextCrawlAt: clock.now(), crawlStartedAt: null });
      }
    },

    overviewOf(siteId: number): ContentOverview {
      const list = (state: IssueState) =>
        withPages(store, siteId, store.listIssues(siteId, state, MAX_LISTED));
      const count = (state: IssueState) => store.countIssues(siteId, state);
      return {
        monitor: store.findMonitor(siteId),
        progress: crawler.progressOf(siteId),
        isRechecking: store.isRechecking(siteId),
        mailsPausedUntil: deps.mailsPausedUntil(siteId),
        issues: {
          broken_link: list('broken_link'),
          mixed_content: list('mixed_content'),
          ignored: list('ignored'),
        },
        issueCounts: {
          broken_link: count('broken_link'),
          mixed_content: count('mixed_content'),
          ignored: count('ignored'),
        },
        okLinks: store.listOk(siteId, MAX_LISTED),
        linkCounts: store.countLinks(siteId),
      };
    },

    getIssue,
    /** Open issues of each site; a site without any is left out. */
    countOpenIssues: store.countOpenIssues,

    /** Takes an issue out of the open ones, or back among them: it is then no news. */
    setIgnored(issue: IssueRow, isIgnored: boolean): FoundIssue {
      const now = clock.now();
      return change(issue, {
        ignoredAt: isIgnored ? (issue.ignoredAt ?? now) : null,
        reportedAt: issue.reportedAt ?? now,
      });
    },

    /** Has an issue looked at again, at once, in the background; it survives a restart. */
    recheck: (issue: IssueRow): FoundIssue => change(issue, { recheckAt: issue.recheckAt ?? clock.now() }),

    /** Begins the crawls and new looks that are due. Source: decisions, section 7, Content. */
    begin: crawler.begin,
    settled: crawler.settled,
    stop: crawler.stop,
    removeOfSite: store.removeOfSite,
  };
}

export type ContentService = ReturnType<typeof createContentService>;

function withPages(store: ContentStore, siteId: number, issues: readonly IssueRow[]): FoundIssue[] {
  if (issues.length === 0) return [];
  const addresses = store.listAddresses(siteId, [...new Set(issues.flatMap(({ foundOn }) => foundOn))]);
  return issues.map(issue => ({
    issue,
    foundOn: issue.foundOn.flatMap(number => addresses.get(number) ?? []),
  }));
}
