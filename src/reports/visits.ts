/** What reports on hits and events have because their rows belong to visits: parameters, counts and echo. */
import { Type } from '@sinclair/typebox';
import type { GroupRow, SeriesBucket, Totals, VisitSums } from '../core/hits/answers.ts';
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

/** The parameter that chooses whose values filters and groupings speak of. */
export const attributionQuery = {
  attribution: Type.Optional(
    oneOf(ATTRIBUTIONS, {
      description:
        'whose values filters and groupings mean: those of each row (`hit`, when left out), or those that its visit began with (`visit`): referrer, hostname, channel, source, campaign, medium, term, content, country, browser, system and device of its first page, and its entry and exit page',
    }),
  ),
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
      description: 'share of visits with one page and no event in percent, one decimal; null without visits',
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

/** Returns an average with so many decimals; null where there is nothing to divide by. */
export const average = (sum: number, count: number, decimals: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10 ** decimals) / 10 ** decimals;

/** Presents the visits of totals where they were counted. */
export const presentVisits = ({ visits }: Totals) => (visits === undefined ? {} : { visits });
