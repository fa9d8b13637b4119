import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export type LinkRow = typeof contentLinks.$inferSelect;

export type IssueRow = typeof contentIssues.$inferSelect;

/** Source: decisions, section 7, Content. */
export const ISSUE_TYPES = ['broken_link', 'mixed_content'] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/** Kinds of links in a crawl. */
export const LINK_KINDS = ['page', 'link', 'sitemap'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Status of a link. `failing`: the check failed, and a later one must confirm it; `unknown`: the server answered,
 * but its answer says nothing about the link; `skipped`: it is not checked.
 */
export const LINK_STATUSES = ['ok', 'broken', 'failing', 'unknown', 'skipped'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/**
 * What a page has of the site's script: `ok`, it loads it; `missing`; `other_uid`, it loads that of another site;
 * `forbidden_by_csp`, its own content security policy surely keeps it from loading it or from sending.
 */
export const SNIPPET_STATUSES = ['ok', 'missing', 'other_uid', 'forbidden_by_csp'] as const;
export type SnippetStatus = (typeof SNIPPET_STATUSES)[number];

const instant = () => integer({ mode: 'timestamp_ms' });

export const contentMonitors = sqliteTable('content_monitors', {
  siteId: integer().primaryKey(),
  nextCrawlAt: instant(),
  crawl: integer().notNull().default(0),
  crawlStartedAt: instant(),
  spentMs: integer().notNull().default(0),
  lastCheckAt: instant(),
  lastError: text(),
});

export const contentLinks = sqliteTable(
  'content_links',
  {
    siteId: integer().notNull(),
    number: integer().notNull(),
    url: text().notNull(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    foundOn: text({ mode: 'json' }).$type<number[]>().notNull(),
    foundCount: integer().notNull(),
    seenIn: integer().notNull(),
    checkedIn: integer().notNull(),
    readIn: integer().notNull(),
    checkedAt: integer(),
    verdict: text({ enum: LINK_STATUSES }),
    statusCode: integer(),
    errorMessage: text(),
    failingSince: integer(),
    snippet: text({ enum: SNIPPET_STATUSES }),
  },
  table => [primaryKey({ columns: [table.siteId, table.number] })],
);

export const contentIssues = sqliteTable('content_issues', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  url: text().notNull(),
  issueType: text({ enum: ISSUE_TYPES }).notNull(),
  statusCode: integer(),
  errorMessage: text(),
  foundOn: text({ mode: 'json' }).$type<number[]>().notNull(),
  foundCount: integer().notNull(),
  seenIn: integer().notNull(),
  checkedAt: instant().notNull(),
  createdAt: instant().notNull(),
  reportedAt: instant(),
  ignoredAt: instant(),
  resolvedAt: instant(),
  recheckAt: instant(),
});
