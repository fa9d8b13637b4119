/** Groups of hits with so many visitors, and all others as one, as in `named-groups.ts`: all groups are kept, and later hits are added. */
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { ReadOptions } from '../../../core/hits/query.ts';
import { pageOf } from '../../min-visitors.ts';
import { siteAndFilters } from '../queries/conditions.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { countVisitors } from './enough-visitors.ts';
import { type KeptAnswers, MAX_LATE_HITS, MAX_ROWS_OF_QUERY, toKnownRows } from './kept-answers.ts';
import { type NamedRequest, selectCounted } from './named-groups.ts';

/** A group with the visitors that the sums have, and the hits that may add others. */
interface CountedGroup {
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly others: number;
}

/** Selects later hits as `CountedGroup`. */
const selectLate = ({ query, dimension }: NamedRequest, isKnown: Sql): Sql => sql`
  select ${raw(dimension)} as key, count(*) as hits, count(*) filter (where is_unique) as unique_hits, 0 as visitors, count(visitor_hash) as others
  from hits where ${siteAndFilters(query)} and ${within('created_at', query.span)} and not ${isKnown} group by key`;

/** Adds the hits of later ones to groups; undefined where those are many. */
const addLate = (
  groups: readonly CountedGroup[],
  late: readonly CountedGroup[],
): readonly CountedGroup[] | undefined => {
  if (late.reduce((sum, { hits }) => sum + hits, 0) > MAX_LATE_HITS) return undefined;
  const byKey = new Map(late.map(group => [group.key, group]));
  const changed = groups.map(group => {
    const more = byKey.get(group.key);
    byKey.delete(group.key);
    return more
      ? {
          ...group,
          hits: group.hits + more.hits,
          unique_hits: group.unique_hits + more.unique_hits,
          others: group.others + more.others,
        }
      : group;
  });
  return [...changed, ...byKey.values()];
};

/** Sums up the groups with too few visitors as one. */
const nameGroups = async (
  read: Read,
  request: NamedRequest,
  groups: readonly CountedGroup[],
): Promise<GroupRow[]> => {
  const { minVisitors, othersKey } = request;
  const isFew = ({ key, visitors }: CountedGroup): boolean => key !== null && visitors < minVisitors;
  const uncertain = groups.filter(
    group => isFew(group) && group.others > 0 && group.visitors + group.others >= minVisitors,
  );
  const counted = await countVisitors(
    read,
    request,
    uncertain.map(({ key }) => key),
  );
  const named: GroupRow[] = [];
  const others = { key: othersKey, hits: 0, uniqueHits: 0 };
  for (const group of groups) {
    const { key, hits, unique_hits: uniqueHits } = group;
    if (isFew(group) && (counted.get(key) ?? 0) < minVisitors) {
      others.hits += hits;
      others.uniqueHits += uniqueHits;
    } else named.push({ key, hits, uniqueHits });
  }
  return others.hits > 0 ? [...named, others] : named;
};

/** Returns a page of groups, which are kept; undefined where the sums do not tell, or the page is of a search. */
export const findKeptPlaces = async (
  answers: KeptAnswers,
  request: NamedRequest,
  options: ReadOptions,
): Promise<{ rows: GroupRow[]; total: number } | undefined> => {
  const { query, dimension, minVisitors, page } = request;
  const counted = page.search === undefined ? selectCounted(request) : undefined;
  if (!counted) return undefined;
  const { siteId, span, filters } = query;
  const key = JSON.stringify(['named', siteId, span, filters, dimension, minVisitors]);
  const find = () =>
    answers.find<CountedGroup, GroupRow[]>(key, options, async (read, kept, known) => {
      const late = await read<CountedGroup>(selectLate(request, toKnownRows(known).hits));
      const groups = addLate(kept, late);
      return groups && nameGroups(read, request, groups);
    });
  const keep = () =>
    answers.keep(key, options, async read => {
      const groups = await read<CountedGroup>(
        sql`select * from (${counted}) order by hits desc, key nulls last limit ${MAX_ROWS_OF_QUERY + 1}`,
      );
      return groups.length === 0 || groups.length > MAX_ROWS_OF_QUERY ? undefined : groups;
    });
  const rows = (await find()) ?? ((await keep()) && (await find()));
  return rows && pageOf(rows, page);
};
