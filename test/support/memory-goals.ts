/** Goals over plain arrays. */
import { compileGoal, type GoalCondition } from '../../src/core/goals/condition.ts';
import type { Conversions, GroupConversions } from '../../src/core/goals/query.ts';
import type { AnswerTable } from '../../src/core/hits/ask.ts';
import { type HitQuery, hasVisits } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import type { Span } from '../../src/core/span.ts';
import { keyOf, type Surroundings, visitMeetsAll } from './memory-dimensions.ts';
import { bucketsOf, dayOf, isWithin, oldestFirst, visitorsOf } from './memory-rows.ts';
import { listVisits } from './memory-visits.ts';

/** The hit that a report is of: the last of its visitor, page and day that its seconds have room after. */
export const findReportedHit = (report: StoredHit, hits: readonly StoredHit[]): StoredHit | undefined => {
  const leadMs = Math.max(0, (report.engagedSeconds ?? 0) * 1000 - 5000);
  return hits
    .filter(
      hit =>
        report.visitorHash !== null &&
        hit.visitorHash === report.visitorHash &&
        hit.path === report.path &&
        dayOf(hit) === dayOf(report) &&
        +hit.createdAt <= +report.createdAt - leadMs,
    )
    .toSorted(oldestFirst)
    .at(-1);
};

/** The rows of a site that reach a goal. */
export const findReaching = (
  goal: GoalCondition,
  rowsOf: (kind: 'hit' | 'event' | 'engagement') => readonly StoredHit[],
): StoredHit[] => {
  const rows = (['hit', 'event', 'engagement'] as const).flatMap(rowsOf).filter(compileGoal(goal));
  const hits = rowsOf('hit');
  const counted = 'scrollDepth' in goal ? rows.flatMap(row => findReportedHit(row, hits) ?? []) : rows;
  return [...new Set(counted)];
};

interface Deps {
  readonly ofSite: (kind: 'hit' | 'event' | 'engagement', siteId: number) => readonly StoredHit[];
  readonly select: (query: HitQuery) => readonly StoredHit[];
  readonly surroundings: (query: HitQuery) => Surroundings;
}

interface Goals {
  readonly totals: AnswerTable['totals']['goals'];
  readonly conversions: AnswerTable['groups']['conversions'];
  readonly series: Pick<AnswerTable['series'], 'goals' | 'conversions'>;
}

/** The reads of goals. */
export const createMemoryGoals = ({ ofSite, select, surroundings }: Deps): Goals => {
  const findConversions = (goal: GoalCondition, siteId: number, span: Span | null): StoredHit[] =>
    findReaching(goal, kind => ofSite(kind, siteId)).filter(row => isWithin(row, span));

  /** Counts, for some of a query's rows, how often a goal was reached in their visits. */
  const countReached = (query: HitQuery, goal: GoalCondition, span: Span | null) => {
    const { visits } = surroundings(query);
    const reached = Map.groupBy(findConversions(goal, query.siteId, span), row => visits.get(row));
    return (rows: readonly StoredHit[]): Conversions => {
      const found = listVisits(rows, visits).filter(visit => reached.has(visit));
      return {
        conversions: found.reduce((sum, visit) => sum + (reached.get(visit)?.length ?? 0), 0),
        visitors: visitorsOf(found.flatMap(visit => visit.rows)),
      };
    };
  };

  return {
    totals: async query => {
      const { siteId, siteHosts, span } = query;
      const around = surroundings({
        siteId,
        siteHosts,
        span,
        kind: 'hit',
        attribution: 'visit',
        filters: [],
      });
      const matching = new Set(
        listVisits([...around.hits, ...around.events], around.visits).filter(visit =>
          visitMeetsAll(visit, query.filters, around),
        ),
      );
      const isCounted = (row: StoredHit): boolean => {
        const visit = around.visits.get(row);
        return query.filters.length === 0 || (visit !== undefined && matching.has(visit));
      };
      return {
        visitors: visitorsOf([...matching].flatMap(({ rows }) => rows)),
        goals: query.goals.map(goal => {
          const rows = findConversions(goal, siteId, span).filter(isCounted);
          const paid = Map.groupBy(
            rows.filter(row => row.revenueAmount !== null),
            row => row.revenueCurrency ?? '',
          );
          return {
            conversions: rows.length,
            visitors: visitorsOf(rows),
            revenue: [...paid]
              .map(([currency, each]) => ({
                currency,
                amount: each.reduce((sum, row) => sum + (row.revenueAmount ?? 0), 0),
              }))
              .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
          };
        }),
      };
    },
    conversions: async query => {
      const { goal, dimension } = query;
      if (!hasVisits(query.kind)) return [];
      const count = countReached(query, goal, query.span);
      const around = surroundings(query);
      return [...Map.groupBy(select(query), row => (dimension ? keyOf(row, dimension, around) : null))]
        .map(([key, rows]): GroupConversions => ({ key, ...count(rows) }))
        .filter(({ conversions }) => conversions > 0);
    },
    series: {
      goals: async ({ siteId, goals, edges }) =>
        goals.map(goal => {
          const rows = findConversions(goal, siteId, null);
          return bucketsOf(edges).map(bucket => rows.filter(row => isWithin(row, bucket)).length);
        }),
      conversions: async query => {
        const { edges, goal } = query;
        const [start, end] = [edges[0], edges.at(-1)];
        const span = start && end ? { start, end } : null;
        const rows = span && hasVisits(query.kind) ? select({ ...query, span }) : [];
        const count = countReached(query, goal, span);
        return bucketsOf(edges).map(bucket => count(rows.filter(row => isWithin(row, bucket))));
      },
    },
  };
};
