/** Paths: the pages that visits went through after or before a page or an event. */
import type { Paths, PathsQuery } from '../../../core/hits/paths.ts';
import { type PathLinkRow, toPaths } from '../../path-links.ts';
import { all, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { BY_INSTANT, within } from '../sql.ts';
import { findVisited } from './journeys.ts';

/** Selects the pages of each visit's steps, nearest first, as `way`. */
const selectWays = ({ start, direction, steps }: PathsQuery): Sql => {
  const follow = (before: string, after: string): string =>
    direction === 'after'
      ? `arraySlice(pages, ${after}, ${steps})`
      : `arraySlice(arrayReverse(arraySlice(pages, 1, ${before})), 1, ${steps})`;
  if (start === null)
    return raw(`select ${follow('length(pages)', '1')} as way from walks where notEmpty(pages)`);
  if ('path' in start)
    return sql`select ${raw(follow('first - 1', 'first + 1'))} as way
      from (select pages, indexOf(pages, ${start.path}) as first from walks where first > 0)`;
  return sql`select ${raw(follow('viewed', 'viewed + 1'))} as way
    from (select pages, arrayCount(each -> each.1 <= sent_at, turns) as viewed from walks where is_sent)`;
};

/** Returns the tables `walks`, the pages of each visit in order, and `ways`. */
const withWays = (query: PathsQuery): Sql => {
  const { start, span, via } = query;
  const { tables, isVisited } = findVisited(query, { columns: ['kind', 'path', 'event'], hasEvents: true });
  const isSent = start && 'event' in start ? sql`kind = 'event' and event = ${start.event}` : raw('false');
  const isVia = via.map((path, index) => sql`way[${raw(String(index + 1))}] = ${path}`);
  return sql`${tables},
    walks as (select arrayFilter((each, last) -> each.3 != last.3 or last.2 = 0, hits,
          arrayPopBack(arrayPushFront(hits, (toDateTime64(0, 3, 'UTC'), toUInt64(0), '')))) as turns, arrayMap(each -> each.3, turns) as pages, is_sent, sent_at
      from (select arraySort(groupArrayIf((created_at, id, ifNull(path, '')), kind = 'hit')) as hits,
          countIf(${isSent}) > 0 as is_sent, minIf(created_at, ${isSent}) as sent_at
        from matching where ${isVisited} and ${within(span, BY_INSTANT)} group by visit_id)),
    all_ways as (${selectWays(query)}),
    ways as (select * from all_ways where ${all(isVia)})`;
};

/** Returns what a page is shown as, by its place among those of its step, the commonest first. */
const toKind = (rank: string, maxPages: number): Sql => sql`if(${raw(rank)} <= ${maxPages}, 'page', 'other')`;

/**
 * Selects the visits that went from one page to the next, by step. A statement that named its ways again for each step would work
 * all visits out as often. As many come from a page as went to it in the step before.
 */
const selectLinks = ({ steps, maxPages }: PathsQuery): Sql => sql`
  select step, if(step = 1, null, ${toKind('from_rank', maxPages)}) as from_kind,
    if(from_kind = 'page', from_page, null) as from_path,
    if(is_end, 'end', ${toKind('to_rank', maxPages)}) as to_kind, if(to_kind = 'page', to_page, null) as to_path,
    sum(went) as visits
  from (
    select *, dense_rank() over (partition by step order by from_total desc, from_page) as from_rank,
      dense_rank() over (partition by step order by is_end, to_total desc, to_page) as to_rank
    from (
      select *, sum(went) over (partition by step, from_page) as from_total,
        sum(went) over (partition by step, is_end, to_page) as to_total
      from (
        select step, if(step = 1, '', way[step - 1]) as from_page, step > length(way) as is_end, way[step] as to_page,
          count() as went
        from ways array join range(1, toUInt64(least(${steps}, length(way) + 1)) + 1) as step
        group by step, from_page, is_end, to_page)))
  group by step, from_kind, from_path, to_kind, to_path`;

/** Returns which pages visits went through, step by step. */
export async function queryPaths(read: Read, query: PathsQuery): Promise<Paths> {
  const rows = await read<PathLinkRow>(sql`${withWays(query)} ${selectLinks(query)}`);
  return toPaths(rows, query.span.start);
}
