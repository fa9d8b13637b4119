import { describe } from 'bun:test';
import type { Dimension, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit, aQuery, toText } from './hit-rows.ts';

type Given = Parameters<typeof aHit>[0];

/** A hit of visitor 1 at a time of 10 March 2026. */
export const hitAt = (time: string, path: string, given: Given = {}): NewHit =>
  aHit({ at: `2026-03-10T${time}Z`, path, visitor: 1n, ...given });

/** An event of visitor 1 at a time of 10 March 2026. */
export const eventAt = (time: string, given: Given = {}): NewHit =>
  hitAt(time, '/form', { kind: 'event', event: 'form.sent', ...given });

/** What reports say of a span without visits. */
export const NO_VISITS = { visitors: 0, visits: 0, bounces: 0, hits: 0, totalDurationSeconds: 0 };

/** A query of all hits of site 1 with the values of their visits. */
export const ofVisits = (given: Partial<HitQuery> = {}): HitQuery =>
  aQuery({ attribution: 'visit', ...given });

/** Groups by a dimension of visits, each as a text of its key, hits and visits. */
export const groupVisits = async (
  store: TestHitStore,
  dimension: Dimension = 'entry_page',
  given: Partial<HitQuery> = {},
): Promise<string[]> => {
  const options = { offset: 0, limit: 100, countsVisitors: true };
  const { rows } = await store.group(ofVisits(given), dimension, options);
  return rows.map(row => toText(row, 'hits', 'visits'));
};

/** Appends the rows that a test begins with. */
export type Append = (...rows: NewHit[]) => Promise<void>;

/** Describes tests twice: of fresh rows, and of compacted ones, or of one of them. */
export const describeFreshAndCompacted = (
  subject: string,
  store: () => TestHitStore,
  define: (given: Append) => void,
  states: readonly boolean[] = [false, true],
): void => {
  for (const isCompacted of states)
    describe(`${subject} of ${isCompacted ? 'compacted' : 'fresh'} rows`, () =>
      define(async (...rows) => {
        await store().append(rows);
        if (isCompacted) await store().maintain({ force: true });
      }));
};
