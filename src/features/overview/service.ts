import type { Engagement, PageEngagement } from '../../core/hits/answers.ts';
import type { GroupOrder, HitQuery, ReadOptions, TotalsOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { NETWORKS } from '../../core/networks.ts';
import type { Day } from '../../core/span.ts';
import { toDay } from '../../lib/time.ts';
import { COUNTRY, PATH, parseFilters, parseSupportedFilters } from '../../reports/filters.ts';
import { EVENT_FILTERS, EVENT_VISIT_FILTERS, HIT_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, type Imported, type ImportedQuestion } from '../../reports/imported.ts';
import { measuresOf } from '../../reports/kind.ts';
import type { Period } from '../../reports/period.ts';
import { presentVisits } from '../../reports/visits.ts';
import type { KudosService } from '../kudos/service.ts';
import { createFindChanges } from './changes.ts';
import type { FiguresQuery } from './figures-query.ts';
import { createFindUsual } from './usual.ts';

/** Everything that is counted of a site, in sum. */
export interface Figures {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors, exact. */
  readonly visitors: number;
  /** Distinct visits; only with `countsVisits`. */
  readonly visits?: number;
  readonly events: number;
  readonly kudos: number;
  readonly agentVisits: number;
}

/** Minimum of hits from hosting networks, and of their share, for a share to be returned. */
const MIN_HOSTING = { hits: 50, share: 0.1 };
/** Filters of hits that agent visits and kudos support too. */
const AGENT_VISIT_FILTERS = { path: PATH, country: COUNTRY };
const KUDO_FILTERS = { path: PATH };

export type Overview = ReturnType<typeof createOverview>;

/** Creates the service that sums everything that is counted. Each kind of rows uses the filters of hits it supports. */
export function createOverview({
  hits,
  kudos,
}: {
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly kudos: Pick<KudosService, 'count'>;
}) {
  const toHitQuery = ({ filters, ...rows }: FiguresQuery): HitQuery => ({
    ...rows,
    kind: 'hit',
    filters: parseFilters(HIT_FILTERS, filters),
  });
  const toEventQuery = ({ filters, ...rows }: FiguresQuery): HitQuery => ({
    ...rows,
    kind: 'event',
    filters: parseSupportedFilters(
      rows.attribution === 'visit' ? { ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS } : EVENT_FILTERS,
      filters,
    ),
  });

  const findUsual = createFindUsual(hits);

  return {
    findChanges: createFindChanges(hits),

    /** Finds which imported days the figures of a part of a period have. */
    findImported: (query: FiguresQuery, period: ImportedQuestion['period']): Promise<Imported | undefined> =>
      findImported(hits, { query: toHitQuery(query), period, span: query.span }),

    findUsual: (
      query: FiguresQuery,
      question: { readonly period: Period; readonly metric: GroupOrder },
      options: ReadOptions,
    ) => findUsual(toHitQuery(query), question, options),

    /** Returns the first day that a site has hits of, imported ones included; null without any. */
    async findFirstDay(query: FiguresQuery, zone: string, options: ReadOptions): Promise<Day | null> {
      const [earliest, spans] = await Promise.all([
        hits.ask({ shape: 'facts', of: 'earliest', siteId: query.siteId, kinds: ['hit'] }, options),
        hits.importedSpans(query.siteId),
      ]);
      const days = [...(earliest ? [toDay(earliest, zone)] : []), ...spans.map(({ first }) => first)];
      return days.sort()[0] ?? null;
    },

    async getFigures(
      query: FiguresQuery,
      { countsVisits = false, ...options }: TotalsOptions,
    ): Promise<Figures> {
      const { filters, ...rows } = query;
      const agentFilters = parseSupportedFilters(AGENT_VISIT_FILTERS, filters);
      const agents = { ...rows, kind: 'agent_visit', filters: agentFilters } as const;
      const measures = measuresOf({ countsVisits });
      const [totals, events, agentVisits, kudoCount] = await Promise.all([
        hits.ask({ shape: 'totals', ...toHitQuery(query), measures }, options),
        hits.ask({ shape: 'totals', ...toEventQuery(query), measures: ['hits'] }, options),
        hits.ask({ shape: 'totals', ...agents, measures: ['hits'] }, options),
        kudos.count({ ...rows, filters: parseSupportedFilters(KUDO_FILTERS, filters) }, options),
      ]);
      return {
        hits: totals.hits,
        uniqueHits: totals.uniqueHits,
        visitors: totals.visitors,
        ...presentVisits(totals),
        events: events.hits,
        kudos: kudoCount,
        agentVisits: agentVisits.hits,
      };
    },

    /** Returns the share of hits that came from hosting networks; null below the minimum. */
    async getHostingShare(query: FiguresQuery, options: ReadOptions): Promise<number | null> {
      const groups = { dimension: 'network', measures: ['hits'], orderBy: 'hits', offset: 0 } as const;
      const question = {
        shape: 'groups',
        ...toHitQuery(query),
        ...groups,
        limit: NETWORKS.length + 1,
      } as const;
      const { rows } = await hits.ask(question, options);
      const hosting = rows.find(({ key }) => key === 'hosting')?.hits ?? 0;
      const share = hosting / rows.reduce((sum, row) => sum + row.hits, 0);
      return hosting >= MIN_HOSTING.hits && share >= MIN_HOSTING.share ? share : null;
    },

    getEngagement: (query: FiguresQuery, options: ReadOptions): Promise<Engagement> =>
      hits.ask({ shape: 'totals', of: 'engagement', ...toHitQuery(query) }, options),

    /** Returns how all pages together were read; none where nothing was reported. */
    getPageEngagement: (query: FiguresQuery, options: ReadOptions): Promise<PageEngagement[]> =>
      hits.ask({ shape: 'groups', of: 'pageEngagement', ...toHitQuery(query), pages: 'together' }, options),
  };
}
