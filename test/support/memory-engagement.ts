/** How long and how far pages were read, over plain arrays. */
import type { Averages, PageEngagement } from '../../src/core/hits/answers.ts';
import type { EngagedPages } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { dayOf } from './memory-rows.ts';

const keyOf = (row: StoredHit): string => `${row.visitorHash} ${dayOf(row)} ${row.path}`;
const secondsOf = (report: StoredHit): number => report.engagedSeconds ?? 0;

/** A report of no more seconds than passed since a hit, and five. */
const isPlausible = (report: StoredHit, hitAt: number): boolean =>
  +report.createdAt >= hitAt && secondsOf(report) * 1000 <= +report.createdAt - hitAt + 5000;

const averagesOf = (values: readonly number[]): Averages => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const middle = (sorted.length - 1) / 2;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
  };
};

const sumUp = (path: string | null, views: readonly (readonly StoredHit[])[]): PageEngagement => {
  const depths = views.flatMap(view => {
    const own = view.flatMap(report => report.scrollDepth ?? []);
    return own.length === 0 ? [] : [Math.max(...own)];
  });
  return {
    path,
    views: views.length,
    engagedSeconds: averagesOf(views.map(view => Math.max(...view.map(secondsOf)))),
    scrollDepth: depths.length === 0 ? null : averagesOf(depths),
  };
};

/** The engagement of the pages of some hits. */
export const engagementOf = (
  hits: readonly StoredHit[],
  reports: readonly StoredHit[],
  pages: EngagedPages,
): PageEngagement[] => {
  const hitsOf = Map.groupBy(
    hits.filter(hit => hit.visitorHash !== null),
    keyOf,
  );
  const views: (readonly StoredHit[])[] = [];
  for (const [key, own] of Map.groupBy(reports, keyOf)) {
    const viewed = hitsOf.get(key) ?? [];
    const firstAt = Math.min(...viewed.map(hit => +hit.createdAt));
    const counted = own.filter(report => viewed.length > 0 && isPlausible(report, firstAt));
    views.push(...Map.groupBy(counted, report => report.view).values());
  }
  if (pages === 'together') return views.length === 0 ? [] : [sumUp(null, views)];
  return [...Map.groupBy(views, view => view[0]?.path ?? '')].flatMap(([path, ofPath]) =>
    pages === 'each' || pages.includes(path) ? [sumUp(path, ofPath)] : [],
  );
};

/** The hit that each report is of: the last of its visitor, page and day before it. */
export const findHits = <Row extends StoredHit>(
  reports: readonly Row[],
  hits: readonly Row[],
): [Row, Row][] => {
  const hitsOf = Map.groupBy(hits, keyOf);
  return reports.flatMap(report => {
    const before = (hitsOf.get(keyOf(report)) ?? []).filter(hit => hit.createdAt <= report.createdAt);
    const last = before.toSorted((a, b) => +a.createdAt - +b.createdAt).at(-1);
    return last ? [[report, last]] : [];
  });
};

/** The hits that were read for ten seconds or more. */
export const findEngaged = (
  hits: readonly StoredHit[],
  reports: readonly StoredHit[],
): ReadonlySet<StoredHit> => {
  const long = reports.filter(report => secondsOf(report) >= 10);
  const own = findHits(long, hits).filter(([report, hit]) => isPlausible(report, +hit.createdAt));
  return new Set(own.map(([, hit]) => hit));
};
