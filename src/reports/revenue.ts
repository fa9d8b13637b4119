/** Revenue in reports on events: of the whole, and of each group. Source: decisions, section 9. */
import { Type } from '@sinclair/typebox';
import type { GroupRevenue, Groups } from '../core/hits/answers.ts';
import { PLACE_DIMENSIONS } from '../core/hits/places.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import { formatRevenue, presentRevenue } from '../core/hits/revenue.ts';
import type { Cell } from '../lib/csv.ts';
import type { RowFilter } from './filters.ts';
import type { ReportRows } from './kind.ts';
import type { RowQuery } from './query.ts';

/** Revenue of several events: one entry for each currency. */
export const RevenueSums = Type.Array(Type.Object({ amount: Type.Number(), currency: Type.String() }), {
  description: 'revenue, each currency by itself',
});

export const presentRevenues = (sums: readonly GroupRevenue[]) => sums.map(presentRevenue);

/** Revenue of groups by their keys; those without any are missing. */
export type RevenueByKey = ReadonlyMap<string | null, readonly GroupRevenue[]>;

/** Keys that a statement names at most: with more, all groups are summed up. */
const MAX_KEYS = 1000;

interface GroupsToSum<Name extends string> extends ReadOptions {
  readonly query: RowQuery<Name>;
  readonly by: Name;
  readonly groups: Groups;
}

/** Sums up the revenue of a page of groups; undefined for rows that have none. */
export async function sumGroups<Row, Name extends string>(
  { revenue }: Pick<ReportRows<Row, Name>, 'revenue'>,
  { query, by, groups: { rows, total }, ...options }: GroupsToSum<Name>,
): Promise<RevenueByKey | undefined> {
  if (!revenue || rows.length === 0) return undefined;
  const ofPage: RowFilter<Name> = { dimension: by, isAnyOf: rows.map(({ key }) => key) };
  // Which places are summed up is known of all of them.
  const isPart = rows.length < total && rows.length <= MAX_KEYS && !PLACE_DIMENSIONS.has(by);
  const filters = isPart ? [...query.filters, ofPage] : query.filters;
  return Map.groupBy(await revenue({ ...query, filters }, { ...options, dimension: by }), ({ key }) => key);
}

type Field = Cell | object;

const isRevenue = (field: object): field is { readonly amount: number; readonly currency: string } =>
  'amount' in field && 'currency' in field;

/** Returns a field of an answer as a cell: revenue as a text, other objects as JSON. */
export function toCell(field: Field): Cell {
  if (typeof field !== 'object' || field === null) return field;
  const list: readonly object[] = Array.isArray(field) ? field : [field];
  return list.every(isRevenue) ? formatRevenue(list) : JSON.stringify(field);
}
