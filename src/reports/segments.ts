/** Segments in reports: named sets of filters that a request adds to its own by `segment=ID`. Source: decisions, section 10. */
import { Type } from '@sinclair/typebox';
import { invalidParameter } from '../core/errors.ts';
import { Id, nullable } from '../http/schema.ts';
import { listPropertyParameters } from './property-filters.ts';

/** Filters as parsed parameters: the values of each by its name, null for rows without one. */
export type FilterValues = Readonly<Record<string, readonly (string | null)[]>>;

/** A segment that rows of a request must be in. */
export interface AppliedSegment {
  readonly id: number;
  readonly filters: FilterValues;
}

/** Key of a parsed query under which its segments are, once it is known that the caller may read them. */
const SEGMENTS = Symbol('segments');

/** Returns the query with segments that hold beside its own filters. */
export const withSegments = <Query extends object>(
  query: Query,
  segments: readonly AppliedSegment[],
): Query => ({ ...query, [SEGMENTS]: segments });

/** Returns the segments of a query. */
export const listSegments = (query: object): readonly AppliedSegment[] =>
  (query as { readonly [SEGMENTS]?: readonly AppliedSegment[] })[SEGMENTS] ?? [];

export const segmentQuery = {
  segment: Type.Optional({
    ...Id,
    description: 'id of a segment: its filters hold beside the others of the request',
  }),
};

export const segmentEcho = { segment: nullable(Type.Integer(), { description: 'null when unset' }) };

/** Throws 400 for a segment that filters by something else than these parameters; properties are any where one is. */
export function checkSegments(parameters: readonly string[], query: object): void {
  const known = new Set(parameters);
  for (const { id, filters } of listSegments(query)) {
    const properties = new Set(listPropertyParameters(filters).map(({ parameter }) => parameter));
    const unknown = Object.keys(filters).find(
      name => !(known.has(name) || (known.has('properties') && properties.has(name))),
    );
    if (unknown !== undefined)
      throw invalidParameter(`segment ${id} filters by ${unknown}, which this report does not have`);
  }
}
