import { and, count, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { isDue } from '../../stores/sqlite/due.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import type { CrawlStateChanges } from './crawl/crawl-state.ts';
import { CRAWL_INTERVAL_MS } from './limits.ts';
import type { Issue, Link } from './links/link.ts';
import {
  contentIssues,
  contentLinks,
  contentMonitors,
  type IssueRow,
  type IssueType,
  type LinkRow,
} from './tables.ts';

export type MonitorRow = typeof contentMonitors.$inferSelect;
export type MonitorChange = Partial<Omit<MonitorRow, 'siteId'>>;
export type IssueChange = Partial<Pick<IssueRow, 'ignoredAt' | 'reportedAt' | 'recheckAt'>>;

/** State by which issues are listed. */
export type IssueState = IssueType | 'ignored';

const isUnresolved = isNull(contentIssues.resolvedAt);
const inState = (siteId: number, state: IssueState) =>
  and(
    eq(contentIssues.siteId, siteId),
    isUnresolved,
    state === 'ignored'
      ? isNotNull(contentIssues.ignoredAt)
      : and(isNull(contentIssues.ignoredAt), eq(contentIssues.issueType, state)),
  );

const monitorQueries = (db: AppDb) => ({
  findMonitor: (siteId: number): MonitorRow | undefined =>
    findRow(db, contentMonitors, eq(contentMonitors.siteId, siteId)),
  saveMonitor: (siteId: number, change: MonitorChange): void => {
    db.insert(contentMonitors)
      .values({ siteId, ...change })
      .onConflictDoUpdate({ target: contentMonitors.siteId, set: change })
      .run();
  },
  /** Lists monitors whose crawl is due or unfinished, longest overdue first. */
  listDue: (now: Date, limit: number): MonitorRow[] =>
    listRows(db, contentMonitors, {
      where: isDue(contentMonitors.nextCrawlAt, now, CRAWL_INTERVAL_MS),
      orderBy: contentMonitors.nextCrawlAt,
      limit,
    }),
});

const linkQueries = (db: AppDb) => ({
  listLinks: (siteId: number): LinkRow[] =>
    listRows(db, contentLinks, { where: eq(contentLinks.siteId, siteId), orderBy: contentLinks.number }),
  /** Lists what coverage is found from. */
  listPages: (siteId: number) =>
    db
      .select({
        number: contentLinks.number,
        url: contentLinks.url,
        kind: contentLinks.kind,
        foundOn: contentLinks.foundOn,
        verdict: contentLinks.verdict,
        snippet: contentLinks.snippet,
        readIn: contentLinks.readIn,
      })
      .from(contentLinks)
      .where(eq(contentLinks.siteId, siteId))
      .orderBy(contentLinks.number)
      .all(),
  /** Returns the URLs of pages by their numbers. */
  listAddresses: (siteId: number, numbers: readonly number[]): ReadonlyMap<number, string> =>
    new Map(
      db
        .select({ number: contentLinks.number, url: contentLinks.url })
        .from(contentLinks)
        .where(
          and(
            eq(contentLinks.siteId, siteId),
            sql`${contentLinks.number} in (select value from json_each(${JSON.stringify(numbers)}))`,
          ),
        )
        .all()
        .map(({ number, url }) => [number, url]),
    ),
  /** Lists successful links, last checked first. */
  listOk: (siteId: number, limit: number): LinkRow[] =>
    listRows(db, contentLinks, {
      where: and(
        eq(contentLinks.siteId, siteId),
        eq(contentLinks.verdict, 'ok'),
        ne(contentLinks.kind, 'sitemap'),
      ),
      orderBy: [desc(contentLinks.checkedAt), contentLinks.number],
      limit,
    }),
  /** Counts checked links, and the successful ones among them. */
  countLinks: (siteId: number): { checked: number; ok: number } =>
    db
      .select({ checked: count(), ok: sql<number>`coalesce(sum(${contentLinks.verdict} = 'ok'), 0)` })
      .from(contentLinks)
      .where(
        and(
          eq(contentLinks.siteId, siteId),
          ne(contentLinks.kind, 'sitemap'),
          isNotNull(contentLinks.verdict),
          ne(contentLinks.verdict, 'skipped'),
        ),
      )
      .get() ?? { checked: 0, ok: 0 },
});

const issueQueries = (db: AppDb) => ({
  /** Lists all issues, including ignored ones that are resolved at present. */
  listAllIssues: (siteId: number): IssueRow[] =>
    listRows(db, contentIssues, { where: eq(contentIssues.siteId, siteId) }),
  /** Newest first. */
  listIssues: (siteId: number, state: IssueState, limit: number): IssueRow[] =>
    listRows(db, contentIssues, { where: inState(siteId, state), orderBy: desc(contentIssues.id), limit }),
  countIssues: (siteId: number, state: IssueState): number =>
    countRows(db, contentIssues, inState(siteId, state)),
  /** Counts the open issues of each site; a site without any is left out. */
  countOpenIssues: (siteIds: readonly number[]): ReadonlyMap<number, number> =>
    new Map(
      db
        .select({ siteId: contentIssues.siteId, count: count() })
        .from(contentIssues)
        .where(
          and(
            sql`${contentIssues.siteId} in (select value from json_each(${JSON.stringify(siteIds)}))`,
            isUnresolved,
            isNull(contentIssues.ignoredAt),
          ),
        )
        .groupBy(contentIssues.siteId)
        .all()
        .map(row => [row.siteId, row.count]),
    ),
  findIssue: (siteId: number, id: number): IssueRow | undefined =>
    findRow(db, contentIssues, and(eq(contentIssues.siteId, siteId), eq(contentIssues.id, id), isUnresolved)),
  updateIssue: (id: number, change: IssueChange): IssueRow | undefined =>
    db.update(contentIssues).set(change).where(eq(contentIssues.id, id)).returning().get(),
  /** Lists open issues that are not published yet. */
  listUnreported: (siteId: number): IssueRow[] =>
    listRows(db, contentIssues, {
      where: and(
        eq(contentIssues.siteId, siteId),
        isUnresolved,
        isNull(contentIssues.reportedAt),
        isNull(contentIssues.ignoredAt),
      ),
    }),
  setReported: (siteId: number, now: Date): void => {
    db.update(contentIssues)
      .set({ reportedAt: now })
      .where(
        and(
          eq(contentIssues.siteId, siteId),
          isNull(contentIssues.reportedAt),
          isNull(contentIssues.ignoredAt),
        ),
      )
      .run();
  },
  /** Lists the issues to recheck, in the order of their requests. */
  listRechecks: (limit: number): IssueRow[] =>
    listRows(db, contentIssues, {
      where: isNotNull(contentIssues.recheckAt),
      orderBy: [contentIssues.recheckAt, contentIssues.id],
      limit,
    }),
  isRechecking: (siteId: number): boolean =>
    db
      .select({ id: contentIssues.id })
      .from(contentIssues)
      .where(and(gt(contentIssues.recheckAt, new Date(0)), eq(contentIssues.siteId, siteId)))
      .limit(1)
      .get() !== undefined,
});

export const createContentStore = (db: AppDb) => ({
  ...monitorQueries(db),
  ...linkQueries(db),
  ...issueQueries(db),
  transaction: <Value>(work: () => Value): Value => db.transaction(() => work()),

  /**
   * Writes the changes of a crawl. A fixed issue is removed, except for an ignored one, which is marked as resolved.
   */
  saveChanges: (siteId: number, changes: CrawlStateChanges, now: Date): void => {
    const { links, removed, issues, fixed } = changes;
    if (removed.length > 0) db.run(removeLinks(siteId, removed));
    if (links.length > 0) db.run(upsertLinks(siteId, links));
    if (fixed.length > 0) for (const statement of resolveIssues(siteId, fixed, now)) db.run(statement);
    if (issues.length > 0) db.run(upsertIssues(siteId, issues, now));
  },

  removeOfSite: (siteId: number): void => {
    db.delete(contentMonitors).where(eq(contentMonitors.siteId, siteId)).run();
  },
});

export type ContentStore = ReturnType<typeof createContentStore>;

// A crawl writes thousands of rows: passed as one JSON parameter, that is a hundred times as fast as row by row.

const toNumbers = (pages: readonly Link[]): number[] => pages.map(({ number }) => number);

function upsertLinks(siteId: number, links: readonly Link[]) {
  const rows = links.map(link => [
    link.number,
    link.url,
    link.kind,
    toNumbers(link.foundOn),
    link.foundCount,
    link.seenIn,
    link.checkedIn,
    link.readIn,
    link.checkedAt,
    link.verdict,
    link.statusCode,
    link.errorMessage,
    link.failingSince,
    link.snippet,
  ]);
  return sql`
    insert into content_links (site_id, number, url, kind, found_on, found_count, seen_in, checked_in, read_in,
      checked_at, verdict, status_code, error_message, failing_since, snippet)
    select ${siteId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
      value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (site_id, number) do update set kind = excluded.kind, found_on = excluded.found_on,
      found_count = excluded.found_count, seen_in = excluded.seen_in, checked_in = excluded.checked_in,
      read_in = excluded.read_in, checked_at = excluded.checked_at, verdict = excluded.verdict,
      status_code = excluded.status_code, error_message = excluded.error_message,
      failing_since = excluded.failing_since, snippet = excluded.snippet`;
}

const removeLinks = (siteId: number, numbers: readonly number[]) => sql`
  delete from content_links
  where site_id = ${siteId} and number in (select value from json_each(${JSON.stringify(numbers)}))`;

function upsertIssues(siteId: number, issues: readonly Issue[], now: Date) {
  const rows = issues.map(issue => [
    issue.url,
    issue.type,
    issue.statusCode,
    issue.errorMessage,
    toNumbers(issue.foundOn),
    issue.foundCount,
    issue.seenIn,
    issue.checkedAt,
  ]);
  return sql`
    insert into content_issues (site_id, url, issue_type, status_code, error_message, found_on, found_count, seen_in,
      checked_at, created_at)
    select ${siteId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
      value ->> 7, ${now.getTime()}
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (site_id, issue_type, url) do update set status_code = excluded.status_code,
      error_message = excluded.error_message, found_on = excluded.found_on, found_count = excluded.found_count,
      seen_in = excluded.seen_in, checked_at = excluded.checked_at, resolved_at = null`;
}

function resolveIssues(siteId: number, fixed: CrawlStateChanges['fixed'], now: Date) {
  const keys = JSON.stringify(fixed.map(({ type, url }) => [type, url]));
  const matches = sql`site_id = ${siteId} and (issue_type, url) in (select value ->> 0, value ->> 1 from json_each(${keys}))`;
  return [
    sql`delete from content_issues where ${matches} and ignored_at is null`,
    sql`update content_issues set resolved_at = ${now.getTime()}, recheck_at = null where ${matches}`,
  ];
}
