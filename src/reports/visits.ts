/** What reports on hits and events have because their rows belong to visits: parameters, counts and echo. */
import { Type } from '@sinclair/typebox';
import type { GroupRow, PageEngagement, SeriesBucket, Totals, VisitSums } from '../core/hits/answers.ts';
import { ATTRIBUTIONS, type Attribution, type GroupOrder } from '../core/hits/query.ts';
import { nullable, oneOf } from '../http/schema.ts';

/** Counts that groups are ordered by, as the API names them. */
const ORDERS = { views: 'hits', visitors: 'visitors', visits: 'visits' } as const satisfies Record<
  string,
  GroupOrder
>;
export type ReportOrder = keyof typeof ORDERS;
const ORDER_NAMES = Object.keys(ORDERS) as ReportOrder[];

export const DEFAULT_ATTRIBUTION: Attribution = 'hit';

/** The parameter that chooses whether filters and groupings use the values of hits or of visits. */
export const attributionQuery = {
  attribution: Type.Optional(
    oneOf(ATTRIBUTIONS, {
      description:
        'whose values filters and groupings mean: those of each row (`hit`, when left out), or those that its visit began with (`visit`): referrer, hostname, channel, source, campaign, medium, term, content, country, browser, system and device of its first page, and its entry and exit page',
    }),
  ),
};

/** The same parameter of rows that belong to no visit, such as kudos: to leave `visit` unread would count all of them. */
export const rowAttributionQuery = {
  attribution: Type.Optional(oneOf(['hit'], { description: 'these belong to no visit' })),
};

export const attributionEcho = { attribution: oneOf(ATTRIBUTIONS) };

/** Query parameters of reports whose rows belong to visits. */
export const visitParams = {
  ...attributionQuery,
  include_visitors: Type.Optional(
    Type.Boolean({
      description: 'groups and buckets carry `unique_visitors` and `visits` too, and the summary `visits`',
    }),
  ),
  order_by: Type.Optional(
    oneOf(ORDER_NAMES, {
      description:
        'which count is largest in the first group; `views`, the number of rows, when left out; `visitors` and `visits` imply `include_visitors`; not of `group_by=date`',
    }),
  ),
};

export const visitEcho = {
  ...attributionEcho,
  order_by: nullable(Type.String(), { description: 'null unless groups are listed' }),
};

/** Returns the count of the store that an order stands for. */
export const toGroupOrder = (order: ReportOrder): GroupOrder => ORDERS[order];

const VISITS =
  'with `include_visitors`: distinct visits; a visit ends after 30 minutes without a hit or event';

export const visitsField = { visits: Type.Optional(Type.Integer({ description: VISITS })) };

/** Counts of groups and buckets that are present with `include_visitors`. */
export const visitorCounts = {
  unique_visitors: Type.Optional(
    Type.Integer({ description: 'with `include_visitors`: distinct visitors, exact' }),
  ),
  ...visitsField,
};

export const presentVisitorCounts = ({ visitors = 0, visits = 0 }: GroupRow | SeriesBucket) => ({
  unique_visitors: visitors,
  visits,
});

/** The engagement that an answer has: averages of visits; null without one. */
export const engagementFields = {
  bounce_rate: Type.Optional(
    nullable(Type.Number(), {
      description:
        'share of visits with one page, no event and less than 10 engaged seconds in percent, one decimal; null without visits',
    }),
  ),
  average_duration_seconds: Type.Optional(
    nullable(Type.Number(), { description: 'from the beginning of a visit to its end, on average' }),
  ),
  views_per_visit: Type.Optional(nullable(Type.Number(), { description: 'two decimals' })),
};

const NO_VISITS: VisitSums = { visits: 0, bounces: 0, hits: 0, totalDurationSeconds: 0 };

export const presentEngagement = ({ visits, bounces, hits, totalDurationSeconds } = NO_VISITS) => ({
  bounce_rate: average(bounces * 100, visits, 1),
  average_duration_seconds: average(totalDurationSeconds, visits, 0),
  views_per_visit: average(hits, visits, 2),
});

const figure = (description: string) => Type.Optional(nullable(Type.Number(), { description }));

/** How pages were read, with `include_engagement`; null where no page reported it. */
export const pageEngagementFields = {
  engaged_views: Type.Optional(
    Type.Integer({ description: 'views that reported how they were read: the figures are over these' }),
  ),
  engaged_seconds: figure('for how long pages were visible and active, median of views'),
  average_engaged_seconds: figure('the same on average, one decimal'),
  scroll_depth: figure('how far pages were seen in percent of their height, median of views'),
  average_scroll_depth: figure('the same on average, one decimal'),
};

export const presentPageEngagement = (engagement?: PageEngagement) => ({
  engaged_views: engagement?.views ?? 0,
  engaged_seconds: round(engagement?.engagedSeconds.median),
  average_engaged_seconds: round(engagement?.engagedSeconds.mean),
  scroll_depth: round(engagement?.scrollDepth?.median),
  average_scroll_depth: round(engagement?.scrollDepth?.mean),
});

const round = (value: number | undefined): number | null =>
  value === undefined ? null : average(value, 1, 1);

/** Returns an average, rounded to a number of decimals; null if there is nothing to divide by. */
export const average = (sum: number, count: number, decimals: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10 ** decimals) / 10 ** decimals;

/** Presents the visits of totals where they were counted. */
export const presentVisits = ({ visits }: Partial<Totals>) => (visits === undefined ? {} : { visits });
