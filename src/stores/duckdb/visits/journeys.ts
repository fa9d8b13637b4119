/** Journeys of the visits that match filters, and what visits opened before and after a page. Each needs one transaction. */

import type { JourneyPages, Journeys, PathViews } from '../../../core/hits/answers.ts';
import type {
  Condition,
  Filter,
  HitQuery,
  JourneyHits,
  JourneyPagesQuery,
} from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import { matchesAny, toConditionSql } from '../../sql/filters.ts';
import { any } from '../../sql/fragment.ts';
import type { SumsState } from '../aggregates/state.ts';
import { findComparedValue } from '../queries/dimensions.ts';
import {
  findStart,
  type JourneysRequest,
  queryJourneysOf,
  startOfItsDay,
  whereHits,
} from '../queries/journeys.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { isMatchingVisit, isVisitCondition, toVisitConditionSql } from './matching.ts';
import { readVisits } from './source.ts';

/** Which visits are meant. */
type VisitedSite = Omit<JourneyHits, 'span'> & Pick<HitQuery, 'span'>;

/** Returns the condition for hits of visits of which a hit has a value: a page, or a property. */
const hasSeen = (hits: VisitedSite, filter: Filter): Sql => {
  const condition = toPredicate(filter);
  const compared = findComparedValue({ ...hits, kind: 'hit' }, filter.dimension);
  const isMatch = any([
    ...(condition.matchesNull ? [sql`${compared.value} is null`] : []),
    matchesAny(compared, condition),
  ]);
  const isSeen = sql`visit_id in (select visit_id from hits_of_visits
    where visit_id is not null and ${whereHits(hits)} and ${isMatch})`;
  return condition.isExcluding ? sql`not ${isSeen}` : isSeen;
};

/** Returns the conditions for the visits that match all filters, over `visit_id`. For `readVisits`. */
export const visitConditions = (hits: VisitedSite): Sql[] => {
  const { siteId, span, zone, filters = [], siteHosts } = hits;
  const query: HitQuery = {
    ...{ siteId, siteHosts, zone, span },
    ...{ kind: 'hit', filters, attribution: 'visit' },
  };
  const isOfVisits = (condition: Condition): boolean => isVisitCondition(query, condition);
  const isVisit = (isMatch: Sql): Sql => sql`visit_id in (select visit_id from visit_rows where ${isMatch})`;
  return [
    ...(filters.some(isOfVisits) ? [isVisit(isMatchingVisit(query))] : []),
    ...filters
      .filter(condition => !isOfVisits(condition))
      .map(condition =>
        toConditionSql(condition, {
          filter: filter =>
            isOfVisits(filter) ? isVisit(toVisitConditionSql(query, filter)) : hasSeen(hits, filter),
          done: goal => isVisit(toVisitConditionSql(query, { done: goal })),
        }),
      ),
  ];
};

/** Returns the condition for rows of the visits that match all filters. For `readVisits`. */
export const whereVisited = (hits: JourneyHits): Sql =>
  join([sql`visit_id is not null and ${whereHits(hits)}`, ...visitConditions(hits)], ' and ');

/** Selects the hits of the visits that match all filters. For `readVisits`. */
export const selectJourneyHits = (hits: JourneyHits): Sql =>
  sql`(select * from hits_of_visits where ${whereVisited(hits)})`;

/** Returns totals over the journeys that are made of the visits that match, and a slice of them. */
export const queryJourneysByVisit = (read: Read, request: JourneysRequest): Promise<Journeys> =>
  queryJourneysOf(read, request, {
    hits: selectJourneyHits(request.query),
    // Tables of its own stand before the statement, which may have some too.
    readHits: statement => readVisits(read, request.query, sql`select * from (${statement})`),
  });

interface PagesRow {
  readonly views: number;
  readonly visits: number;
  readonly entries: number;
  readonly exits: number;
  /** Lists are null when they are empty. */
  readonly previous: readonly string[] | null;
  readonly previous_views: readonly bigint[] | null;
  readonly next: readonly string[] | null;
  readonly next_views: readonly bigint[] | null;
}

/** Selects the pages beside a page and their views, the commonest first, each as a list. */
const selectBeside = (side: 'previous' | 'next', maxPaths: number): Sql => {
  const paths = sql`(select ${raw(side)} as path, count(*) as views from here where ${raw(side)} is not null
    group by 1 order by views desc, path limit ${maxPaths})`;
  return sql`(select list(path order by views desc, path) from ${paths}) as ${raw(side)},
    (select list(views::ubigint order by views desc, path) from ${paths}) as ${raw(`${side}_views`)}`;
};

/** Combines the lists of `selectBeside`. */
const toPathViews = (paths: readonly string[] | null, views: readonly bigint[] | null): PathViews[] =>
  (paths ?? []).map((path, index) => ({ path, views: Number(views?.[index] ?? 0) }));

/** Returns what visits opened before and after a page. */
export const queryJourneyPages = async (
  read: Read,
  query: JourneyPagesQuery,
  state: SumsState,
): Promise<JourneyPages> => {
  const { path, maxPaths, maxHits, span } = query;
  // Visits are looked at whole.
  const since = state.isUsed ? startOfItsDay(query, await findStart(read, query, maxHits)) : span.start;
  const looked = { ...query, span: { start: since, end: span.end } };
  const inVisit = raw('over (partition by visit_id order by created_at, id)');
  const [found] = await readVisits<PagesRow>(
    read,
    looked,
    sql`select * from (
      with shown as (select visit_id, created_at, id, coalesce(path, '') as path from ${selectJourneyHits(looked)}),
      steps as (select *, lag(path) ${inVisit} as before from shown
        where visit_id in (select visit_id from shown where path = ${path})),
      turns as (select visit_id, path, lag(path) ${inVisit} as previous, lead(path) ${inVisit} as next
        from steps where before is distinct from path),
      here as materialized (select visit_id, previous, next from turns where path = ${path})
      select count(*) as views, count(distinct visit_id) as visits,
        count(*) filter (where previous is null) as entries, count(*) filter (where next is null) as exits,
        ${selectBeside('previous', maxPaths)}, ${selectBeside('next', maxPaths)}
      from here)`,
  );
  return {
    views: found?.views ?? 0,
    visits: found?.visits ?? 0,
    entries: found?.entries ?? 0,
    exits: found?.exits ?? 0,
    previous: toPathViews(found?.previous ?? null, found?.previous_views ?? null),
    next: toPathViews(found?.next ?? null, found?.next_views ?? null),
    since,
  };
};
