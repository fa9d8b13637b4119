import type {
  Journey,
  JourneyPages,
  Journeys,
  PathViews,
  PathVisitors,
} from '../../src/core/hits/answers.ts';
import type { JourneyPagesQuery, JourneyQuery, Slice } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';

const oldestFirst = (a: StoredHit, b: StoredHit): number => +a.createdAt - +b.createdAt || a.id - b.id;

/** One visitor's hits, oldest first. */
interface Visit {
  readonly visitorHash: bigint;
  readonly hits: readonly StoredHit[];
  readonly first: StoredHit;
  readonly last: StoredHit;
}

const visitsOf = (rows: readonly StoredHit[]): Visit[] => {
  const byVisitor = new Map<bigint, StoredHit[]>();
  for (const row of [...rows].sort(oldestFirst)) {
    if (row.visitorHash === null) continue;
    const hits = byVisitor.get(row.visitorHash);
    if (hits) hits.push(row);
    else byVisitor.set(row.visitorHash, [row]);
  }
  return [...byVisitor].flatMap(([visitorHash, hits]) => {
    const [first, last] = [hits[0], hits.at(-1)];
    return first && last ? [{ visitorHash, hits, first, last }] : [];
  });
};

/** Commonest first; of equal ones the path whose latest hit is later. */
const commonest = (hits: readonly StoredHit[], limit: number): PathVisitors[] => {
  const byPath = new Map<string, { visitors: number; latest: StoredHit }>();
  for (const hit of [...hits].sort(oldestFirst)) {
    const known = byPath.get(hit.path ?? '');
    byPath.set(hit.path ?? '', { visitors: (known?.visitors ?? 0) + 1, latest: hit });
  }
  return [...byPath]
    .sort(([, a], [, b]) => b.visitors - a.visitors || oldestFirst(b.latest, a.latest))
    .slice(0, limit)
    .map(([path, { visitors }]) => ({ path, visitors }));
};

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
    entryPaths: commonest(
      visits.map(({ first }) => first),
      maxPaths,
    ),
    exitPaths: commonest(
      visits.map(({ last }) => last),
      maxPaths,
    ),
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

const countPaths = (paths: readonly (string | undefined)[], limit: number): PathViews[] =>
  [...Map.groupBy(paths, path => path)]
    .flatMap(([path, { length: views }]) => (path === undefined ? [] : [{ path, views }]))
    .sort((a, b) => b.views - a.views || Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
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
    previous: countPaths(
      views.map(({ previous }) => previous),
      maxPaths,
    ),
    next: countPaths(
      views.map(({ next }) => next),
      maxPaths,
    ),
    since: span.start,
  };
};
