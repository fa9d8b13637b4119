import { Type } from '@sinclair/typebox';
import type { PropertyUse } from '../../core/hits/answers.ts';
import { PROPERTY_KINDS, type PropertyKind } from '../../core/hits/properties.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { model, nullable, oneOf } from '../../http/schema.ts';
import { filterEcho, filterQuery } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { allTimeQuery, periodFields, periodQuery } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { attributionEcho, attributionQuery } from '../../reports/visits.ts';

/** Largest page, and the names that are counted at most. */
export const MAX_NAMES = 1000;

export const ListProperties = Type.Object({
  ...filterQuery(HIT_FILTERS),
  ...attributionQuery,
  ...periodQuery,
  ...allTimeQuery,
  ...pageQuery({ maximum: MAX_NAMES }),
});

const Property = model('Property', {
  name: Type.String(),
  kind: oneOf(PROPERTY_KINDS, { description: '`text` where values are of several kinds' }),
  hits: Type.Integer({ description: 'hits that have it' }),
  events: Type.Integer({ description: 'events that have it' }),
  sum: nullable(Type.Number(), { description: 'of a `number`, over hits and events; null for other kinds' }),
  mean: nullable(Type.Number(), { description: 'the same, on average' }),
});

export const PropertyList = model('Properties', {
  properties: Type.Array(Property, { description: 'the one that most hits and events have comes first' }),
  pagination: Pagination,
  filters: Type.Object({ ...periodFields, ...filterEcho(HIT_FILTERS), ...attributionEcho }, propertyEcho),
});

/** The use of a property in hits and in events. */
export interface SiteProperty {
  readonly hits: PropertyUse;
  readonly events: PropertyUse;
}

/** Returns a sum for JSON: null if it is too large for a number. */
const toFinite = (sum: number): number | null => (Number.isFinite(sum) ? sum : null);

export function presentProperty({ hits, events }: SiteProperty) {
  const rows = hits.rows + events.rows;
  const numbers = hits.numbers + events.numbers;
  const kind: PropertyKind =
    numbers === rows ? 'number' : hits.booleans + events.booleans === rows ? 'boolean' : 'text';
  const sum = hits.sum + events.sum;
  return {
    name: hits.name,
    kind,
    hits: hits.rows,
    events: events.rows,
    sum: kind === 'number' ? toFinite(sum) : null,
    mean: kind === 'number' ? toFinite(sum / numbers) : null,
  };
}
