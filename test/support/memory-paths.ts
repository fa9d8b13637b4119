/** Paths over plain arrays. */
import type { PathLink, PathNode, Paths, PathsQuery } from '../../src/core/hits/paths.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { compareTexts, oldestFirst } from './memory-rows.ts';
import type { Visit } from './memory-visits.ts';

type Seen = Pick<Visit, 'hits' | 'events'>;

/** The pages of a visit in order, each run of the same one once, with the hits of each. */
const toPages = ({ hits }: Seen): { readonly path: string; readonly first: StoredHit }[] =>
  hits
    .toSorted(oldestFirst)
    .map(first => ({ path: first.path ?? '', first }))
    .filter(({ path }, index, all) => path !== all[index - 1]?.path);

/** Returns the pages after or before the start, nearest first; undefined without the start. */
const followVisit = (visit: Seen, { start, direction }: PathsQuery): string[] | undefined => {
  const pages = toPages(visit);
  const paths = pages.map(({ path }) => path);
  const follow = (before: number, after: number): string[] =>
    direction === 'after' ? paths.slice(after) : paths.slice(0, before).reverse();
  if (start === null) return paths.length === 0 ? undefined : follow(paths.length, 0);
  if ('path' in start) {
    const at = paths.indexOf(start.path);
    return at === -1 ? undefined : follow(at, at + 1);
  }
  const [event] = visit.events.filter(each => each.event === start.event).toSorted(oldestFirst);
  if (!event) return undefined;
  // Hits come before events of the same instant.
  const viewed = pages.filter(({ first }) => first.createdAt <= event.createdAt).length;
  return follow(viewed, viewed);
};

const compareNodes = (a: PathNode | null, b: PathNode | null): number => {
  const kinds = ['page', 'other', 'end'];
  const [kindA, kindB] = [kinds.indexOf(a?.kind ?? 'page'), kinds.indexOf(b?.kind ?? 'page')];
  return kindA - kindB || compareTexts(a?.path ?? '', b?.path ?? '');
};

export const comparePathLinks = (a: PathLink, b: PathLink): number =>
  a.step - b.step || b.visits - a.visits || compareNodes(a.from, b.from) || compareNodes(a.to, b.to);

/** Works the flow out from visits. */
export const pathsOf = (visits: readonly Seen[], query: PathsQuery): Paths => {
  const followed = visits
    .flatMap(visit => {
      const pages = followVisit(visit, query);
      return pages ? [pages] : [];
    })
    .filter(pages => query.via.every((path, index) => pages[index] === path));
  const steps = Array.from({ length: query.steps }, (_, step) => step);
  const named = steps.map(step => {
    const counts = Map.groupBy(
      followed.flatMap(pages => pages[step] ?? []),
      path => path,
    );
    const largest = [...counts]
      .map(([path, { length }]) => ({ path, visits: length }))
      .sort((a, b) => b.visits - a.visits || compareTexts(a.path, b.path));
    return new Set(largest.slice(0, query.maxPages).map(({ path }) => path));
  });
  const toNode = (pages: readonly string[], step: number): PathNode => {
    const path = pages[step];
    if (path === undefined) return { kind: 'end', path: null };
    return named[step]?.has(path) ? { kind: 'page', path } : { kind: 'other', path: null };
  };
  const links = steps.flatMap(step => {
    const going = followed.filter(pages => step === 0 || pages.length >= step);
    const groups = Map.groupBy(going, pages =>
      JSON.stringify([step === 0 ? null : toNode(pages, step - 1), toNode(pages, step)]),
    );
    return [...groups].map(([key, { length }]): PathLink => {
      const [from, to] = JSON.parse(key) as [PathNode | null, PathNode];
      return { step: step + 1, from, to, visits: length };
    });
  });
  return { visits: followed.length, links: links.sort(comparePathLinks), since: query.span.start };
};
