/** Funnels over plain arrays: every chain of every visitor is tried. */
import { compileGoal } from '../../src/core/goals/condition.ts';
import type { Funnel, FunnelQuery, NextPage } from '../../src/core/hits/funnels.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { compareTexts } from './memory-rows.ts';
import type { Visit } from './memory-visits.ts';

/** A row of a visitor, in a visit that matches the filters. */
export interface FunnelRow {
  readonly row: StoredHit;
  readonly visit: Visit;
  /** Of a hit that is a row once more: the depth to which it was read. */
  readonly depth?: number;
}

const isHit = ({ row, depth }: FunnelRow): boolean => row.kind === 'hit' && depth === undefined;

const rank = ({ row, depth }: FunnelRow): number => (depth === undefined ? Number(row.kind === 'event') : 2);

const inOrder = (a: FunnelRow, b: FunnelRow): number =>
  +a.row.createdAt - +b.row.createdAt || rank(a) - rank(b) || a.row.id - b.row.id;

/** Leaves out hits of the page of the hit before. */
const withoutRepeated = (rows: readonly FunnelRow[]): FunnelRow[] => {
  const hits = rows.filter(isHit);
  return rows.filter(each => !isHit(each) || each.row.path !== hits[hits.indexOf(each) - 1]?.row.path);
};

type Matcher = (row: FunnelRow) => boolean;

const toMatcher = (step: FunnelQuery['steps'][number]): Matcher => {
  const isMatch = compileGoal(step);
  return ({ row, depth }) =>
    'scrollDepth' in step ? (depth ?? 0) >= step.scrollDepth : depth === undefined && isMatch(row);
};

/** Lists every chain of rows that begins with one, the earliest first. */
const listChains = (
  rows: readonly FunnelRow[],
  chain: readonly FunnelRow[],
  steps: readonly Matcher[],
  { order, withinMs }: FunnelQuery,
): (readonly FunnelRow[])[] => {
  const [first, last] = [chain[0], chain.at(-1)];
  const isNext = steps[chain.length];
  if (!first || !last || !isNext) return [chain];
  const at = rows.indexOf(last);
  const longer = rows.slice(at + 1).filter((each, index) => {
    const isInTime = withinMs === null || +each.row.createdAt - +first.row.createdAt <= withinMs;
    const between = rows.slice(at + 1, at + 1 + index);
    return isNext(each) && isInTime && (order === 'loose' || !between.some(isHit));
  });
  return [
    ...longer.flatMap(next => listChains(rows, [...chain, next], steps, { order, withinMs } as FunnelQuery)),
    chain,
  ];
};

/** Returns the longest chain of a visitor; of several the earliest. */
const findChain = (
  rows: readonly FunnelRow[],
  steps: readonly Matcher[],
  query: FunnelQuery,
): readonly FunnelRow[] => {
  const chains = rows
    .filter(row => steps[0]?.(row))
    .flatMap(first => listChains(rows, [first], steps, query));
  const longest = Math.max(0, ...chains.map(chain => chain.length));
  return chains.find(chain => chain.length === longest) ?? [];
};

const median = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

const findNextPage = (rows: readonly FunnelRow[], last: FunnelRow): string | null =>
  rows
    .slice(rows.indexOf(last) + 1)
    .find(each => isHit(each) && each.visit === last.visit && each.row.path !== last.row.path)?.row.path ??
  null;

/** Most visitors first, then by path, null last. */
const countNext = (paths: readonly (string | null)[], maxPaths: number): NextPage[] => {
  const counted = [...Map.groupBy(paths, path => path)]
    .map(([path, { length: visitors }]) => ({ path, visitors }))
    .sort((a, b) => b.visitors - a.visitors || compareTexts(a.path, b.path));
  const named = counted.filter(({ path }) => path !== null).slice(0, maxPaths);
  return counted.filter(each => each.path === null || named.includes(each));
};

/** Works a funnel out from the rows of a site's visitors. */
export const funnelOf = (given: readonly FunnelRow[], query: FunnelQuery): Funnel => {
  const steps = query.steps.map(toMatcher);
  const visitors = [...Map.groupBy(given, ({ row }) => row.visitorHash).values()].map(ofVisitor => {
    const all = ofVisitor.toSorted(inOrder);
    const rows = query.order === 'strict' ? withoutRepeated(all) : all;
    return { all, chain: findChain(rows, steps, query) };
  });
  return {
    visitors: visitors.filter(({ all }) => all.some(isHit)).length,
    steps: steps.map((_, step) => {
      const reached = visitors.filter(({ chain }) => chain.length > step);
      const timeOf = (chain: readonly FunnelRow[], index: number) => +(chain[index]?.row.createdAt ?? 0);
      const left = reached.filter(({ chain }) => chain.length === step + 1 && step < steps.length - 1);
      return {
        visitors: reached.length,
        medianMs:
          step === 0
            ? null
            : median(reached.map(({ chain }) => timeOf(chain, step) - timeOf(chain, step - 1))),
        leftTo: countNext(
          left.flatMap(({ all, chain }) => {
            const last = chain.at(-1);
            return last ? [findNextPage(all, last)] : [];
          }),
          query.maxPaths,
        ),
      };
    }),
  };
};
