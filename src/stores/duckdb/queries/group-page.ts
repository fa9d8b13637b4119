/** The part of groups that is answered, with those of imported days. */
import type { Groups } from '../../../core/hits/answers.ts';
import type { GroupOptions } from '../../../core/hits/query.ts';
import { containsText } from '../../sql/filters.ts';
import { readKeyedGroups } from '../../sql/group-page.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';

const COUNTS = ['hits', 'unique_hits'] as const;
const VISIT_COUNTS = [...COUNTS, 'visitors', 'visits'] as const;

/** Selects the sums of groups and of those of imported days, by key. */
const addImported = (groups: Sql, imported: Sql, counts: readonly string[]): Sql => {
  const names = raw(['key', ...counts].join(', '));
  const sums = raw(counts.map(count => `sum(${count})::bigint as ${count}`).join(', '));
  return sql`select key, ${sums}
    from (select ${names} from (${groups}) union all select ${names} from (${imported})) group by key`;
};

/** All groups, selected as `key`, `hits` and `unique_hits`, and as `visitors` and `visits` where those are counted. */
interface SelectedGroups {
  readonly groups: Sql;
  readonly imported?: Sql | undefined;
}

/** Returns groups, largest first, and the number of all groups. */
export const readGroupPage = (
  read: Read,
  { groups, imported }: SelectedGroups,
  { search, countsVisitors = false, ...page }: Omit<GroupOptions, 'signal' | 'queue'>,
): Promise<Groups> => {
  const matchesSearch = search === undefined ? raw('true') : containsText(raw('key'), search);
  const all = imported ? addImported(groups, imported, countsVisitors ? VISIT_COUNTS : COUNTS) : groups;
  return readKeyedGroups(read, sql`(${all}) where ${matchesSearch}`, { ...page, countsVisitors });
};
