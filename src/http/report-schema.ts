/** Schemas of reports: their parameters, and what stands beside the list of an answer. */
import { type TSchema, Type } from '@sinclair/typebox';
import { INTERVALS } from '../lib/time.ts';
import { Pagination, pageQuery } from './paging.ts';
import { periodQuery } from './period.ts';
import type { Grouping } from './report.ts';
import { nullable, oneOf } from './schema.ts';

/** Rows a page at most. Source: api-v1, Limits. */
const MAX_PAGE_SIZE = 1000;

/** Parameters of every report: its period and its page. */
export const listQuery = { ...periodQuery, ...pageQuery({ maximum: MAX_PAGE_SIZE }) };

/** Parameters that ask for groups: `standard` is the grouping where none is named. */
export const groupQuery = <const Groupings extends readonly Grouping[]>(
  groupings: Groupings,
  { rows, standard }: { readonly rows: string; readonly standard: Groupings[number] },
) => ({
  grouped: Type.Optional(Type.Boolean({ description: `counts instead of ${rows}` })),
  group_by: Type.Optional(
    oneOf(groupings, { description: `asks for grouped counts, by \`${standard}\` when left out` }),
  ),
  interval: Type.Optional(oneOf(INTERVALS, { description: 'of `group_by=date`; `day` when left out' })),
});

/** A filter that compares exactly. */
export const ExactFilter = Type.Optional(Type.String({ description: 'exact' }));
export const CountryFilter = Type.Optional(
  Type.String({ pattern: '^[A-Za-z]{2}$', description: 'exact', allowed: 'a two-letter country code' }),
);

const Text = nullable(Type.String());

/** What a report's answer holds beside its list; `filters` are the parameters that it echoes. */
export const reportFrame = <Summary extends TSchema>(options: {
  readonly filters: readonly string[];
  readonly isGrouped: boolean;
  readonly summary: Summary;
}) => ({
  pagination: Pagination,
  filters: Type.Object({
    start_date: Type.String(),
    end_date: Type.String(),
    time_zone: Type.String(),
    ...Object.fromEntries(options.filters.map(name => [name, Text])),
    ...(options.isGrouped ? { grouped: nullable(Type.Boolean()), group_by: Text, interval: Text } : {}),
  }),
  summary: options.summary,
});

/** A bucket of a series, with its count under the kind's name. */
export const dateRow = (countName: string) =>
  Type.Object({ date: Type.String(), [countName]: Type.Integer() });

/** A group: its key under the name of the grouping, and its count under the kind's. */
export const countRow = (countName: string) =>
  Type.Object(
    { [countName]: Type.Integer() },
    {
      additionalProperties: nullable(Type.String()),
      description: 'the grouping field (null for rows without a value) and its count',
    },
  );
