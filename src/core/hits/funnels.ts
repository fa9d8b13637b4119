/** Funnels: how far visitors came through steps, and where those went who did not go on. Source: decisions, section 10. */
import type { GoalCondition } from '../goals/condition.ts';
import type { JourneyHits } from './query.ts';

/** Orders of a funnel's steps: with anything between them, or with no view of another page. */
export const FUNNEL_ORDERS = ['loose', 'strict'] as const;
export type FunnelOrder = (typeof FUNNEL_ORDERS)[number];

/**
 * A funnel. The rows of a visitor are its hits and events in the span, of the visits that match the filters, in order
 * of time, then hits before events, then by id. A hit that a report says was read to the depth of a step is a row once more, after
 * the others of its instant: only such a row matches a step of a depth. A chain is a row for each of the first steps, each later
 * than the one before.
 * - `strict`: hits of the page of the hit before them are left out, and no hit may be between two rows of a chain.
 * - `withinMs`: the last row of a chain is at most so much later than its first.
 *
 * A visitor counts for its longest chain; of equally long ones for that whose first row is earliest, then whose second is, and so on.
 */
export interface FunnelQuery extends JourneyHits {
  readonly steps: readonly GoalCondition[];
  readonly order: FunnelOrder;
  /** Null: no limit. */
  readonly withinMs: number | null;
  /** Maximum number of pages in each `leftTo`. */
  readonly maxPaths: number;
}

/** A page that visitors went to; null for those who ended their visit. */
export interface NextPage {
  readonly path: string | null;
  readonly visitors: number;
}

export interface FunnelStep {
  readonly visitors: number;
  /** Median of the time since the step before; null for the first step, and without visitors. */
  readonly medianMs: number | null;
  /**
   * What those who came no further viewed next in the same visit: the first hit after the step's row with another path. Those who
   * viewed none, and the pages with most visitors, most first, then by path, null last; none for the last step.
   */
  readonly leftTo: readonly NextPage[];
}

export interface Funnel {
  /** Distinct visitors of the hits of the visits that match the filters. */
  readonly visitors: number;
  readonly steps: readonly FunnelStep[];
}
