/** Queries of goals, and their results. Goals are worked out from the stored rows, so that they hold for all of the past. */
import type { Condition, Dimension, OfSite, ReadOptions } from '../hits/query.ts';
import type { Revenue } from '../hits/revenue.ts';
import type { Span } from '../span.ts';
import type { GoalCondition } from './condition.ts';

/** How often goals were reached in a span. */
export interface GoalsQuery extends OfSite {
  readonly siteId: number;
  readonly span: Span;
  /** Conditions on visits, as those of journeys; with any, only rows of visits that match every one count. */
  readonly filters: readonly Condition[];
  readonly goals: readonly GoalCondition[];
}

/** How often goals were reached between edges. */
export interface GoalSeriesQuery extends Pick<OfSite, 'zone'> {
  readonly siteId: number;
  readonly goals: readonly GoalCondition[];
}

/** How often a goal was reached. */
export interface Conversions {
  /** Rows that meet the condition. */
  readonly conversions: number;
  /** Distinct visitors of those rows. */
  readonly visitors: number;
}

/** How often goals were reached. */
export interface GoalCounts {
  /** Distinct visitors with a hit or event in the span, and a visit that matches. */
  readonly visitors: number;
  /** One for each goal, in their order. */
  readonly goals: readonly (Conversions & {
    /** What the rows brought in, by currency. */
    readonly revenue: readonly Revenue[];
  })[];
}

/** How conversions are counted. */
export interface ConversionOptions extends ReadOptions {
  readonly goal: GoalCondition;
  /** Counts by the value of this dimension. */
  readonly dimension?: Dimension | undefined;
}

/**
 * How often a goal was reached in the visits of a group's rows: all rows of those visits in the span that meet its condition,
 * whether they match the filters or not. Visitors are those of the group with such a visit. Rows without a visitor belong to
 * no visit.
 */
export interface GroupConversions extends Conversions {
  /** The value of the dimension; null for rows without one, and where nothing is grouped. */
  readonly key: string | null;
}
