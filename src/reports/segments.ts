/** Segments in reports: named sets of filters that a request adds to its own by `segment=ID`. Source: decisions, section 10. */
import { Type } from '@sinclair/typebox';
import { invalidParameter } from '../core/errors.ts';
import { type AppliedSegment, listSegments } from '../core/view.ts';
import { Id, nullable } from '../http/schema.ts';
import { listPropertyParameters } from './property-filters.ts';

export const segmentQuery = {
  segment: Type.Optional({
    ...Id,
    description: 'id of a segment, whose filters hold as well',
  }),
};

export const segmentEcho = { segment: nullable(Type.Integer(), { description: 'null when unset' }) };

/** Finds a filter of a segment that is not among these parameters; with `properties`, any property is known. */
export function findUnknownFilter(
  parameters: readonly string[],
  { filters }: AppliedSegment,
): string | undefined {
  const known = new Set(parameters);
  const properties = new Set(listPropertyParameters(filters).map(({ parameter }) => parameter));
  return Object.keys(filters).find(
    name => !(known.has(name) || (known.has('properties') && properties.has(name))),
  );
}

/** Throws 400 for a segment of a query that filters by something else than these parameters. */
export function checkSegments(parameters: readonly string[], query: object): void {
  for (const segment of listSegments(query)) {
    const unknown = findUnknownFilter(parameters, segment);
    if (unknown !== undefined)
      throw invalidParameter(
        `segment ${segment.id} filters by ${unknown}, which this report does not support`,
      );
  }
}
