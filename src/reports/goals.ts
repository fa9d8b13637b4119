/**
 * Conversions in reports whose rows belong to visits: how often a goal was reached in the visits of each group, of each bucket,
 * and of all rows. Source: decisions, section 10.
 */
import { Type } from '@sinclair/typebox';
import type { GoalCondition } from '../core/goals/condition.ts';
import type { Conversions, GroupConversions } from '../core/goals/query.ts';
import type { Groups } from '../core/hits/answers.ts';
import { PLACE_DIMENSIONS } from '../core/hits/places.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import { Id, nullable } from '../http/schema.ts';
import type { RowFilter } from './filters.ts';
import type { CountGroups, ReportRows, ReportSummary, SummaryOptions } from './kind.ts';
import type { RowQuery } from './query.ts';
import { average } from './visits.ts';

export const goalQuery = {
  goal: Type.Optional({
    ...Id,
    description: 'id of a goal: adds `conversions` and `conversion_rate`, implies `include_visitors`',
  }),
};

export const goalEcho = { goal: nullable(Type.Integer(), { description: 'null when unset' }) };

/** What groups, buckets and the summary have with a goal. */
export const conversionCounts = {
  conversions: Type.Optional(
    Type.Integer({ description: 'with `goal`: how often it was reached in the visits of these rows' }),
  ),
  conversion_rate: Type.Optional(
    nullable(Type.Number(), {
      description:
        'with `goal`: share of the visitors who reached it in such a visit, in percent with one decimal; null without visitors',
    }),
  ),
};

const NONE: Conversions = { conversions: 0, visitors: 0 };

/** Presents conversions among visitors. */
export const presentConversions = (
  { conversions, visitors } = NONE,
  { visitors: all = 0 }: { readonly visitors?: number },
) => ({
  conversions,
  conversion_rate: average(visitors * 100, all, 1),
});

/** Conversions of groups by their keys; those without any are missing. */
export type ConversionsByKey = ReadonlyMap<string | null, GroupConversions>;

/** Keys that a statement names at most: with more, all groups are counted. */
const MAX_KEYS = 1000;

interface GroupsToCount<Name extends string> extends ReadOptions {
  readonly query: RowQuery<Name>;
  readonly by: Name;
  readonly groups: Groups;
  readonly goal: GoalCondition | null;
}

/** Counts the conversions of a page of groups; undefined without a goal, and for rows that have no visits. */
export async function countConversions<Row, Name extends string>(
  { conversions }: Pick<ReportRows<Row, Name>, 'conversions'>,
  { query, by, groups: { rows, total }, goal, ...options }: GroupsToCount<Name>,
): Promise<ConversionsByKey | undefined> {
  if (!conversions || !goal || rows.length === 0) return undefined;
  // In an order of their own, so that the answer is known as well after groups have changed places.
  const ofPage: RowFilter<Name> = { dimension: by, isAnyOf: rows.map(({ key }) => key).toSorted() };
  // Which places are summed up is known of all of them.
  const isPart = rows.length < total && rows.length <= MAX_KEYS && !PLACE_DIMENSIONS.has(by);
  const filters = isPart ? [...query.filters, ofPage] : query.filters;
  const found = await conversions({ ...query, filters }, { ...options, goal, dimension: by });
  return new Map(found.map(each => [each.key, each]));
}

/** Sums up rows, with the conversions of a goal where there is one. */
export async function summarize<Row, Name extends string>(
  rows: Pick<ReportRows<Row, Name>, 'summarize' | 'conversions'>,
  { query, countGroups }: { readonly query: RowQuery<Name>; readonly countGroups: CountGroups<Name> },
  { goal, ...options }: SummaryOptions & { readonly goal: GoalCondition | null },
): Promise<ReportSummary> {
  const { signal } = options;
  const [found, conversions] = await Promise.all([
    rows.summarize(query, countGroups, options),
    goal ? rows.conversions?.(query, { goal, ...(signal && { signal }) }) : undefined,
  ]);
  if (!conversions) return found;
  return { ...found, summary: { ...found.summary, ...presentConversions(conversions[0], found) } };
}
