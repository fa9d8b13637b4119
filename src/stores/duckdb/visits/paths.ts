/** Paths: the pages that visits went through after or before a page or an event. Needs one transaction. */

import type { Paths, PathsQuery } from '../../../core/hits/paths.ts';
import { type PathLinkRow, toPaths } from '../../path-links.ts';
import type { SumsState } from '../aggregates/state.ts';
import { findStart, startOfItsDay } from '../queries/journeys.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { selectJourneyHits, whereVisited } from './journeys.ts';
import { readVisits } from './source.ts';

/** Selects the first event of each visit: as `visit_id` and `sent_at`. */
const selectFirstEvents = (query: PathsQuery, event: string): Sql => sql`
  select visit_id, min(created_at) as sent_at from events_of_visits where ${whereVisited(query)} and event = ${event} group by visit_id`;

/** Where the flow begins in visits. */
interface Start {
  /** A table of visits with the start, before those of the pages; absent where all visits have it. */
  readonly table?: Sql;
  /** Selects `visit_id` and `first`, the number of the page that comes before the first step. */
  readonly starts: Sql;
}

const findFlowStart = (query: PathsQuery): Start => {
  const { start, direction } = query;
  if (start === null) {
    const first = direction === 'after' ? '0' : 'max(number) + 1';
    return { starts: raw(`select visit_id, ${first} as first from pages group by visit_id`) };
  }
  if ('path' in start)
    return {
      table: sql`select distinct visit_id from viewed where path = ${start.path}`,
      starts: sql`select visit_id, min(number) as first from pages where path = ${start.path} group by visit_id`,
    };
  // The page of the event is the first step back. Hits come before events of the same instant.
  const viewed = `count(number) filter (where created_at <= sent_at)${direction === 'after' ? '' : ' + 1'}`;
  return {
    table: selectFirstEvents(query, start.event),
    starts: raw(
      `select visit_id, ${viewed} as first from started left join pages using (visit_id) group by visit_id`,
    ),
  };
};

/** Returns the tables `pages`, in order, of visits with the start, and `starts`. */
const withStarts = (query: PathsQuery): Sql => {
  const { table, starts } = findFlowStart(query);
  const inVisit = raw('over (partition by visit_id order by created_at, id)');
  return sql`
  viewed as (select visit_id, created_at, id, coalesce(path, '') as path from ${selectJourneyHits(query)}),
  ${table ? sql`started as materialized (${table}),` : raw('')}
  pages as materialized (select visit_id, path, created_at, row_number() ${inVisit} as number
    from (select *, lag(path) ${inVisit} as last_path from viewed
      ${raw(table ? 'where visit_id in (select visit_id from started)' : '')})
    where path is distinct from last_path),
  starts as (${starts})`;
};

/** Returns the table `ways`: the pages of each visit's steps, in `page_1` and so on; null after the end. */
const withWays = ({ direction, steps, via }: PathsQuery): Sql => {
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  const pages = numbers.map(
    step =>
      `max(path) filter (where number = first ${direction === 'after' ? '+' : '-'} ${step}) as page_${step}`,
  );
  const isVia = via.map((path, index) => sql`${raw(`page_${index + 1}`)} = ${path}`);
  return sql`
  all_ways as (select visit_id, ${raw(pages.join(', '))} from starts left join pages using (visit_id) group by visit_id),
  ways as materialized (select * from all_ways where ${join([raw('true'), ...isVia], ' and ')})`;
};

/** Selects a step's pages by name. */
const selectNamed = (step: number, maxPages: number): Sql => sql`
  select page from (select ${raw(`page_${step}`)} as page, count(*) as visits from ways group by page)
  where page is not null order by visits desc, page limit ${maxPages}`;

const toKind = (step: number): string =>
  `case when page_${step} is null then 'end' when page_${step} in (from named_${step}) then 'page' else 'other' end`;

/** Selects the visits that went from one step to the next. */
const selectLinks = (step: number): Sql => {
  const [from, to] = [toKind(step - 1), toKind(step)];
  const named = (each: number, kind: string): string => `case when ${kind} = 'page' then page_${each} end`;
  return raw(`select ${step} as step, ${step === 1 ? 'null' : from} as from_kind,
      ${step === 1 ? 'null::varchar' : named(step - 1, from)} as from_path,
      ${to} as to_kind, ${named(step, to)} as to_path, count(*) as visits
    from ways ${step === 1 ? '' : `where page_${step - 1} is not null`} group by all`);
};

/** Returns which pages visits went through, step by step. */
export const queryPaths = async (read: Read, query: PathsQuery, state: SumsState): Promise<Paths> => {
  const { span, steps, maxPages, maxHits } = query;
  // Visits are looked at whole.
  const since = state.isUsed ? startOfItsDay(query, await findStart(read, query, maxHits)) : span.start;
  const looked = { ...query, span: { start: since, end: span.end } };
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  const named = numbers.map(
    step => sql`${raw(`named_${step}`)} as materialized (${selectNamed(step, maxPages)})`,
  );
  const rows = await readVisits<PathLinkRow>(
    read,
    looked,
    sql`select * from (with ${withStarts(looked)}, ${withWays(looked)}, ${join(named, ', ')}
      ${join(numbers.map(selectLinks), ' union all ')})`,
  );
  return toPaths(rows, since);
};
