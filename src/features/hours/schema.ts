import { type Static, Type } from '@sinclair/typebox';
import { model } from '../../http/schema.ts';
import { HOURS_OF_DAY, HOURS_OF_WEEK } from '../../lib/hours-of-week.ts';
import { filterEcho, filterQuery } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, periodFields, periodQuery } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { totalsFields } from '../../reports/schema.ts';
import { attributionEcho, attributionQuery } from '../../reports/visits.ts';

export const ListHours = Type.Object({
  ...periodQuery,
  ...allTimeQuery,
  ...filterQuery(HIT_FILTERS),
  ...attributionQuery,
});

const HourOfWeek = model(
  'HourOfWeek',
  {
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday' }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    hit_count: Type.Integer({ minimum: 0 }),
    median_count: Type.Number({
      minimum: 0,
      description: 'hits of such an hour in the median week, of those in which it has begun',
    }),
  },
  { weekday: 1, hour: 9, hit_count: 412, median_count: 98 },
);

export const HoursAnswer = Type.Object({
  hours: Type.Array(HourOfWeek, {
    minItems: HOURS_OF_WEEK,
    maxItems: HOURS_OF_WEEK,
    description: 'every hour of the week, Monday at midnight first',
  }),
  ...importedField,
  filters: Type.Object({ ...periodFields, ...filterEcho(HIT_FILTERS), ...attributionEcho }, propertyEcho),
  summary: Type.Object(totalsFields),
});

export const presentHours = (
  hours: readonly { readonly hits: number; readonly median: number }[],
): Static<typeof HourOfWeek>[] =>
  hours.map(({ hits, median }, index) => ({
    weekday: Math.floor(index / HOURS_OF_DAY) + 1,
    hour: index % HOURS_OF_DAY,
    hit_count: hits,
    median_count: median,
  }));
