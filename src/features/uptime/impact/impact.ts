/** Reads what a downtime cost: hits, events and goals that were expected and did not come. */
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { Span } from '../../../core/span.ts';
import { findEarlierWeeks } from './earlier-weeks.ts';
import { estimateMissing, type Missing, scaleEarlier } from './estimate.ts';

/** A goal of the site, with what is missing of its conversions. */
export interface MissingGoal extends Missing {
  readonly id: number;
  readonly name: string;
}

/** What a downtime cost. */
export interface Impact {
  readonly hits: Missing;
  /** Null where none were expected. */
  readonly events: Missing | null;
  /** Those of which conversions were expected. */
  readonly goals: readonly MissingGoal[];
}

export interface ImpactDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly listGoals: (
    siteId: number,
  ) => readonly { readonly id: number; readonly name: string; readonly condition: GoalCondition }[];
  /** Returns the time zone in which the site's weeks are compared. */
  readonly findZone: (siteId: number) => string;
}

/** Reads the impact of a downtime that has ended; null where there are not two weeks of hits before it to compare with. */
export type ReadImpact = (siteId: number, downtime: Span, signal: AbortSignal) => Promise<Impact | null>;

export function createImpactReader({ hits, listGoals, findZone }: ImpactDeps): ReadImpact {
  return async (siteId, downtime, signal) => {
    const first = await hits.ask({ shape: 'facts', of: 'earliest', siteId, kinds: ['hit'] }, { signal });
    if (!first) return null;
    const compared = findEarlierWeeks(downtime, first, findZone(siteId));
    if (compared.edges.length === 0) return null;

    /** Counts rows of a kind in each earlier week, and in the downtime. */
    const read = async (kind: 'hit' | 'event') => {
      const query = { siteId, kind, filters: [] };
      const [buckets, { hits: counted }] = await Promise.all([
        hits.ask({ shape: 'series', ...query, span: null, edges: compared.edges }, { signal }),
        hits.ask({ shape: 'totals', ...query, span: downtime, measures: ['hits'] }, { signal }),
      ]);
      return { counts: buckets.map(bucket => bucket.hits), counted };
    };
    const [views, events] = await Promise.all([read('hit'), read('event')]);
    const weeks = scaleEarlier(views.counts, compared);
    const missing = estimateMissing(weeks, views.counted);
    if (!missing) return null;
    return {
      hits: missing,
      events: keepExpected(estimateMissing(scaleEarlier(events.counts, compared), events.counted)),
      goals: await readGoals(weeks),
    };

    /** Goals have no level of their own: they follow the hits. */
    async function readGoals(scaled: ReturnType<typeof scaleEarlier>): Promise<MissingGoal[]> {
      const goals = listGoals(siteId);
      if (goals.length === 0) return [];
      const conditions = goals.map(({ condition }) => condition);
      const count = (span: Span) =>
        hits.ask({ shape: 'totals', of: 'goals', siteId, span, filters: [], goals: conditions }, { signal });
      const [reached, ...earlier] = await Promise.all(
        [downtime, ...scaled.map(({ span }) => span)].map(count),
      );
      return goals.flatMap((goal, index) => {
        const conversionsOf = (counts: typeof reached) => counts?.goals[index]?.conversions ?? 0;
        const counts = scaled.map(({ scale, span }, week) => ({
          scale,
          span,
          count: conversionsOf(earlier[week]),
        }));
        const found = keepExpected(estimateMissing(counts, conversionsOf(reached)));
        return found ? [{ id: goal.id, name: goal.name, ...found }] : [];
      });
    }
  };
}

/** Nothing is said of what hardly ever comes. */
const keepExpected = (missing: Missing | null): Missing | null =>
  missing && missing.expected > 0 ? missing : null;
