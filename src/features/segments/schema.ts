import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FilterValues } from '../../core/view.ts';
import { Id, model, oneOf, patchModel, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { ANY_PROPERTY } from '../../reports/property-filters.ts';
import type { SegmentRow } from './store.ts';

export const VISIBILITIES = ['site', 'personal'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MAX_NAME_LENGTH = 200;

const FilterValue = Type.Union([Type.String(), Type.Array(Type.String())]);

/** What a filter may be is checked as the parameters of a report are, by the service. */
const Filters = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object(
    {},
    {
      additionalProperties: FilterValue,
      description: `filters of hits by the names of their parameters: ${Object.keys(HIT_FILTERS)
        .filter(name => name !== ANY_PROPERTY)
        .join(
          ', ',
        )}, \`${ANY_PROPERTY}\`, and each with \`not_\` before its name; a list means any of its values, an empty text rows without one`,
    },
  ),
);
const visibility: TSchema & { static: Visibility } = oneOf(VISIBILITIES, {
  description: '`site`: of everybody who reads the site, written by its admins; `personal`: your own',
});

export const Segment = model('Segment', {
  id: Id,
  name: Type.String(),
  visibility,
  filters: Type.Record(Type.String(), FilterValue, {
    description: 'as in the echo of a report: a text for one value, a list for several',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH });

export const CreateSegment = model(
  'CreateSegment',
  {
    name: Name,
    filters: Filters,
    visibility: Type.Optional({ ...visibility, description: '`site` when left out' }),
  },
  { name: 'Phones in Germany', filters: { country: 'DE', device: 'mobile' } },
  {
    name: 'Paying, from search',
    visibility: 'personal',
    filters: { channel: ['Organic Search', 'Paid Search'], 'not_property:plan': '' },
  },
);
export type SegmentInput = Partial<Static<typeof CreateSegment>>;

export const UpdateSegment = patchModel(
  'UpdateSegment',
  { name: Type.Optional(Name), filters: Type.Optional(Filters), visibility: Type.Optional(visibility) },
  { name: 'Phones and tablets', filters: { device: 'mobile' } },
);

export const SegmentAnswer = Type.Object({ segment: Segment });
export const SegmentList = Type.Object({
  segments: Type.Array(Segment, { description: 'those of the site and your own, by name' }),
});

export const parseStoredFilters = (text: string): FilterValues => JSON.parse(text) as FilterValues;

function presentValues(values: readonly (string | null)[]): string | string[] {
  const [first = '', ...others] = values.map(value => value ?? '');
  return others.length === 0 ? first : [first, ...others];
}

export const presentSegment = (segment: SegmentRow): Static<typeof Segment> => ({
  id: segment.id,
  name: segment.name,
  visibility: segment.userId === null ? 'site' : 'personal',
  filters: Object.fromEntries(
    Object.entries(parseStoredFilters(segment.filters)).map(([name, values]) => [
      name,
      presentValues(values),
    ]),
  ),
  created_at: segment.createdAt.toISOString(),
  updated_at: segment.updatedAt.toISOString(),
});
