/** Rows in plain arrays: their order, their days, and what spans have of them. */
import type { NewHit, StoredHit } from '../../src/core/hits/row.ts';
import type { Span } from '../../src/core/span.ts';

export const oldestFirst = (a: StoredHit, b: StoredHit): number => +a.createdAt - +b.createdAt || a.id - b.id;

/** The day of a row in the zone of its site; that of UTC where it was given none. */
export const dayOf = (row: NewHit & { readonly day?: string }): string =>
  row.day ?? row.createdAt.toISOString().slice(0, 10);

export const isWithin = (row: NewHit, span: Span | null): boolean =>
  span === null || (row.createdAt >= span.start && row.createdAt < span.end);

/** The spans between edges. */
export const bucketsOf = (edges: readonly Date[]): Span[] =>
  edges.slice(1).map((end, index) => ({ start: edges[index] ?? end, end }));

/** Number of different visitors. */
export const visitorsOf = (rows: readonly StoredHit[]): number =>
  new Set(rows.flatMap(row => row.visitorHash ?? [])).size;

/** Compares texts by their bytes, null last. */
export const compareTexts = (a: string | null, b: string | null): number =>
  a === null || b === null
    ? Number(a === null) - Number(b === null)
    : Buffer.compare(Buffer.from(a), Buffer.from(b));
