/** Sums over visits, which engagement is worked out from. */
import type { VisitSums } from '../../../core/hits/answers.ts';
import { raw } from '../sql/sql.ts';

/** Columns that a visit is summed up by. */
export const SUMMED_COLUMNS = raw('visit_id, visit_hits, visit_events, visit_duration_ms');

/** Aggregates over rows of visits with `SUMMED_COLUMNS`. */
export const VISIT_SUMS =
  raw(`count(*) as visits, count(*) filter (where visit_hits = 1 and visit_events = 0) as bounces,
  coalesce(sum(visit_hits), 0)::bigint as hits, coalesce(sum(visit_duration_ms), 0)::bigint as duration_ms`);

/** A row of `VISIT_SUMS`. */
export interface VisitSumsRow extends Omit<VisitSums, 'totalDurationSeconds'> {
  readonly duration_ms: number;
}

export const toVisitSums = ({ visits, bounces, hits, duration_ms }: VisitSumsRow): VisitSums => ({
  visits,
  bounces,
  hits,
  totalDurationSeconds: duration_ms / 1000,
});

export const NO_VISITS: VisitSums = { visits: 0, bounces: 0, hits: 0, totalDurationSeconds: 0 };
