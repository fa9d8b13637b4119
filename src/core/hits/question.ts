/**
 * Questions to the store of hits: plain data without the options of a read, so that the same value is the key of a cache, what an
 * engine plans by, and what random tests make.
 */
import type { GoalCondition } from '../goals/condition.ts';
import type { GoalSeriesQuery, GoalsQuery } from '../goals/query.ts';
import type { Day, Span } from '../span.ts';
import type { CampaignsQuery } from './campaigns.ts';
import type { HitKind } from './columns.ts';
import type { FunnelQuery } from './funnels.ts';
import type { PathsQuery } from './paths.ts';
import type {
  CombinationsQuery,
  Dimension,
  EngagedPages,
  GroupsBySiteQuery,
  GroupsPage,
  HitQuery,
  ImportedDays,
  JourneyPagesQuery,
  JourneyQuery,
  Slice,
  VisitorRowsQuery,
} from './query.ts';
import type { ReturningQuery } from './returning-visitors.ts';

/**
 * What is counted of rows. `paths` are distinct paths of hits, 0 for other kinds; `engagement` is of the visits of a bucket's hits, all 0
 * for other kinds. Hits and unique hits take the least time.
 */
export type Measure = 'hits' | 'uniqueHits' | 'visitors' | 'visits' | 'paths' | 'engagement';

interface Counted<Counts extends Measure> {
  readonly of?: undefined;
  /** Default: `hits` and `uniqueHits`. */
  readonly measures?: readonly Counts[] | undefined;
}

/** All hits of many sites. */
interface OfSites {
  readonly of?: undefined;
  readonly siteIds: readonly number[];
  /** Days whose imported sums are added. */
  readonly importedDays?: ImportedDays | undefined;
}

/** How often a goal was reached in the visits of a query's rows. */
interface OfGoal extends HitQuery {
  readonly of: 'conversions';
  readonly goal: GoalCondition;
}

/** n + 1 ascending edges make n half-open buckets. A query's span is ignored: filters by other rows look between the first and the last edge. */
interface Edges {
  readonly edges: readonly Date[];
}

interface CountedEdges extends Edges {
  /** The day of each edge, the first of a bucket: imported sums are added to the bucket of their day. */
  readonly importedEdges?: readonly Day[] | undefined;
}

/** All rows in one group, whose key is null, where there is no dimension. */
interface MaybeGrouped {
  readonly dimension?: Dimension | undefined;
}

/** Rows, newest first; those of one visitor oldest first. */
export type RowsQuestion = { readonly shape: 'rows' } & Slice &
  ((HitQuery & { readonly of?: undefined }) | (VisitorRowsQuery & { readonly of: 'visitor' }));

/** Sums over all rows of a query. Of many sites: by site; those without any are missing. */
export type TotalsQuestion = { readonly shape: 'totals' } & (
  | (HitQuery & Counted<Exclude<Measure, 'engagement'>>)
  | (OfSites & { readonly measures?: undefined; readonly span: Span | null })
  | (OfSites & { readonly measures: readonly ['visitors']; readonly span: Span })
  | (HitQuery & { readonly of: 'engagement' })
  | (GoalsQuery & { readonly of: 'goals' })
);

/**
 * Sums by a value, or by combinations of values. Counts are a page of groups, the largest first by `orderBy` (ties by key, null
 * last), and the number of all; of many sites the largest of each, those without any being missing. Reports of pages belong to the
 * hits of their visitor, path and day that came before them.
 */
export type GroupsQuestion = { readonly shape: 'groups' } & (
  | (HitQuery &
      GroupsPage &
      Counted<Exclude<Measure, 'paths' | 'engagement'>> & { readonly dimension: Dimension })
  | (GroupsBySiteQuery & { readonly of?: undefined })
  | (CombinationsQuery & Slice & { readonly of: 'combinations' })
  | (HitQuery & { readonly of: 'pageEngagement'; readonly pages: EngagedPages })
  | (HitQuery & MaybeGrouped & { readonly of: 'revenue' })
  | (OfGoal & MaybeGrouped)
  | (CampaignsQuery & { readonly of: 'campaigns' })
);

/** Sums between consecutive edges, empty buckets included. Of many sites: by site; those without any are missing. */
export type SeriesQuestion = { readonly shape: 'series' } & (
  | (HitQuery & CountedEdges & Counted<Exclude<Measure, 'paths'>>)
  | (Omit<OfSites, 'importedDays'> & CountedEdges)
  | (OfGoal & Edges)
  | (GoalSeriesQuery & Edges & { readonly of: 'goals' })
);

/** Ways of visitors and visits, and visitors who come back. Anonymous rows belong to neither. */
export type FlowsQuestion = { readonly shape: 'flows' } & (
  | (JourneyQuery & Slice & { readonly of: 'journeys' })
  | (JourneyPagesQuery & { readonly of: 'pages' })
  | (FunnelQuery & { readonly of: 'funnel' })
  | (PathsQuery & { readonly of: 'paths' })
  | (ReturningQuery & { readonly of: 'returning' })
);

/** What there is: the time of a site's first hit, event or agent visit, or of the first of some kinds; the names of properties. */
export type FactsQuestion = { readonly shape: 'facts' } & (
  | { readonly of: 'earliest'; readonly siteId: number; readonly kinds?: readonly HitKind[] | undefined }
  | (HitQuery & { readonly of: 'properties'; readonly maxNames: number })
);

export type Question =
  | RowsQuestion
  | TotalsQuestion
  | GroupsQuestion
  | SeriesQuestion
  | FlowsQuestion
  | FactsQuestion;

/** Returns the sites that a question is about. */
export const siteIdsOf = (question: Question): readonly number[] =>
  'siteIds' in question
    ? question.siteIds
    : [question.siteId, ...(('heldAs' in question && question.heldAs) || [])];
