/** Paths: the pages that visits went through after or before a page or an event. */
import type { Paths, PathsQuery } from '../../../core/hits/paths.ts';
import { type PathLinkRow, toPaths } from '../../path-links.ts';
import type { Read } from '../client.ts';
import { all, join, raw, type Sql, sql, within } from '../sql.ts';
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
        from matching where ${isVisited} and ${within(span)} group by visit_id)),
    all_ways as (${selectWays(query)}),
    ways as (select * from all_ways where ${all(isVia)})`;
};

/** Selects the visits that went from one step to the next. */
const selectLinks = (step: number): Sql => {
  const toKind = (each: number): string =>
    `multiIf(length(way) < ${each}, 'end', has((select pages from named_${each}), way[${each}]), 'page', 'other')`;
  const toPath = (each: number, kind: string): string =>
    `if(${kind} = 'page', cast(way[${each}] as Nullable(String)), null)`;
  return raw(`select ${step} as step,
      ${step === 1 ? 'cast(null as Nullable(String))' : `cast(${toKind(step - 1)} as Nullable(String))`} as from_kind,
      ${step === 1 ? 'cast(null as Nullable(String))' : toPath(step - 1, 'from_kind')} as from_path,
      ${toKind(step)} as to_kind, ${toPath(step, 'to_kind')} as to_path, count() as visits
    from ways where length(way) >= ${step - 1} group by from_kind, from_path, to_kind, to_path`);
};

/** Returns which pages visits went through, step by step. */
export async function queryPaths(read: Read, query: PathsQuery): Promise<Paths> {
  const { steps, maxPages, span } = query;
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  const named = numbers.map(
    step => sql`${raw(`named_${step}`)} as (select groupArray(page) as pages from (
      select way[${raw(String(step))}] as page from ways where length(way) >= ${step}
      group by page order by count() desc, page limit ${maxPages}))`,
  );
  const rows = await read<PathLinkRow>(
    sql`${withWays(query)}, ${join(named, ', ')} ${join(numbers.map(selectLinks), ' union all ')}`,
  );
  return toPaths(rows, span.start);
}
