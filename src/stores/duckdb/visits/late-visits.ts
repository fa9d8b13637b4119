/**
 * What few later visits change in groups of a kept table, worked out here: a page has a dozen groups, and planning a statement for each
 * costs more than the visits.
 */
import type { Conversions } from '../../../core/goals/query.ts';
import { type Dimension, type OfSite, VISIT_DIMENSIONS } from '../../../core/hits/query.ts';
import { keyOf } from '../queries/dimensions.ts';
import { unionAll } from '../queries/parts.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { visitColumn } from './source.ts';

/** Visits that are changes of a table at most: of more, statements count the groups. */
const MAX_VISITS = 1_000;

const DIMENSIONS = [...VISIT_DIMENSIONS];

/** Visits to subtract or to add, each a table with the columns of a kept one. */
export interface LateTables {
  readonly subtracted: Sql;
  readonly added: Sql;
}

/** A visit with its value of each dimension of visits, in the order of `DIMENSIONS`. */
export interface LateVisit {
  readonly sign: 1 | -1;
  readonly conversions: number;
  readonly visitor: bigint;
  readonly keys: readonly (string | null)[];
}

type Row = Pick<LateVisit, 'sign' | 'conversions' | 'visitor'> & Readonly<Record<string, unknown>>;

/** Reads the visits of tables; undefined where they are many. */
export const readLateVisits = async (
  read: Read,
  { subtracted, added }: LateTables,
  site: OfSite,
): Promise<readonly LateVisit[] | undefined> => {
  const keys = DIMENSIONS.map(
    (dimension, index) => sql`${keyOf(dimension, visitColumn, site)}::varchar as ${raw(`key_${index}`)}`,
  );
  const visits = unionAll([
    sql`select -1 as sign, * from ${subtracted}`,
    sql`select 1 as sign, * from ${added}`,
  ]);
  const rows = await read<Row>(sql`select sign, conversions, visitor_hash as visitor, ${join(keys, ', ')}
    from (select * from (${visits}) limit ${MAX_VISITS + 1}) as visit_rows`);
  if (rows.length > MAX_VISITS) return undefined;
  return rows.map(({ sign, conversions, visitor, ...row }) => ({
    sign,
    conversions,
    visitor,
    keys: DIMENSIONS.map((_, index) => (row[`key_${index}`] ?? null) as string | null),
  }));
};

/** Creates the read of the visits of tables, which happens once, with the site's host as soon as a query knows it. */
export const createLateVisits = (read: Read, tables: LateTables, site: { host?: string | undefined }) => {
  let known:
    | { readonly host: string | undefined; readonly visits: ReturnType<typeof readLateVisits> }
    | undefined;
  return ({ siteHost = site.host }: OfSite): ReturnType<typeof readLateVisits> => {
    site.host = siteHost;
    if (!known || known.host !== siteHost) {
      // Statements answer where this one fails, and say what is wrong.
      const visits = readLateVisits(read, tables, { siteHost }).catch(() => undefined);
      known = { host: siteHost, visits };
    }
    return known.visits;
  };
};

/** What visits change in a group. */
export interface Change extends Conversions {
  readonly key: string | null;
}

/** Counts what visits change in the groups of a dimension, or in all of them together. */
export const countChanges = (
  visits: readonly LateVisit[],
  dimension: Dimension | undefined,
  isAsked: (key: string | null) => boolean,
): Change[] => {
  const place = dimension === undefined ? -1 : DIMENSIONS.indexOf(dimension);
  const groups = Map.groupBy(visits, ({ sign, keys }) => JSON.stringify([sign, keys[place] ?? null]));
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    const key = first?.keys[place] ?? null;
    if (!first || (dimension !== undefined && !isAsked(key))) return [];
    const conversions = group.reduce((sum, visit) => sum + visit.conversions, 0);
    const visitors = new Set(group.map(({ visitor }) => visitor)).size;
    return [{ key, conversions: first.sign * conversions, visitors: first.sign * visitors }];
  });
};
