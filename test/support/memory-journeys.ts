import type {
  Journey,
  JourneyPages,
  Journeys,
  PathViews,
  PathVisitors,
} from '../../src/core/hits/answers.ts';
import type { JourneyPagesQuery, JourneyQuery, Slice } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { compareTexts, oldestFirst } from './memory-rows.ts';

/** One visitor's hits, oldest first. */
interface Visit {
  readonly visitorHash: bigint;
  readonly hits: readonly StoredHit[];
  readonly first: StoredHit;
  readonly last: StoredHit;
}

const visitsOf = (rows: readonly StoredHit[]): Visit[] => {
  const ofVisitors = Map.groupBy(rows.toSorted(oldestFirst), row => row.visitorHash);
  return [...ofVisitors].flatMap(([visitorHash, hits]) => {
    const [first, last] = [hits[0], hits.at(-1)];
    return visitorHash !== null && first && last ? [{ visitorHash, hits, first, last }] : [];
  });
};

/** Commonest first; of equal ones the path whose latest hit is later. */
const commonest = (visits: readonly Visit[], end: 'first' | 'last', limit: number): PathVisitors[] =>
  [
    ...Map.groupBy(
      visits
        .map(visit => visit[end])
        .sort(oldestFirst)
        .reverse(),
      hit => hit.path ?? '',
    ),
  ]
    .map(([path, [latest, ...others]]) => ({ path, latest, visitors: 1 + others.length }))
    .sort((a, b) => b.visitors - a.visitors || oldestFirst(b.latest as StoredHit, a.latest as StoredHit))
    .slice(0, limit)
    .map(({ path, visitors }) => ({ path, visitors }));

const journeyOf = ({ visitorHash, hits, first, last }: Visit, maxPages: number): Journey => ({
  visitorHash,
  hits: hits.length,
  firstHit: first.createdAt,
  lastHit: last.createdAt,
  entryPath: first.path ?? '',
  exitPath: last.path ?? '',
  referrer: first.referrer,
  country: first.country,
  browserName: first.browserName,
  pages: hits.slice(0, maxPages).map(hit => ({ path: hit.path ?? '', at: hit.createdAt })),
});

/** Journeys of a site's hits in a span. */
export const journeysOf = (
  rows: readonly StoredHit[],
  { maxPages, maxPaths, omitsSingle }: JourneyQuery,
  { offset, limit }: Slice,
): Journeys => {
  const visits = visitsOf(rows).sort((a, b) => oldestFirst(b.last, a.last));
  return {
    visitors: visits.length,
    singleHitVisitors: visits.filter(({ hits }) => hits.length === 1).length,
    entryPaths: commonest(visits, 'first', maxPaths),
    exitPaths: commonest(visits, 'last', maxPaths),
    rows: visits
      .filter(({ hits }) => !omitsSingle || hits.length > 1)
      .slice(offset, offset + limit)
      .map(visit => journeyOf(visit, maxPages)),
  };
};

/** Paths of a visit in order, each run of the same one once. */
const turnsOf = (hits: readonly StoredHit[]): string[] =>
  [...hits]
    .sort(oldestFirst)
    .map(({ path }) => path ?? '')
    .filter((path, index, paths) => index === 0 || path !== paths[index - 1]);

type Side = 'previous' | 'next';
const countPaths = (
  views: readonly Readonly<Record<Side, string | undefined>>[],
  side: Side,
  limit: number,
): PathViews[] =>
  [...Map.groupBy(views, view => view[side])]
    .flatMap(([path, { length }]) => (path === undefined ? [] : [{ path, views: length }]))
    .sort((a, b) => b.views - a.views || compareTexts(a.path, b.path))
    .slice(0, limit);

/** What the visits of some hits opened before and after a page. */
export const journeyPagesOf = (
  visits: readonly (readonly StoredHit[])[],
  { path, maxPaths, span }: JourneyPagesQuery,
): JourneyPages => {
  const ways = visits.map(turnsOf);
  const views = ways.flatMap(way =>
    way.flatMap((each, at) => (each === path ? [{ previous: way[at - 1], next: way[at + 1] }] : [])),
  );
  return {
    views: views.length,
    visits: ways.filter(way => way.includes(path)).length,
    entries: views.filter(({ previous }) => previous === undefined).length,
    exits: views.filter(({ next }) => next === undefined).length,
    previous: countPaths(views, 'previous', maxPaths),
    next: countPaths(views, 'next', maxPaths),
    since: span.start,
  };
};
