import type { Engagement } from '../../src/core/hits/answers.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';

const dayOf = (row: StoredHit): string => row.createdAt.toISOString().slice(0, 10);

const grouped = (rows: readonly StoredHit[], keyOf: (row: StoredHit) => string): StoredHit[][] => [
  ...Map.groupBy(rows, keyOf).values(),
];

/** What the visitors of some rows did: all their hits among those of the span, oldest first. */
export const engagementOf = (selected: readonly StoredHit[], hits: readonly StoredHit[]): Engagement => {
  const visitors = new Set(selected.flatMap(row => (row.visitorHash === null ? [] : [row.visitorHash])));
  const seen = hits.filter(row => row.visitorHash !== null && visitors.has(row.visitorHash));
  const visits = grouped(seen, row => `${row.visitorHash} ${dayOf(row)}`);
  const durationMs = visits.reduce(
    (sum, visit) => sum + (+(visit.at(-1)?.createdAt ?? 0) - +(visit[0]?.createdAt ?? 0)),
    0,
  );
  return {
    visitors: visitors.size,
    singleHitVisitors: grouped(seen, row => `${row.visitorHash}`).filter(rows => rows.length === 1).length,
    visits: visits.length,
    hits: seen.length,
    totalDurationSeconds: durationMs / 1000,
  };
};
