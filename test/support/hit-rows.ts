import type { GroupRow } from '../../src/core/hits/answers.ts';
import { type ColumnValues, columns } from '../../src/core/hits/columns.ts';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Span } from '../../src/core/span.ts';

/** A row without any value. */
export const NO_VALUES = Object.fromEntries(
  columns.flatMap(({ property }) => (property === undefined ? [] : [[property, null]])),
) as unknown as ColumnValues;

/** A page view of site 1 with nothing remarkable about it; a test states only what it is about. */
export const aHit = (given: Partial<NewHit> & { at?: string; visitor?: bigint | null } = {}): NewHit => {
  const { at, visitor, ...rest } = given;
  const visitorHash = visitor === undefined ? (rest.visitorHash ?? null) : visitor;
  return {
    ...NO_VALUES,
    kind: 'hit',
    siteId: 1,
    createdAt: new Date(at ?? '2026-03-10T12:00:00Z'),
    path: '/',
    country: 'XX',
    visitorScope: visitorHash === null ? null : 'stable',
    ...rest,
    visitorHash,
  };
};

/** A query of all hits of site 1, unless other values are given. */
export const aQuery = (given: Partial<HitQuery> = {}): HitQuery => ({
  siteId: 1,
  kind: 'hit',
  span: null,
  filters: [],
  ...given,
});

/** A half-open span between two instants in ISO form. */
export const between = (start: string, end: string): Span => ({ start: new Date(start), end: new Date(end) });

/** A group as a text: its key, or `(none)`, and some of its counts. */
export const toText = (group: GroupRow, ...counts: readonly (keyof GroupRow)[]): string =>
  [group.key ?? '(none)', ...counts.map(count => String(group[count]))].join(' ');
