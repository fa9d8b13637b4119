/** Schemas of reports: their query parameters, and the fields of their answers. */
import { type TSchema, Type } from '@sinclair/typebox';
import type { Totals } from '../core/hits/answers.ts';
import { COMPARISONS } from '../core/span.ts';
import { Pagination, pageQuery } from '../http/paging.ts';
import { Day, nullable, oneOf } from '../http/schema.ts';
import { formatNumber } from '../lib/english.ts';
import { comparedFields } from './compared-period.ts';
import { MAX_CSV_ROWS } from './csv.ts';
import { type FilterRules, filterEcho, filterQuery } from './filters.ts';
import { goalEcho } from './goals.ts';
import { importedField } from './imported.ts';
import { allTimeQuery, periodFields, periodQuery } from './period.ts';
import { ANY_PROPERTY, groupingOf, propertyEcho } from './property-filters.ts';
import { FORMATS, REPORT_INTERVALS } from './query.ts';
import { visitEcho } from './visits.ts';

/** Largest page. Source: api-v1, Limits. */
const MAX_PAGE_SIZE = 1000;

/** The parameters that add a comparison. */
export const compareQuery = {
  compare: Type.Optional(
    oneOf(COMPARISONS, {
      description:
        'adds `comparison`; `matching_period`: month with month, year so far with year, else as many days right before',
    }),
  ),
  compare_start_date: Type.Optional({ ...Day, description: 'with `compare=custom`' }),
  compare_end_date: Type.Optional({ ...Day, description: 'with `compare=custom`, included' }),
};

/** Returns the query parameters of a report: filters, grouping, period, page and format. */
export const reportParams = <const Groupings extends readonly string[]>(options: {
  readonly filters: FilterRules<string>;
  readonly groupings: Groupings;
  /** The grouping without `group_by`. */
  readonly defaultGrouping: Groupings[number];
  /** Name of the rows, for descriptions. */
  readonly rows: string;
}) => ({
  ...filterQuery(options.filters),
  grouped: Type.Optional(Type.Boolean({ description: `counts instead of ${options.rows}` })),
  group_by: Type.Optional(
    groupingOf(options.groupings, {
      description: `requests grouped counts, by \`${options.defaultGrouping}\` when left out`,
    }),
  ),
  interval: Type.Optional(
    oneOf(REPORT_INTERVALS, {
      description: 'of `group_by=date`; `day` when left out; `hour` for at most 31 days',
    }),
  ),
  search: Type.Optional(
    Type.String({
      description: 'only groups whose name has this in it, case ignored; not of `group_by=date`',
    }),
  ),
  ...compareQuery,
  format: Type.Optional(
    oneOf(FORMATS, {
      description: `\`csv\`: every row as a file, at most ${formatNumber(MAX_CSV_ROWS)}; pages do not cut it`,
    }),
  ),
  ...periodQuery,
  ...allTimeQuery,
  ...pageQuery({ maximum: MAX_PAGE_SIZE }),
});

const Text = nullable(Type.String());

/** Returns the fields that echo a period and filters. */
export const periodEcho = (filters: FilterRules<string>) => ({
  ...periodFields,
  ...filterEcho(filters),
  compare: Text,
});

/** Returns the fields of a report's answer beside its list. */
export const reportFields = <Summary extends TSchema>(options: {
  readonly filters: FilterRules<string>;
  /** As in `Reportable`. */
  readonly visitFilters?: FilterRules<string>;
  readonly summary: Summary;
  /** Name of the list of groups or buckets in the answer, and its schema. */
  readonly groupsName: string;
  readonly groups: TSchema;
}) => ({
  pagination: Pagination,
  filters: Type.Object(
    {
      ...periodEcho({ ...options.filters, ...options.visitFilters }),
      ...(options.visitFilters && { ...visitEcho, ...goalEcho }),
      grouped: nullable(Type.Boolean()),
      group_by: Text,
      interval: Text,
      search: Text,
    },
    ANY_PROPERTY in options.filters ? propertyEcho : {},
  ),
  summary: options.summary,
  ...(options.visitFilters && importedField),
  comparison: Type.Optional(
    Type.Object(
      {
        ...comparedFields,
        ...(options.visitFilters && importedField),
        summary: options.summary,
        [options.groupsName]: Type.Optional({
          ...options.groups,
          description: 'with `group_by`: every bucket, or the groups of the page in its order',
        }),
      },
      { description: 'only with `compare`' },
    ),
  ),
});

/** Totals of hits. */
export const totalsFields = {
  total_hits: Type.Integer(),
  unique_visitors: Type.Integer(),
  distinct_paths: Type.Integer(),
};

export const presentTotals = ({ hits, visitors, paths }: Totals) => ({
  total_hits: hits,
  unique_visitors: visitors,
  distinct_paths: paths,
});

const UniqueHits = nullable(Type.Integer(), { description: 'null where unique hits are not tracked' });

/** Counts of hits that are present on request. */
export const optionalCounts = {
  unique_hits: Type.Optional(UniqueHits),
  visitors: Type.Optional(
    Type.Integer({ description: 'with `include_visitors`: the same as `unique_visitors`, its older name' }),
  ),
};

/** Returns the schema of a bucket of a series. */
export const dateRow = (countName: string, more: Readonly<Record<string, TSchema>> = {}) =>
  Type.Object({
    date: Type.String({ description: 'first day, or the instant where an hour begins' }),
    [countName]: Type.Integer(),
    ...more,
  });

/** Returns the schema of a group: its key is under the name of the grouping. */
export const countRow = (countName: string, more: Readonly<Record<string, TSchema>> = {}) =>
  Type.Object(
    { [countName]: Type.Integer(), ...more },
    {
      additionalProperties: nullable(Type.String()),
      description: 'the grouping field (null for rows without a value) and its count',
    },
  );
