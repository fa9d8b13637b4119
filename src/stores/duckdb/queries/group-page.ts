/** The part of groups that is answered, with those of imported days. */
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { GroupOptions, GroupOrder } from '../../../core/hits/query.ts';
import { containsText } from '../../sql/filters.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';

const ORDERS: Readonly<Record<GroupOrder, Sql>> = {
  hits: raw('hits'),
  visitors: raw('visitors'),
  visits: raw('visits'),
};

const COUNTS = ['hits', 'unique_hits'] as const;
const VISIT_COUNTS = [...COUNTS, 'visitors', 'visits'] as const;

/** Selects the sums of groups and of those of imported days, by key. */
const addImported = (groups: Sql, imported: Sql, counts: readonly string[]): Sql => {
  const names = raw(['key', ...counts].join(', '));
  const sums = raw(counts.map(count => `sum(${count})::bigint as ${count}`).join(', '));
  return sql`select key, ${sums}
    from (select ${names} from (${groups}) union all select ${names} from (${imported})) group by key`;
};

interface CountedGroup {
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
  /** Number of all groups. */
  readonly total: number;
}

/** All groups, selected as `key`, `hits` and `unique_hits`, and as `visitors` and `visits` where those are counted. */
interface Groups {
  readonly groups: Sql;
  readonly imported?: Sql | undefined;
}

/** Returns groups, largest first, and the number of all groups. */
export const readGroupPage = async (
  read: Read,
  { groups: own, imported }: Groups,
  { offset, limit, search, orderBy = 'hits', countsVisitors = false }: Omit<GroupOptions, 'signal' | 'queue'>,
): Promise<{ rows: GroupRow[]; total: number }> => {
  const matchesSearch = search === undefined ? raw('true') : containsText(raw('key'), search);
  const all = imported ? addImported(own, imported, countsVisitors ? VISIT_COUNTS : COUNTS) : own;
  const groups = sql`(${all}) where ${matchesSearch}`;
  const found = await read<CountedGroup>(
    sql`select *, count(*) over () as total from ${groups}
      order by ${ORDERS[orderBy]} desc, key nulls last limit ${limit} offset ${offset}`,
  );
  const rows = found.map(({ key, hits, unique_hits: uniqueHits, visitors, visits }) => ({
    key,
    hits,
    uniqueHits,
    ...(countsVisitors && { visitors, visits }),
  }));
  const [first] = found;
  if (first) return { rows, total: first.total };
  if (offset === 0 && limit > 0) return { rows, total: 0 };
  const [counted] = await read<Pick<CountedGroup, 'total'>>(sql`select count(*) as total from ${groups}`);
  return { rows, total: counted?.total ?? 0 };
};
