import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, oneOf, Timestamp } from '../../../http/schema.ts';
import { periodFields, periodQuery } from '../../../reports/period.ts';
import { SNIPPET_STATUSES } from '../tables.ts';
import type { Coverage } from './service.ts';

/** Entries of one list, at most and by default. */
const MAX_LISTED = 500;
export const DEFAULT_LISTED = 100;

export const ShowCoverage = Type.Object({
  ...periodQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED,
      description: `entries of each list; ${DEFAULT_LISTED} when left out`,
    }),
  ),
});

const Count = Type.Integer({ minimum: 0 });
const Visitors = Type.Integer({ minimum: 0, description: 'visitors of the page in the period' });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const REASONS = SNIPPET_STATUSES.filter(status => status !== 'ok') as [
  'missing',
  'other_uid',
  'forbidden_by_csp',
];

const Uncounted = Type.Object({
  path: Type.String({ description: 'with its query' }),
  reason: oneOf(REASONS, {
    description:
      'missing: it does not load the site’s script; other_uid: it loads that of another site; forbidden_by_csp: its own content security policy keeps the script from loading or from sending',
  }),
  visitors: Visitors,
});

const BrokenLink = Type.Object({
  id: Id,
  url: Type.String(),
  status_code: nullable(Type.Integer()),
  error_message: nullable(Type.String()),
  found_on: nullable(Type.String(), {
    description: 'path of the page that has it; of several, the most visited',
  }),
  found_on_count: count('pages that have it'),
  visitors: Type.Integer({ minimum: 0, description: 'visitors of that page in the period' }),
});

const NotFound = Type.Object({
  path: Type.String({ description: 'without its query' }),
  referrer: nullable(
    Type.String({
      description: 'page that led most visitors there, without its query; of the site itself, its path',
    }),
  ),
  visitors: nullable(Count, { description: 'null where only access logs tell of it' }),
  requests: nullable(Count, { description: 'of people and programs, in access logs; null without' }),
  suggestion: nullable(Type.String(), {
    description: 'path of the page that is most likely meant; null when none is like it',
  }),
});

const CoverageModel = model(
  'Coverage',
  {
    checked_at: nullable(Timestamp, { description: 'end of the last crawl; null before the first' }),
    content_monitoring: Type.Boolean({ description: 'whether the site is crawled' }),
    not_found_captured: Type.Boolean({ description: 'whether the script reports missing pages' }),
    pages: Type.Object({
      total: count('pages that were read'),
      with_snippet: Count,
      unread: count('pages that the last crawl could not read to the end: their links are not known'),
      without_snippet_count: Count,
      without_snippet: Type.Array(Uncounted),
      unlinked_count: Count,
      unlinked: Type.Array(Type.Object({ path: Type.String(), visitors: Visitors }), {
        description: 'visited in the period though no link of the pages that were read leads there',
      }),
    }),
    broken_links_count: Count,
    broken_links: Type.Array(BrokenLink, { description: 'by the visitors of the page that has them' }),
    not_found_count: Count,
    not_found: Type.Array(NotFound, { description: 'addresses without a page that visitors asked for' }),
    redirects: Type.Object(
      { caddy: Type.String(), nginx: Type.String() },
      { description: 'rules for the suggestions that are listed; check them before you use them' },
    ),
  },
  {
    checked_at: '2026-03-10T12:00:00.000Z',
    content_monitoring: true,
    not_found_captured: true,
    pages: {
      total: 40,
      with_snippet: 39,
      unread: 0,
      without_snippet_count: 1,
      without_snippet: [{ path: '/landing', reason: 'missing', visitors: 0 }],
      unlinked_count: 1,
      unlinked: [{ path: '/thank-you', visitors: 12 }],
    },
    broken_links_count: 1,
    broken_links: [
      {
        id: 1,
        url: 'https://example.org/lost',
        status_code: 404,
        error_message: 'answered 404 Not Found',
        found_on: '/blog',
        found_on_count: 2,
        visitors: 310,
      },
    ],
    not_found_count: 1,
    not_found: [
      {
        path: '/abuot',
        referrer: 'https://news.example/item',
        visitors: 17,
        requests: null,
        suggestion: '/about',
      },
    ],
    redirects: {
      caddy: 'redir /abuot /about permanent\n',
      nginx: 'location = "/abuot" { return 301 /about; }\n',
    },
  },
);

export const CoverageAnswer = Type.Object({
  coverage: CoverageModel,
  filters: Type.Object({ ...periodFields, limit: Type.Integer() }),
});

export function presentCoverage(
  coverage: Coverage,
  { contentMonitoring }: { readonly contentMonitoring: boolean },
): Static<typeof CoverageModel> {
  const { withoutSnippet, unlinked, brokenLinks, notFound } = coverage;
  return {
    checked_at: coverage.checkedAt?.toISOString() ?? null,
    content_monitoring: contentMonitoring,
    not_found_captured: coverage.capturesNotFound,
    pages: {
      total: coverage.pageCount,
      with_snippet: coverage.withSnippet,
      unread: coverage.unread,
      without_snippet_count: withoutSnippet.total,
      without_snippet: [...withoutSnippet.entries],
      unlinked_count: unlinked.total,
      unlinked: [...unlinked.entries],
    },
    broken_links_count: brokenLinks.total,
    broken_links: brokenLinks.entries.map(({ issue, foundOn, visitors }) => ({
      id: issue.id,
      url: issue.url,
      status_code: issue.statusCode,
      error_message: issue.errorMessage,
      found_on: foundOn,
      found_on_count: issue.foundCount,
      visitors,
    })),
    not_found_count: notFound.total,
    not_found: notFound.entries.map(({ path, referrer, visitors, requests, suggestion }) => ({
      path,
      referrer,
      visitors,
      requests,
      suggestion,
    })),
    redirects: coverage.redirects,
  };
}
