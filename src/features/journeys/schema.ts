import { type Static, Type } from '@sinclair/typebox';
import type { Journey, JourneyPages, Journeys, PathViews } from '../../core/hits/answers.ts';
import type { Page } from '../../core/page.ts';
import { Pagination, pageQuery, presentPagination } from '../../http/paging.ts';
import { model, nullable, Timestamp } from '../../http/schema.ts';
import { toHex64 } from '../../lib/hash.ts';
import { filterEcho, filterQuery, presentFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, type Period, periodFields, periodQuery, presentPeriod } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';

/** Largest and default page of journeys. Source: api-v1, Limits; decisions, section 2. */
export const PAGE_SIZE = 50;

export const ListJourneys = Type.Object({
  ...filterQuery(JOURNEY_FILTERS),
  min_pages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2,
      description:
        'with 2 only journeys of two views of pages or more are listed, and counted by `pagination`; summary and insights are of all',
    }),
  ),
  ...periodQuery,
  ...allTimeQuery,
  ...pageQuery({ maximum: PAGE_SIZE }),
});

const { path: _, ...VISIT_FILTERS } = JOURNEY_FILTERS;
/** Filters of the pages beside a page, which has the name of one itself. */
export const PAGES_FILTERS = VISIT_FILTERS;

/** The page that is asked about when none is named. */
export const DEFAULT_PATH = '/';

export const JourneyPagesQuery = Type.Object({
  path: Type.Optional(Type.String({ description: 'the page; `/` when left out' })),
  ...filterQuery(PAGES_FILTERS),
  ...periodQuery,
  ...allTimeQuery,
});

const share = Type.Number({ description: 'of `views`, in percent, one decimal' });
const Part = Type.Object({ views: Type.Integer(), share });
const PagesBeside = (order: string) =>
  Type.Array(Type.Object({ path: Type.String(), views: Type.Integer(), share }), {
    description: `pages opened ${order} it in the same visit, the twenty commonest, most views first`,
  });

export const JourneyPagesAnswer = model(
  'JourneyPages',
  {
    path: Type.String(),
    views: Type.Integer({
      description: 'views in visits; those that follow each other, as when the page is reloaded, are one',
    }),
    visits: Type.Integer(),
    entered: Part,
    previous: PagesBeside('before'),
    next: PagesBeside('after'),
    left: Part,
    counted_from: nullable(Timestamp, {
      description:
        'null: the whole period; otherwise it has too many hits, and what came before was left out',
    }),
    ...importedField,
    filters: Type.Object({ ...periodFields, ...filterEcho(PAGES_FILTERS) }, propertyEcho),
  },
  {
    path: '/pricing',
    views: 40,
    visits: 38,
    entered: { views: 10, share: 25 },
    previous: [{ path: '/', views: 30, share: 75 }],
    next: [{ path: '/signup', views: 12, share: 30 }],
    left: { views: 28, share: 70 },
    counted_from: null,
    filters: {
      start_date: '2026-02-08',
      end_date: '2026-03-10',
      time_zone: 'utc',
      zone: 'UTC',
      ...presentFilters(PAGES_FILTERS, {}),
    },
  },
);

const UserJourney = model('UserJourney', {
  visitor_hash: Type.String({ pattern: '^[0-9a-f]{16}$', description: '16 hex digits' }),
  page_count: Type.Integer({
    description: 'views of pages, repeated ones and those beyond `pages` included',
  }),
  first_hit: Timestamp,
  last_hit: Timestamp,
  duration_minutes: Type.Integer({ description: '`session_duration` in whole minutes, rounded down' }),
  pages: Type.Array(Type.Object({ path: Type.String(), visited_at: Timestamp }), {
    description: 'in order of time, the first 200',
  }),
  pages_truncated: Type.Boolean({ description: 'whether there are more than `pages` holds' }),
  entry_page: Type.String(),
  exit_page: Type.String(),
  session_duration: Type.Integer({ description: 'whole seconds from the first hit to the last' }),
  referrer: nullable(Type.String(), { description: 'of the first hit' }),
  country: Type.String({ description: 'of the first hit: two capitals; `XX` when unknown' }),
  browser: nullable(Type.String(), { description: 'of the first hit; null when unknown' }),
});

const Summary = model('JourneySummary', {
  total_visitors: Type.Integer(),
  multi_page_visitors: Type.Integer({ description: 'with two views of pages or more' }),
  single_page_visitors: Type.Integer({ description: 'with one view of a page' }),
  bounce_rate: Type.Number({ description: 'share of single-page visitors in percent, one decimal' }),
});

const TopPages = Type.Array(Type.Object({ path: Type.String(), visitors: Type.Integer() }), {
  description: 'the ten commonest, most visitors first',
});

export const JourneyList = model(
  'UserJourneys',
  {
    user_journeys: Type.Array(UserJourney, { description: 'newest last hit first' }),
    pagination: Pagination,
    ...importedField,
    filters: Type.Object({ ...periodFields, ...filterEcho(JOURNEY_FILTERS) }, propertyEcho),
    summary: Summary,
    insights: Type.Object({ top_entry_pages: TopPages, top_exit_pages: TopPages }),
  },
  {
    user_journeys: [
      {
        visitor_hash: '0123456789abcdef',
        page_count: 2,
        first_hit: '2026-03-10T12:00:00.000Z',
        last_hit: '2026-03-10T12:01:30.000Z',
        duration_minutes: 1,
        pages: [
          { path: '/', visited_at: '2026-03-10T12:00:00.000Z' },
          { path: '/pricing', visited_at: '2026-03-10T12:01:30.000Z' },
        ],
        pages_truncated: false,
        entry_page: '/',
        exit_page: '/pricing',
        session_duration: 90,
        referrer: 'https://news.example/today',
        country: 'DE',
        browser: 'Firefox',
      },
    ],
    pagination: { current_page: 1, per_page: 50, total_count: 1, total_pages: 1 },
    filters: {
      start_date: '2026-02-08',
      end_date: '2026-03-10',
      time_zone: 'utc',
      zone: 'UTC',
      ...presentFilters(JOURNEY_FILTERS, {}),
    },
    summary: { total_visitors: 1, multi_page_visitors: 1, single_page_visitors: 0, bounce_rate: 0 },
    insights: {
      top_entry_pages: [{ path: '/', visitors: 1 }],
      top_exit_pages: [{ path: '/pricing', visitors: 1 }],
    },
  },
);

/** Presents a journey. Source: decisions, section 6. */
function presentJourney(journey: Journey): Static<typeof UserJourney> {
  const seconds = Math.floor((+journey.lastHit - +journey.firstHit) / 1000);
  return {
    visitor_hash: toHex64(journey.visitorHash),
    page_count: journey.hits,
    first_hit: journey.firstHit.toISOString(),
    last_hit: journey.lastHit.toISOString(),
    duration_minutes: Math.floor(seconds / 60),
    pages: journey.pages.map(({ path, at }) => ({ path, visited_at: at.toISOString() })),
    pages_truncated: journey.hits > journey.pages.length,
    entry_page: journey.entryPath,
    exit_page: journey.exitPath,
    session_duration: seconds,
    referrer: journey.referrer,
    country: journey.country,
    browser: journey.browserName,
  };
}

export function presentJourneys(
  journeys: Journeys,
  {
    page,
    period,
    query,
  }: { readonly page: Page; readonly period: Period; readonly query: Static<typeof ListJourneys> },
): Static<typeof JourneyList> {
  const { visitors, singleHitVisitors: singles } = journeys;
  const listed = query.min_pages === 2 ? visitors - singles : visitors;
  return {
    user_journeys: journeys.rows.map(presentJourney),
    pagination: presentPagination(page, listed),
    filters: { ...presentPeriod(period), ...presentFilters(JOURNEY_FILTERS, query) },
    summary: {
      total_visitors: visitors,
      multi_page_visitors: visitors - singles,
      single_page_visitors: singles,
      bounce_rate: toShare(singles, visitors),
    },
    insights: {
      top_entry_pages: [...journeys.entryPaths],
      top_exit_pages: [...journeys.exitPaths],
    },
  };
}

/** Returns a part in percent, with one decimal. */
const toShare = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part / all) * 1000) / 10);

export function presentJourneyPages(
  pages: JourneyPages,
  { query, period }: { readonly query: Static<typeof JourneyPagesQuery>; readonly period: Period },
): Static<typeof JourneyPagesAnswer> {
  const { views } = pages;
  const toPart = (count: number) => ({ views: count, share: toShare(count, views) });
  const toBeside = (each: PathViews) => ({ path: each.path, ...toPart(each.views) });
  return {
    path: query.path ?? DEFAULT_PATH,
    views,
    visits: pages.visits,
    entered: toPart(pages.entries),
    previous: pages.previous.map(toBeside),
    next: pages.next.map(toBeside),
    left: toPart(pages.exits),
    counted_from: +pages.since > +period.span.start ? pages.since.toISOString() : null,
    filters: { ...presentPeriod(period), ...presentFilters(PAGES_FILTERS, query) },
  };
}
