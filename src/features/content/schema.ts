import { type Static, Type } from '@sinclair/typebox';
import type { Site } from '../../core/site.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import type { IssueWithPages } from './issues/issue-pages.ts';
import type { ContentOverview } from './service.ts';
import type { LinkRow } from './tables.ts';
import { ISSUE_TYPES } from './tables.ts';

/** Source: api-v1, Content monitoring. */
export const ContentIssue = model('ContentIssue', {
  id: Id,
  url: Type.String({ description: 'what is broken, or loaded over http' }),
  status_code: nullable(Type.Integer(), { description: 'null when there was no answer' }),
  error_message: nullable(Type.String(), { description: 'description of the problem' }),
  issue_type: oneOf(ISSUE_TYPES),
  checked_at: Timestamp,
  ignored: Type.Boolean(),
  found_on_url: Type.Array(Type.String(), { description: 'the first 20 pages it was found on' }),
  found_on_count: Type.Integer({ minimum: 0, description: 'pages it was found on, in all' }),
});

const OkLink = Type.Object({
  url: Type.String(),
  status_code: nullable(Type.Integer()),
  checked_at: nullable(Timestamp),
});

const Progress = Type.Object(
  {
    checked: Type.Integer({ minimum: 0, description: 'links checked in this crawl' }),
    queued: Type.Integer({ minimum: 0, description: 'links still to check; more may be found' }),
  },
  { description: 'of the running crawl' },
);

const MonitoringStatus = model('ContentMonitoringStatus', {
  enabled: Type.Boolean(),
  root_path: Type.String({ description: 'path below which the site’s pages are' }),
  last_check_at: nullable(Timestamp, { description: 'end of the last crawl' }),
  next_check_at: nullable(Timestamp, { description: 'start of the next crawl' }),
  last_error: nullable(Type.String({ description: 'why the last crawl did not read the whole site' })),
  is_initial_check: Type.Boolean({ description: 'the first crawl has not ended yet' }),
  is_rechecking: Type.Boolean({ description: 'an issue is being rechecked' }),
  has_issues: Type.Boolean(),
  emails_enabled: Type.Boolean(),
  emails_paused: Type.Boolean(),
  emails_paused_until: nullable(Timestamp),
  restrict_to_site: Type.Boolean({
    description: 'true: links to other hosts are not checked; a setting of the site',
  }),
  progress: nullable(Progress),
});

const LIST_DESCRIPTION = 'the newest 1,000; `stats` counts all';

export const ContentAnswer = model('Content', {
  site: Type.Object({ id: Id, uid: Type.String(), url: Type.String(), label: Type.String() }),
  monitoring_status: MonitoringStatus,
  issues: Type.Object(
    { broken_links: Type.Array(ContentIssue), mixed_content: Type.Array(ContentIssue) },
    { description: LIST_DESCRIPTION },
  ),
  ignored_issues: Type.Array(ContentIssue, { description: LIST_DESCRIPTION }),
  ok_links: Type.Array(OkLink, { description: 'those checked last; at most 1,000' }),
  stats: Type.Object({
    total_checked: Type.Integer({ minimum: 0 }),
    broken_links_count: Type.Integer({ minimum: 0 }),
    mixed_content_count: Type.Integer({ minimum: 0 }),
    ignored_count: Type.Integer({ minimum: 0 }),
    ok_count: Type.Integer({ minimum: 0 }),
  }),
});

/** 403 of three kinds: no write access, no subscription, monitoring off. */
export const ContentForbidden = model('ContentForbidden', {
  error: Type.String(),
  content_monitoring_enabled: Type.Optional(
    Type.Boolean({ description: 'false when content monitoring is off for the site' }),
  ),
});

export const IgnoreIssue = model(
  'IgnoreIssue',
  { ignored: Type.Optional(Type.Boolean({ description: 'true when left out; false reopens it' })) },
  { ignored: true },
  {},
);
export const IgnoreAnswer = Type.Object({ status: oneOf(['ignored', 'open']), issue: ContentIssue });
export const RecheckAnswer = Type.Object({ status: Type.Literal('queued'), issue: ContentIssue });

export const presentIssue = ({ issue, foundOn }: IssueWithPages): Static<typeof ContentIssue> => ({
  id: issue.id,
  url: issue.url,
  status_code: issue.statusCode,
  error_message: issue.errorMessage,
  issue_type: issue.issueType,
  checked_at: issue.checkedAt.toISOString(),
  ignored: issue.ignoredAt !== null,
  found_on_url: [...foundOn],
  found_on_count: issue.foundCount,
});

const toIso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const presentOkLink = (link: LinkRow): Static<typeof OkLink> => ({
  url: link.url,
  status_code: link.statusCode,
  checked_at: toIso(link.checkedAt),
});

const toRootPath = ({ displayRootPath, url }: Site): string => displayRootPath ?? new URL(url).pathname;

export function presentContent(site: Site, overview: ContentOverview): Static<typeof ContentAnswer> {
  const { monitor, issues, issueCounts, linkCounts, mailsPausedUntil } = overview;
  return {
    site: { id: site.id, uid: site.uid, url: site.url, label: site.label },
    monitoring_status: {
      enabled: site.contentMonitoring,
      root_path: toRootPath(site),
      last_check_at: monitor?.lastCheckAt?.toISOString() ?? null,
      next_check_at: monitor?.nextCrawlAt?.toISOString() ?? null,
      last_error: monitor?.lastError ?? null,
      is_initial_check: !monitor?.lastCheckAt,
      is_rechecking: overview.isRechecking,
      has_issues: issueCounts.broken_link + issueCounts.mixed_content > 0,
      emails_enabled: site.contentMonitoringEmails,
      emails_paused: mailsPausedUntil !== null,
      emails_paused_until: mailsPausedUntil?.toISOString() ?? null,
      restrict_to_site: site.restrictToSite,
      progress: overview.progress,
    },
    issues: {
      broken_links: issues.broken_link.map(presentIssue),
      mixed_content: issues.mixed_content.map(presentIssue),
    },
    ignored_issues: issues.ignored.map(presentIssue),
    ok_links: overview.okLinks.map(presentOkLink),
    stats: {
      total_checked: linkCounts.checked,
      broken_links_count: issueCounts.broken_link,
      mixed_content_count: issueCounts.mixed_content,
      ignored_count: issueCounts.ignored,
      ok_count: linkCounts.ok,
    },
  };
}
