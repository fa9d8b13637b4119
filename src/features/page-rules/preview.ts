/** Works out what rules make of the pages that are stored. */
import { compilePageRules, orderPageRules, type PageRule } from '../../core/hits/page-rules.ts';
import { createTimeSlice } from '../../lib/time-slice.ts';
import { type Suggestion, suggestPageRules } from './suggestions.ts';

/** A stored path and its hits. */
export interface StoredPath {
  readonly path: string;
  readonly hits: number;
}

/** A page, and the paths that it is made of. */
export interface Merge {
  readonly to: string;
  /** Those with the most hits first. */
  readonly from: readonly StoredPath[];
  /** How many there are, of which `from` has some. */
  readonly paths: number;
  readonly hits: number;
}

export interface Preview {
  /** Those with the most hits first. */
  readonly merges: readonly Merge[];
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  /** How many pages each rule changes. */
  readonly pagesChanged: readonly number[];
  readonly suggestions: readonly Suggestion[];
}

const MAX_MERGES = 200;
const MAX_FROM = 20;
const SLICE_MS = 10;

/** Applies rules to paths, those with the most hits first. Other requests are answered meanwhile. */
export async function previewPageRules(
  rules: readonly PageRule[],
  stored: readonly StoredPath[],
  signal: AbortSignal,
): Promise<Preview> {
  const slice = createTimeSlice(SLICE_MS);
  const steps = orderPageRules(rules).map(rule => ({
    toPage: compilePageRules([rule]),
    index: rules.indexOf(rule),
  }));
  const pagesChanged = rules.map(() => 0);
  const pages = new Map<string, { from: StoredPath[]; paths: number; hits: number }>();
  for (const one of stored) {
    if (slice.isOver()) await slice.next();
    signal.throwIfAborted();
    const to = steps.reduce((page, { toPage, index }) => {
      const next = toPage({ path: page });
      if (next !== page) pagesChanged[index] = (pagesChanged[index] ?? 0) + 1;
      return next;
    }, one.path);
    const page = pages.get(to) ?? { from: [], paths: 0, hits: 0 };
    pages.set(to, page);
    if (page.from.length < MAX_FROM) page.from.push(one);
    page.paths += 1;
    page.hits += one.hits;
  }
  const merges = [...pages]
    .flatMap(([to, page]) => (page.paths > 1 || page.from[0]?.path !== to ? [{ to, ...page }] : []))
    .sort((a, b) => b.hits - a.hits || (a.to < b.to ? -1 : 1));
  return {
    merges: merges.slice(0, MAX_MERGES),
    pagesBefore: stored.length,
    pagesAfter: pages.size,
    pagesChanged,
    suggestions: await suggestPageRules(
      new Map(Array.from(pages, ([path, { hits }]) => [path, hits])),
      rules,
      slice,
    ),
  };
}
