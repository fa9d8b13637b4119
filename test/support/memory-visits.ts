/** Visits over plain arrays. */
import type { Engagement } from '../../src/core/hits/answers.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { dayOf } from './memory-rows.ts';

const VISIT_TIMEOUT_MS = 30 * 60_000;

/** A run of hits and events of one visitor. */
export interface Visit {
  /** In order of time, hits before events, then by id. */
  readonly rows: readonly StoredHit[];
  readonly hits: readonly StoredHit[];
  readonly events: readonly StoredHit[];
}

/** The visit of each row that has one. */
export type Visits = ReadonlyMap<StoredHit, Visit>;

const compareRows = (a: StoredHit, b: StoredHit): number => {
  if (+a.createdAt !== +b.createdAt) return +a.createdAt - +b.createdAt;
  if (a.kind !== b.kind) return a.kind === 'hit' ? -1 : 1;
  return a.id - b.id;
};

const isSameVisit = (earlier: StoredHit, later: StoredHit): boolean =>
  +later.createdAt - +earlier.createdAt <= VISIT_TIMEOUT_MS && dayOf(earlier) === dayOf(later);

const splitIntoRuns = (ordered: readonly StoredHit[]): StoredHit[][] => {
  const runs: StoredHit[][] = [];
  for (const row of ordered) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isSameVisit(last, row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
};

/** Finds the visits of all hits and events of a site. */
export const findVisits = (rows: readonly StoredHit[]): Visits => {
  const visits = new Map<StoredHit, Visit>();
  const ofVisitors = rows.filter(row => row.visitorHash !== null);
  for (const ofVisitor of Map.groupBy(ofVisitors, row => row.visitorHash).values()) {
    for (const run of splitIntoRuns(ofVisitor.sort(compareRows))) {
      const visit = {
        rows: run,
        hits: run.filter(row => row.kind === 'hit'),
        events: run.filter(row => row.kind === 'event'),
      };
      for (const row of run) visits.set(row, visit);
    }
  }
  return visits;
};

/** Returns the distinct visits of some rows. */
export const listVisits = (rows: readonly StoredHit[], visits: Visits): Visit[] => [
  ...new Set(rows.flatMap(row => visits.get(row) ?? [])),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const getDurationMs = ({ rows }: Visit): number =>
  +(rows.at(-1)?.createdAt ?? 0) - +(rows[0]?.createdAt ?? 0);

/** Returns the engagement in the visits of some hits. */
export const sumEngagement = (
  rows: readonly StoredHit[],
  visits: Visits,
  engaged: ReadonlySet<StoredHit>,
): Engagement => {
  const counted = listVisits(rows, visits);
  return {
    visitors: new Set(counted.map(visit => visit.rows[0]?.visitorHash)).size,
    visits: counted.length,
    bounces: counted.filter(
      ({ hits, events }) => hits.length === 1 && events.length === 0 && !hits.some(hit => engaged.has(hit)),
    ).length,
    hits: sum(counted.map(({ hits }) => hits.length)),
    totalDurationSeconds: sum(counted.map(getDurationMs)) / 1000,
  };
};
