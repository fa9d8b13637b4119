import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import type { Crawler } from './crawl/crawler.ts';
import { addPages, type IssueWithPages } from './issues/issue-pages.ts';
import type { ContentStore, IssueState, MonitorRow } from './store.ts';
import type { IssueRow, LinkRow } from './tables.ts';

/** Content monitoring of a site. Lists are truncated, counts are not. */
export interface ContentOverview {
  readonly monitor: MonitorRow | undefined;
  readonly progress: { readonly checked: number; readonly queued: number } | null;
  readonly isRechecking: boolean;
  readonly mailsPausedUntil: Date | null;
  readonly issues: Readonly<Record<IssueState, readonly IssueWithPages[]>>;
  readonly issueCounts: Readonly<Record<IssueState, number>>;
  readonly okLinks: readonly LinkRow[];
  readonly linkCounts: { readonly checked: number; readonly ok: number };
}

/** Longest list in a response. */
const MAX_LIST_LENGTH = 1000;

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

  function change(issue: IssueRow, fields: Parameters<ContentStore['updateIssue']>[1]): IssueWithPages {
    const changed = store.updateIssue(issue.id, fields) ?? issue;
    return addPages(store, issue.siteId, [changed])[0] ?? { issue: changed, foundOn: [] };
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

    getOverview(siteId: number): ContentOverview {
      const list = (state: IssueState) =>
        addPages(store, siteId, store.listIssues(siteId, state, MAX_LIST_LENGTH));
      const count = (state: IssueState) => store.countIssues(siteId, state);
      return {
        monitor: store.findMonitor(siteId),
        progress: crawler.findProgress(siteId),
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
        okLinks: store.listOk(siteId, MAX_LIST_LENGTH),
        linkCounts: store.countLinks(siteId),
      };
    },

    getIssue,
    /** Counts the open issues of each site; a site without any is left out. */
    countOpenIssues: store.countOpenIssues,

    /** Ignores an issue, or reopens it; a reopened one is not published again. */
    setIgnored(issue: IssueRow, isIgnored: boolean): IssueWithPages {
      const now = clock.now();
      return change(issue, {
        ignoredAt: isIgnored ? (issue.ignoredAt ?? now) : null,
        reportedAt: issue.reportedAt ?? now,
      });
    },

    /** Queues a recheck of an issue; it survives a restart. */
    recheck: (issue: IssueRow): IssueWithPages =>
      change(issue, { recheckAt: issue.recheckAt ?? clock.now() }),

    /** Starts the crawls and rechecks that are due. Source: decisions, section 7, Content. */
    startDue: crawler.startDue,
    settled: crawler.settled,
    stop: crawler.stop,
    removeOfSite: store.removeOfSite,
  };
}

export type ContentService = ReturnType<typeof createContentService>;
