import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { COUNTRY, exact, parseFilters } from '../../reports/filters.ts';
import { EVENT_FILTERS, HIT_FILTERS } from '../../reports/hit-filters.ts';
import type { KudosService } from '../kudos/service.ts';
import { createFindChanges } from './changes.ts';

/** Everything that is counted of a site, in sum. */
export interface Figures {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors, exact. */
  readonly visitors: number;
  readonly events: number;
  readonly kudos: number;
  readonly agentVisits: number;
}

/** Engagement figures; each is null without a visitor. */
export interface EngagementFigures {
  /** Share of visitors with one hit, in percent. */
  readonly bounceRate: number | null;
  readonly averageDurationSeconds: number | null;
  readonly pagesPerVisitor: number | null;
}

/** Selects the rows that a site's figures count. */
export interface FiguresQuery {
  readonly siteId: number;
  readonly span: Span;
  /** Parameters of the hits' filters. */
  readonly filters: object;
}

/** Filters of hits that agent visits and kudos support too. */
const AGENT_VISIT_FILTERS = { path: exact(), country: COUNTRY };
const KUDO_FILTERS = { path: exact() };

export type Overview = ReturnType<typeof createOverview>;

/** Creates the service that sums everything that is counted. Each kind of rows uses the filters of hits it supports. */
export function createOverview({
  hits,
  kudos,
}: {
  readonly hits: Pick<HitStore, 'totals' | 'count' | 'engagement' | 'group'>;
  readonly kudos: Pick<KudosService, 'count'>;
}) {
  const toHitQuery = ({ filters, ...rows }: FiguresQuery) =>
    ({ ...rows, kind: 'hit', filters: parseFilters(HIT_FILTERS, filters) }) as const;

  return {
    findChanges: createFindChanges(hits),

    async getFigures(query: FiguresQuery, options: ReadOptions): Promise<Figures> {
      const { filters, ...rows } = query;
      const [totals, events, agentVisits, kudoCount] = await Promise.all([
        hits.totals(toHitQuery(query), options),
        hits.count({ ...rows, kind: 'event', filters: parseFilters(EVENT_FILTERS, filters) }, options),
        hits.count(
          { ...rows, kind: 'agent_visit', filters: parseFilters(AGENT_VISIT_FILTERS, filters) },
          options,
        ),
        kudos.count({ ...rows, filters: parseFilters(KUDO_FILTERS, filters) }, options),
      ]);
      return {
        hits: totals.hits,
        uniqueHits: totals.uniqueHits,
        visitors: totals.visitors,
        events,
        kudos: kudoCount,
        agentVisits,
      };
    },

    async getEngagement(query: FiguresQuery, options: ReadOptions): Promise<EngagementFigures> {
      const engagement = await hits.engagement(toHitQuery(query), options);
      const { visitors, singleHitVisitors, visits, totalDurationSeconds } = engagement;
      const per = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);
      return {
        bounceRate: per(singleHitVisitors * 100, visitors),
        averageDurationSeconds: per(totalDurationSeconds, visits),
        pagesPerVisitor: per(engagement.hits, visitors),
      };
    },
  };
}
