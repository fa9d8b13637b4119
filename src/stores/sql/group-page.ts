/** Reads pages of groups. */
import type { GroupRow, Groups } from '../../core/hits/answers.ts';
import type { GroupOptions, GroupOrder, Slice } from '../../core/hits/query.ts';
import { join, raw, type Sql, sql } from './fragment.ts';

const ORDERS: Readonly<Record<GroupOrder, Sql>> = {
  hits: raw('hits'),
  visitors: raw('visitors'),
  visits: raw('visits'),
};

/** A group as it is read. */
export interface CountedGroup {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
}

/** Which groups of a table are read. */
interface GroupPage extends Slice {
  readonly orderBy?: GroupOrder | undefined;
  /** Columns that groups of the same size are ordered by, null last. */
  readonly keys: readonly string[];
}

type Read = <Found>(statement: Sql) => Promise<Found[]>;

/** Returns a page of the groups in a table, the largest first, and the number of all. */
export const readGroups = async <Row>(
  read: Read,
  table: Sql,
  { offset, limit, orderBy = 'hits', keys }: GroupPage,
): Promise<{ readonly rows: readonly (Row & CountedGroup)[]; readonly total: number }> => {
  const order = join([sql`${ORDERS[orderBy]} desc`, ...keys.map(key => raw(`${key} nulls last`))], ', ');
  const rows = await read<Row & CountedGroup & { readonly total: number }>(
    sql`select *, count(*) over () as total from ${table} order by ${order} limit ${limit} offset ${offset}`,
  );
  const [first] = rows;
  if (first) return { rows, total: first.total };
  if (offset === 0 && limit > 0) return { rows, total: 0 };
  const [counted] = await read<{ readonly total: number }>(sql`select count(*) as total from ${table}`);
  return { rows, total: counted?.total ?? 0 };
};

/** Returns a page of the groups by `key` in a table, and the number of all. */
export const readKeyedGroups = async (
  read: Read,
  table: Sql,
  { countsVisitors = false, ...slice }: Pick<GroupOptions, 'offset' | 'limit' | 'orderBy' | 'countsVisitors'>,
): Promise<Groups> => {
  const { rows, total } = await readGroups<Pick<GroupRow, 'key'>>(read, table, { ...slice, keys: ['key'] });
  return {
    rows: rows.map(({ key, hits, unique_hits: uniqueHits, visitors, visits }) => ({
      ...{ key, hits, uniqueHits },
      ...(countsVisitors && { visitors, visits }),
    })),
    total,
  };
};
