/** What questions mean to the statements of an engine. */
import type { Measure } from '../core/hits/question.ts';

/** Returns which counts are needed: those of visitors and visits come together. */
export const toCounts = (measures: readonly Measure[] = ['hits', 'uniqueHits']) => {
  const isOnly = (only: Measure) => measures.every(measure => measure === only);
  const [countsVisits, countsPaths] = [measures.includes('visits'), measures.includes('paths')];
  return {
    countsVisits,
    countsVisitors: countsVisits || measures.includes('visitors'),
    countsEngagement: measures.includes('engagement'),
    omitsPaths: !countsPaths,
    onlyHits: isOnly('hits'),
    onlyVisitors: isOnly('visitors'),
  };
};

/** Returns the visitors of sites as their totals. */
export const toVisitors = (bySite: ReadonlyMap<number, number>) =>
  new Map(Array.from(bySite, ([siteId, visitors]) => [siteId, { visitors }]));
