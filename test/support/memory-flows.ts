/** `funnel`, `paths` and `returning` over plain arrays. */
import type { AnswerTable } from '../../src/core/hits/ask.ts';
import type { HitQuery, JourneyHits } from '../../src/core/hits/query.ts';
import type { ReturnedVisitors } from '../../src/core/hits/returning-visitors.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { type Surroundings, visitMeetsAll } from './memory-dimensions.ts';
import { type FunnelRow, funnelOf } from './memory-funnels.ts';
import { findReportedHit } from './memory-goals.ts';
import { pathsOf } from './memory-paths.ts';
import { dayOf } from './memory-rows.ts';
import { listVisits, type Visit } from './memory-visits.ts';

type Surround = (query: HitQuery) => Surroundings;

/** Lists the visits that match every filter. */
const listMatching = ({ filters }: HitQuery, around: Surroundings): Visit[] =>
  listVisits([...around.visits.keys()], around.visits).filter(visit => visitMeetsAll(visit, filters, around));

/** Returns the depth to which each hit was read, by the reports that are of it. */
const findDepths = (reports: readonly StoredHit[], hits: readonly StoredHit[]): Map<StoredHit, number> => {
  const depths = new Map<StoredHit, number>();
  for (const report of reports) {
    const hit = findReportedHit(report, hits);
    if (hit) depths.set(hit, Math.max(depths.get(hit) ?? 0, report.scrollDepth ?? 0));
  }
  return depths;
};

export const createMemoryFlows = (
  surround: Surround,
  reportsOf: (siteId: number) => StoredHit[],
  hitsOf: (siteId: number) => StoredHit[],
): Pick<AnswerTable['flows'], 'funnel' | 'paths' | 'returning'> => {
  const toQuery = ({ siteId, siteHosts, span, filters = [] }: JourneyHits): HitQuery => ({
    ...{ siteId, siteHosts, span, filters },
    ...{ kind: 'hit', attribution: 'visit' },
  });
  return {
    funnel: async query => {
      const asked = toQuery(query);
      const around = surround(asked);
      const visits = new Set(listMatching(asked, around));
      const allHits = [...around.visits.keys()].filter(({ kind }) => kind === 'hit');
      const depths = findDepths(reportsOf(query.siteId), allHits);
      const ofVisits = [...around.hits, ...around.events].flatMap((row): FunnelRow[] => {
        const visit = around.visits.get(row);
        if (!visit || !visits.has(visit)) return [];
        const depth = depths.get(row);
        return [{ row, visit }, ...(depth === undefined ? [] : [{ row, visit, depth }])];
      });
      return funnelOf(ofVisits, query);
    },
    paths: async query => {
      const asked = toQuery(query);
      const around = surround(asked);
      const visits = listMatching(asked, around).map(visit => ({
        hits: visit.hits.filter(hit => around.hits.includes(hit)),
        events: visit.events.filter(event => around.events.includes(event)),
      }));
      return pathsOf(visits, query);
    },
    returning: async ({ siteId, firstDay, weeks }) => {
      const visitors = Map.groupBy(
        hitsOf(siteId).filter(({ visitorScope }) => visitorScope === 'stable'),
        ({ visitorHash }) => visitorHash,
      );
      const cells = new Map<string, ReturnedVisitors>();
      for (const hits of visitors.values()) {
        const numbers = hits
          .map(hit => Math.floor((+new Date(dayOf(hit)) - +new Date(firstDay)) / (7 * DAY_MS)))
          .filter(week => week < weeks);
        const firstWeek = Math.max(-1, Math.min(...numbers));
        for (const week of new Set(numbers.filter(number => number >= 0))) {
          const key = `${firstWeek} ${week}`;
          cells.set(key, { firstWeek, week, visitors: (cells.get(key)?.visitors ?? 0) + 1 });
        }
      }
      return [...cells.values()].sort((a, b) => a.firstWeek - b.firstWeek || a.week - b.week);
    },
  };
};
