/** Derives from the table of stored columns what answers and filters have that need nothing of their own. */
import { type TSchema, Type } from '@sinclair/typebox';
import { type ColumnType, type ColumnValues, columns, type ReportedKind } from '../core/hits/columns.ts';
import type { Dimension } from '../core/hits/query.ts';
import { nullable } from '../http/schema.ts';
import { exactOrNull, type FilterRules } from './filters.ts';

/** Schemas of columns that are shown as they are stored. */
const SCHEMAS: Readonly<Partial<Record<ColumnType, TSchema>>> = {
  integer: nullable(Type.Integer()),
  varchar: nullable(Type.String()),
  boolean: nullable(Type.Boolean()),
};

/** Columns of a kind that are shown as they are stored. */
interface ColumnFields {
  /** Schemas by name. */
  readonly fields: Readonly<Record<string, TSchema>>;
  readonly present: (row: ColumnValues) => Readonly<Record<string, unknown>>;
}

/** Returns the columns that rows of a kind show, but those with a field of their own. */
export function columnFields(kind: ReportedKind, ownFields: object): ColumnFields {
  const shown = columns.flatMap(({ name, property, type, shownIn }) => {
    const schema = SCHEMAS[type];
    if (name in ownFields || !schema || !property || !shownIn?.includes(kind)) return [];
    return [{ name, property: property as keyof ColumnValues, schema }];
  });
  return {
    fields: Object.fromEntries(shown.map(({ name, schema }) => [name, schema])),
    present: row => Object.fromEntries(shown.map(({ name, property }) => [name, row[property]])),
  };
}

/** Returns the filters of a kind: its own rules, then one for each other column that is a dimension of it. */
export const columnFilters = (
  kind: ReportedKind,
  ownRules: FilterRules<Dimension>,
): FilterRules<Dimension> => ({
  ...ownRules,
  ...Object.fromEntries(
    columns.flatMap(({ name, dimensionOf }) =>
      name in ownRules || !dimensionOf?.includes(kind) ? [] : [[name, exactOrNull()]],
    ),
  ),
});

/** Returns the groupings of a report: `first`, in their order, then every other filter. */
export const filterGroupings = (first: readonly string[], rules: FilterRules<Dimension>): string[] => [
  ...new Set([...first, ...Object.keys(rules)]),
];
